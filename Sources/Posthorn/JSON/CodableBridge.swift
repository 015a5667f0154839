import FoundationEssentials

extension JSONReader {
    /// Reads a value of a foreign type, by its own `Decodable` and with dates of RFC 3339.
    ///
    /// If it is `null` or the type refuses it, the object's loop ends with an error.
    public mutating func readCodable<Value: Decodable>(_ value: inout Value?) {
        do { value = try decode() } catch { fail(error) }
    }

    /// Reads a value of a foreign type, or `null`.
    ///
    /// If the type refuses it, the object's loop ends with an error.
    public mutating func readCodableIfPresent<Value: Decodable>(_ value: inout Value?) {
        do { value = try readNull() ? nil : decode() } catch { fail(error) }
    }

    /// Reads a value of a foreign type, or `null`, and tells the two from nothing.
    ///
    /// If the type refuses it, the object's loop ends with an error.
    public mutating func readCodable<Value: Decodable>(_ value: inout Presence<Value>) {
        do { value = try readNull() ? .null : .value(decode()) } catch { fail(error) }
    }

    private mutating func decode<Value: Decodable>() throws -> Value {
        let start = (peek(), offset).1
        let bytes = try rawValue()
        do {
            return try JSON.decoder.decode(Value.self, from: Data(bytes))
        } catch {
            throw JSONError(
                .invalid, at: start, expected: "a value that \(Value.self) decodes",
                found: "another value")
        }
    }
}

extension JSONWriter {
    /// Writes a value of a foreign type, by its own `Encodable` and with dates of RFC 3339.
    /// - Throws: a ``CallFault`` if the type can't be written as JSON.
    public mutating func writeCodable(_ value: some Encodable) throws {
        if let value = value as? any JSONWritable {
            try value.write(json: &self)
            return
        }
        do {
            let data = try JSON.encoder.encode(Encoded(value: value))
            data.withUnsafeBytes { append($0.assumingMemoryBound(to: UInt8.self)) }
        } catch {
            throw CallFault(
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
    /// - Throws: a ``CallFault`` if the type can't be written as JSON.
    public mutating func writeCodable(_ name: StaticString, _ value: some Encodable) throws {
        key(name)
        try writeCodable(value)
    }

    /// Writes a member of a foreign type, or nothing for `nil`.
    /// - Throws: a ``CallFault`` if the type can't be written as JSON.
    public mutating func writeCodableIfPresent(
        _ name: StaticString, _ value: (some Encodable)?
    ) throws {
        guard let value else { return }
        try writeCodable(name, value)
    }

    /// Writes a member of a foreign type, `null`, or nothing.
    /// - Throws: a ``CallFault`` if the type can't be written as JSON.
    public mutating func writeCodableIfPresent<Value: Encodable>(
        _ name: StaticString, _ presence: Presence<Value>
    ) throws {
        guard !presence.isAbsent else { return }
        try writeCodable(name, presence.value)
    }
}

/// Wraps a value so that encoders meet it in a container: only so do dates and data get their form.
private struct Encoded<Value: Encodable>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
