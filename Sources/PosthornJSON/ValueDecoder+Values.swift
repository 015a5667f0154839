import FoundationEssentials

extension ValueDecoder {
    /// Decodes a value of the document.
    ///
    /// Inlined into the functions of the containers, one for each standard type, so that only one branch is
    /// left of it.
    /// - Parameter key: The last part of the coding path; `nil` for the value of this decoder.
    @inline(__always)
    func value<Value: Decodable>(
        _ type: Value.Type, at index: Int, _ key: @autoclosure () -> (any CodingKey)?
    ) throws -> Value {
        if type == String.self {
            if let value = text(at: index) { return same(value) }
        } else if type == Bool.self {
            if let value = bool(at: index) { return same(value) }
        } else if type == Int.self {
            if let value = integer(Int.self, at: index) { return same(value) }
        } else if type == Double.self {
            if let value = double(at: index) { return same(value) }
        } else if type == Float.self {
            if let value = float(at: index) { return same(value) }
        } else if type == Int64.self {
            if let value = integer(Int64.self, at: index) { return same(value) }
        } else if type == Int32.self {
            if let value = integer(Int32.self, at: index) { return same(value) }
        } else if type == Int16.self {
            if let value = integer(Int16.self, at: index) { return same(value) }
        } else if type == Int8.self {
            if let value = integer(Int8.self, at: index) { return same(value) }
        } else if type == UInt.self {
            if let value = integer(UInt.self, at: index) { return same(value) }
        } else if type == UInt64.self {
            if let value = integer(UInt64.self, at: index) { return same(value) }
        } else if type == UInt32.self {
            if let value = integer(UInt32.self, at: index) { return same(value) }
        } else if type == UInt16.self {
            if let value = integer(UInt16.self, at: index) { return same(value) }
        } else if type == UInt8.self {
            if let value = integer(UInt8.self, at: index) { return same(value) }
        } else if type == Int128.self {
            if let value = wideInteger(Int128.self, at: index) { return same(value) }
        } else if type == UInt128.self {
            if let value = wideInteger(UInt128.self, at: index) { return same(value) }
        } else {
            return try composite(type, at: index, key())
        }
        throw failure(type, at: index, key())
    }

    /// Decodes a value of a type that is not a text, a number or a Boolean.
    private func composite<Value: Decodable>(
        _ type: Value.Type, at index: Int, _ key: (any CodingKey)?
    ) throws -> Value {
        if type == Date.self {
            return same(try date(at: index, key))
        } else if type == Data.self {
            return same(try data(at: index, key))
        } else if type == Decimal.self {
            guard let value = decimal(at: index) else { throw failure(type, at: index, key) }
            return same(value)
        } else if type == URL.self {
            try requireValue(type, at: index, key)
            guard let value = URL(string: try value(String.self, at: index, key)) else {
                throw corrupted("Invalid URL string.", expected: "a URL", at: index, key)
            }
            return same(value)
        } else if type == UUID.self {
            if isText(at: index), let value = UUIDText.uuid(from: document.text(at: index)) {
                return same(value)
            }
            return try Value(from: ValueDecoder(index, in: self, key))
        } else if type == [String].self {
            // The compiler specializes the most frequent collection.
            return same(try value(ofCollection: [String].self, at: index, key) as [String])
        }
        switch run.kind(of: type) {
        case .readable(let readable): return try value(type, ofReadable: readable, at: index, key)
        case .collection(let collection): return try value(ofCollection: collection, at: index, key)
        case .other: return try Value(from: key == nil ? self : ValueDecoder(index, in: self, key))
        }
    }

    // Optionals of `Value` are expensive, so they are not in the function above.
    private func value<Value: Decodable>(
        _ type: Value.Type, ofReadable readable: any JSONReadable.Type, at index: Int,
        _ key: (any CodingKey)?
    ) throws -> Value {
        guard let value = try read(readable, at: index, key) as? Value else {
            throw failure(type, at: index, key)
        }
        return value
    }

    @inline(__always)
    private func value<Collection: DecodableCollection, Value>(
        ofCollection type: Collection.Type, at index: Int, _ key: (any CodingKey)?
    ) throws -> Value {
        same(try Collection(of: key == nil ? self : ValueDecoder(index, in: self, key)))
    }

    /// Reads a generated type, or another one that reads itself.
    func read<Value: JSONReadable>(
        _ type: Value.Type, at index: Int, _ key: (any CodingKey)?
    ) throws -> Value {
        do {
            return try document.read(at: index) { try Value(json: &$0) }
        } catch let error as JSONError {
            throw failure(type, at: index, key, by: error)
        }
    }

    private func date(at index: Int, _ key: (any CodingKey)?) throws -> Date {
        try requireValue(Date.self, at: index, key)
        switch settings.dates {
        case nil:
            guard isText(at: index) else { throw failure(String.self, at: index, key) }
            guard let date = InternetDate.date(from: document.text(at: index)) else {
                let expected = DateFormat.rfc3339.expectation
                throw corrupted("\(expected) was expected", expected: expected, at: index, key)
            }
            return date
        case .secondsSince1970:
            return Date(timeIntervalSince1970: try value(Double.self, at: index, key))
        case .millisecondsSince1970:
            return Date(timeIntervalSince1970: try value(Double.self, at: index, key) / 1000)
        case .iso8601:
            let text = try value(String.self, at: index, key)
            guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
                throw corrupted(
                    "Expected date string to be ISO8601-formatted.", expected: "an ISO 8601 date",
                    at: index, key)
            }
            return date
        case .custom(let decode): return try decode(ValueDecoder(index, in: self, key))
        default: return try Date(from: ValueDecoder(index, in: self, key))
        }
    }

    private func data(at index: Int, _ key: (any CodingKey)?) throws -> Data {
        try requireValue(Data.self, at: index, key)
        switch settings.data {
        case nil:
            let text = try value(String.self, at: index, key)
            guard let data = DataFormat.base64.data(from: text) else {
                throw corrupted("base64 was expected", expected: "base64", at: index, key)
            }
            return data
        case .base64:
            let text = try value(String.self, at: index, key)
            guard let data = Data(base64Encoded: text) else {
                throw corrupted(
                    "Encountered Data is not valid Base64.", expected: "base64", at: index, key)
            }
            return data
        case .custom(let decode): return try decode(ValueDecoder(index, in: self, key))
        default: return try Data(from: ValueDecoder(index, in: self, key))
        }
    }

    private func requireValue(_ type: Any.Type, at index: Int, _ key: (any CodingKey)?) throws {
        if document[index].kind == .null { throw failure(type, at: index, key) }
    }
}

/// Returns a value whose type the caller has compared.
@inline(__always)
private func same<Value, Same>(_ value: Value) -> Same { unsafeBitCast(value, to: Same.self) }
