package import FoundationEssentials

/// A union whose type is told by the name of the server-sent event that holds it.
///
/// Generated types conform. As JSON of its own, as for storage, it is an object with the members `event` and `data`.
public protocol JSONEvent: JSONModel {
    /// Reads the data of an event.
    ///
    /// - Parameters:
    ///   - event: The name of the event; `message` if the server sends none.
    ///   - json: The reader of its data.
    /// - Throws: A ``JSONError`` if the data is not that of the event.
    init(event: String, json: inout JSONReader) throws
}

extension JSONEvent {
    /// Reads an object with the members `event` and `data`.
    public init(json: inout JSONReader) throws {
        let event = try json.discriminator("event")
        var value: Self?
        try json.enterObject()
        while let key = try json.memberKey() {
            if value == nil, "data" ~= key {
                value = try Self(event: event, json: &json)
            } else {
                try json.pass()
            }
        }
        guard let value else { throw json.missingAtEnd("data") }
        self = value
    }

    /// Reads the data of an event from a complete document.
    ///
    /// - Throws: A ``JSONError`` with its position.
    package init(event: String, jsonData: Data) throws {
        self = try jsonData.withUnsafeBytes { bytes in
            let bytes = bytes.assumingMemoryBound(to: UInt8.self)
            var reader = JSONReader(bytes)
            reader.readsResponse = true
            do {
                let value = try Self(event: event, json: &reader)
                try reader.finish()
                reader.reportDeviations()
                return value
            } catch let error as JSONError {
                throw error.located(in: bytes)
            }
        }
    }
}

extension JSONReader {
    /// Reads the data of an event: JSON, or else a text.
    @_spi(Generated) public mutating func eventData() throws -> JSONValue {
        // Inside a document, the data is JSON.
        guard depth == 0 else { return try JSONValue(json: &self) }
        let start = mark()
        if let value = try? JSONValue(json: &self), peek() == nil { return value }
        move(to: start)
        let text = UnsafeBufferPointer(start: cursor, count: end - cursor)
        cursor = end
        return .string(String(decoding: text, as: UTF8.self))
    }

    /// Returns the error for a member that the object before the cursor lacks.
    mutating func missingAtEnd(_ name: String) -> JSONError {
        // The end of the object, from which the path is found.
        cursor -= 1
        return missing(name)
    }
}

extension JSONWriter {
    /// Writes an event as an object with the members `event` and `data`.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, event: String
    ) {
        beginObject()
        write("event", event)
        write("data", value)
        endObject()
    }

    /// Writes an event as an object with the members `event` and `data`, the latter in a format.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONFormattable>(
        _ value: Value, as format: Value.Format, event: String
    ) {
        beginObject()
        write("event", event)
        write("data", value, as: format)
        endObject()
    }
}
