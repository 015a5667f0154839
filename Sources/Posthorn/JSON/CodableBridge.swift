import FoundationEssentials

extension JSONReader {
    /// Reads a value of a foreign type, by its own `Decodable` and with dates of RFC 3339; `nil` only
    /// if the member is missing or the type refuses it, which the object's end throws.
    public mutating func codable<Value: Decodable & Sendable>(_ name: StaticString) -> Value? {
        required(name) { json in try json.decode() }
    }

    /// Reads a value of a foreign type; `nil` if the member is missing or `null`.
    public mutating func codableIfPresent<Value: Decodable & Sendable>(
        _ name: StaticString
    ) -> Value? {
        optional(name) { json in try json.decode() }
    }

    /// Reads a value of a foreign type, `null`, or that the member is missing.
    public mutating func codablePresence<Value: Decodable & Sendable>(
        _ name: StaticString
    ) -> Presence<Value> {
        presence(name) { json in try json.decode() }
    }

    /// Reads a value of a foreign type; `nil` if the member is `null`, and the default only if it is
    /// missing.
    public mutating func codablePresence<Value: Decodable & Sendable>(
        _ name: StaticString, ifAbsent fallback: @autoclosure () -> Value?
    ) -> Value? {
        let presence: Presence<Value> = codablePresence(name)
        return presence.isAbsent ? fallback() : presence.value
    }

    private mutating func decode<Value: Decodable>() throws -> Value {
        try decode(Value.self, by: JSON.standardDecoder)
    }

    /// Reads a value by its own `Decodable`; its bytes are checked before.
    /// - Throws: a ``JSONError`` at the place that the type refuses.
    mutating func decode<Value: Decodable>(
        _ type: Value.Type, by decoder: JSONDecoder
    ) throws -> Value {
        _ = peek()
        let mark = mark()
        let start = cursor
        do { try passUnique() } catch var error as JSONError {
            // Whether the type has members or keys that are data is not known.
            error.opaque = mark.cursor - base
            throw error
        }
        let bytes = UnsafeBufferPointer(start: start, count: cursor - start)
        do {
            return try decoder.decode(Value.self, from: Data(bytes))
        } catch let error as DecodingError {
            move(to: mark)
            throw place(of: error)
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw JSONError(
                .invalid, at: mark.cursor - base, expected: "a value that \(Value.self) decodes",
                found: "another value", underlying: error)
        }
    }
}

extension JSONWriter {
    /// Writes a value of a foreign type, by its own `Encodable` and with dates of RFC 3339.
    /// - Throws: an ``APIError/Cause`` if the type can't be written as JSON.
    public mutating func writeCodable(_ value: some Encodable) throws {
        try writeCodable(value, JSONStyle())
    }

    mutating func writeCodable(_ value: some Encodable, _ style: JSONStyle) throws {
        if style == JSONStyle(), let value = value as? any JSONWritable {
            try value.write(json: &self)
            return try finish()
        }
        do {
            try ValueNode(of: value).write(json: &self, style)
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw APIError.Cause(
                .encodingFailed, explain(error), advice: "send values that JSON has",
                underlying: error)
        }
    }

    /// Place and cause of a foreign error, from the top of the document.
    private func explain(_ error: any Error) -> String {
        let cause = JSON.explain(error)
        let place = place
        guard error is EncodingError, !place.isEmpty else { return cause }
        let top = "the top level"
        if cause.hasPrefix(top) { return place + cause.dropFirst(top.count) }
        return place + (cause.hasPrefix("[") ? "" : ".") + cause
    }

    /// Writes a member of a foreign type.
    public mutating func writeCodable(_ name: StaticString, _ value: some Encodable) {
        guard failure == nil else { return }
        key(name)
        do { try writeCodable(value) } catch { fail(error) }
    }

    /// Writes a member of a foreign type, or nothing for `nil`.
    public mutating func writeCodableIfPresent(
        _ name: StaticString, _ value: (some Encodable)?
    ) {
        guard let value else { return }
        writeCodable(name, value)
    }

    /// Writes a member of a foreign type, `null`, or nothing.
    public mutating func writeCodableIfPresent<Value: Encodable>(
        _ name: StaticString, _ presence: Presence<Value>
    ) {
        guard !presence.isAbsent else { return }
        writeCodable(name, presence.value)
    }
}
