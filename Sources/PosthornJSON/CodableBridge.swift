extension JSONReader {
    /// Reads the value of a required member of any `Decodable` type, with RFC 3339 dates.
    ///
    /// Returns `nil` if it can't be decoded.
    @_spi(Generated) public mutating func codable<Value: Decodable>() -> Value? {
        kept { json in try json.decode() }
    }

    /// Reads the value of an optional member of any `Decodable` type; `nil` if it is `null`.
    @_spi(Generated) public mutating func codableIfPresent<Value: Decodable>() -> Value? {
        keptIfPresent { json in try json.decode() }
    }

    /// Reads a value of any `Decodable` type, or `null`.
    @_spi(Generated) public mutating func codablePresence<Value: Decodable>() -> FieldPresence<
        Value
    > {
        codableIfPresent().map { .value($0) } ?? .null
    }

    private mutating func decode<Value: Decodable>() throws -> Value {
        try decode(Value.self, by: .standard)
    }

    /// Reads a value with its own `Decodable`, after its bytes were validated.
    ///
    /// - Throws: A ``JSONError`` with the position that the type rejects.
    package mutating func decode<Value: Decodable>(
        _ type: Value.Type, by settings: DecodingSettings
    ) throws -> Value {
        _ = peek()
        let mark = mark()
        let document = try readDocument()
        do {
            let decoder = ValueDecoder(document, settings)
            return try decoder.decode(type)
        } catch let error as DecodingError {
            move(to: mark)
            throw place(of: error, in: type, document, settings)
        } catch {
            if let error = error.explained { throw error }
            throw JSONError(
                .invalid, at: mark.cursor - base, expected: "a value that \(Value.self) decodes",
                found: "another value", underlying: error)
        }
    }
}

extension JSONWriter {
    /// Writes a value of any `Encodable` type, with RFC 3339 dates.
    ///
    /// - Throws: A ``JSONError`` if the value can't be represented in JSON.
    @_spi(Generated) public mutating func writeCodable(_ value: some Encodable) throws {
        try writeCodable(value, JSONStyle())
    }

    package mutating func writeCodable(_ value: some Encodable, _ style: JSONStyle) throws {
        if style == JSONStyle(), let value = value as? any JSONWritable {
            try value.write(json: &self)
            return try finish()
        }
        do {
            try ValueNode(of: value).write(json: &self, style)
        } catch {
            if let error = error.explained { throw error }
            throw JSONError(
                writing: .unwritable, explain(error), advice: "send values that JSON has",
                underlying: error)
        }
    }

    /// Returns the path and cause of an encoding error, from the top of the document.
    private func explain(_ error: any Error) -> String {
        let cause = CodingPath.explain(error)
        let place = place
        guard error is EncodingError, !place.isEmpty else { return cause }
        let top = "the top level"
        if cause.hasPrefix(top) { return place + cause.dropFirst(top.count) }
        return place + (cause.hasPrefix("[") ? "" : ".") + cause
    }

    /// Writes a member of any `Encodable` type.
    @_spi(Generated) public mutating func writeCodable(
        _ name: StaticString, _ value: some Encodable
    ) {
        guard failure == nil else { return }
        key(name)
        do { try writeCodable(value) } catch { fail(error) }
    }

    /// Writes a member of any `Encodable` type; writes nothing for `nil`.
    @_spi(Generated) public mutating func writeCodableIfPresent(
        _ name: StaticString, _ value: (some Encodable)?
    ) {
        guard let value else { return }
        writeCodable(name, value)
    }

    /// Writes a member of any `Encodable` type, or `null`; writes nothing for an absent value.
    @_spi(Generated) public mutating func writeCodableIfPresent<Value: Encodable>(
        _ name: StaticString, _ presence: FieldPresence<Value>
    ) {
        guard !presence.isAbsent else { return }
        writeCodable(name, presence.value)
    }
}
