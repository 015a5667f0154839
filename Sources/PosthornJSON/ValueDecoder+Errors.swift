// The errors of Foundation's `JSONDecoder`.
extension ValueDecoder {
    /// Returns the error for a value that a type can't hold.
    func failure(_ type: Any.Type, at index: Int, _ key: (any CodingKey)?) -> DecodingError {
        let kind = document[index].kind
        if kind == .number, type is any Numeric.Type {
            return .dataCorrupted(
                context(
                    "Parsed JSON number does not fit in \(type).", .invalid,
                    expected: "a number that \(type) can hold", found: "another number", at: index,
                    key))
        }
        let isNull = kind == .null
        let context = context(
            isNull
                ? "Cannot get value of type \(type) -- found null value instead"
                : "Expected to decode \(type) but found \(kind.name) instead.",
            isNull ? .null : .mismatch, expected: JSONError.form(of: type),
            found: kind.form, at: index, key)
        return isNull && type != Bool.self
            ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Returns the error for a text that does not have the expected form.
    /// - Parameters:
    ///   - expected: The form, such as `base64`.
    ///   - description: As by Foundation.
    func corrupted(
        _ description: String, expected: String, at index: Int, _ key: (any CodingKey)?
    ) -> DecodingError {
        .dataCorrupted(
            context(
                description, .invalid, expected: expected, found: "another value", at: index, key))
    }

    /// Returns the error for the value of a type that reads itself.
    func failure(
        _ type: Any.Type, at index: Int, _ key: (any CodingKey)?, by error: JSONError
    ) -> DecodingError {
        // The path in the value only: a scan from the beginning would make failed attempts quadratic.
        let start = document[index].offset
        let keys = error.moved(by: -start).keys(
            in: UnsafeBufferPointer(rebasing: document.text[start...]))
        return error.decodingError(of: type, at: path(key) + keys, underlying: error)
    }

    /// Returns the error for a missing member of this object.
    func missing(_ key: some CodingKey) -> DecodingError {
        var error = JSONError(
            .missing, at: document[index].offset,
            expected: "'\(VisibleName.shown(key.stringValue))'", found: "an object without it")
        error.missingKey = key.stringValue
        return .keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\").",
                underlyingError: error))
    }

    /// Returns the offset of the value at a coding path, as far as this value has it, and those of the maps on
    /// the path.
    func place(at path: [any CodingKey]) -> (offset: Int, maps: Set<Int>) {
        var maps: Set<Int> = []
        var decoder = self
        for key in path {
            guard let index = decoder.index(of: key) else { break }
            if CodingPath.isMapKey(key) { maps.insert(document[decoder.index].offset) }
            decoder = ValueDecoder(index, in: decoder, key)
        }
        return (document[decoder.index].offset, maps)
    }

    private func index(of key: any CodingKey) -> Int? {
        if let number = key.intValue, document[index].kind == .array {
            let end = document[index].end
            var (element, rest) = (index + 1, number)
            while rest > 0, element < end {
                (element, rest) = (document.index(after: element), rest - 1)
            }
            return rest == 0 && element < end ? element : nil
        }
        guard document[index].isObject else { return nil }
        guard CodingPath.isMapKey(key) else { return member(key.stringValue) }
        // The key strategy does not apply to the names of a map.
        var found: Int?
        try? forEachMember { name, value in if name == key.stringValue { found = value } }
        return found
    }

    /// Returns the context of an error.
    ///
    /// The underlying error has the position: with a key strategy, names in the coding path are not those of
    /// the document.
    private func context(
        _ description: String, _ reason: JSONError.Reason, expected: String, found: String,
        at index: Int, _ key: (any CodingKey)?
    ) -> DecodingError.Context {
        let error = JSONError(
            reason, at: document[index].offset, expected: expected, found: found)
        return DecodingError.Context(
            codingPath: path(key), debugDescription: description,
            underlyingError: index == document.absent ? nil : error)
    }
}

extension JSONError {
    /// The form that a type has in JSON, for error messages.
    static func form(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "a Boolean"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any Numeric.Type: "a number"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "an array"
        default: String(describing: type)
        }
    }
}

extension JSONDocument.Kind {
    fileprivate var name: String {
        switch self {
        case .null: "null"
        case .no, .yes: "bool"
        case .number: "number"
        case .text, .escapedText, .unescaped: "a string"
        case .array: "an array"
        case .object, .wideObject: "a dictionary"
        }
    }

    /// The name that the errors of a ``JSONReader`` use.
    fileprivate var form: String {
        switch self {
        case .no, .yes: "a Boolean"
        case .number: "a number"
        case .object, .wideObject: "an object"
        default: name
        }
    }
}
