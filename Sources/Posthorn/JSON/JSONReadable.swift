/// A type that reads itself from JSON.
///
/// Generated types conform. By hand: begin the object, read the members that you know, end it.
///
///     init(json: inout JSONReader) throws {
///         let object = json.beginObject()
///         name = json.string("name")
///         note = json.stringIfPresent("note")
///         try json.endObject(object)
///     }
public protocol JSONReadable {
    /// Reads one value, whole.
    /// - Throws: a ``JSONError`` if the next value is none of this type.
    init(json: inout JSONReader) throws
}

/// A type that writes itself as JSON.
///
/// Generated types conform. By hand: begin the object, write each member, end the object.
public protocol JSONWritable {
    /// Writes one value, whole.
    /// - Throws: an ``APIError/Cause`` if JSON has no such value, such as a number that is not finite.
    func write(json: inout JSONWriter) throws
}

/// A type of a spec: reads and writes itself, and is `Codable` and `Hashable` by that.
///
/// Two values are equal if they are written alike, except that dates and numbers count exactly and
/// not as they are rounded on the wire; texts are equal if their bytes are.
public protocol JSONModel: JSONReadable, JSONWritable, Codable, Hashable, Sendable,
    CustomDebugStringConvertible
{}

extension JSONModel {
    /// The type and what is written, as `Order {"id":"1"}`: all of its values, also personal ones.
    public var debugDescription: String { description(as: Self.self) }

    func description(as type: Any.Type) -> String {
        do {
            return "\(type) \(String(decoding: try JSONWriter.bytes(of: self), as: UTF8.self))"
        } catch {
            return "\(type), which can't be written"
        }
    }
}

extension JSONModel {
    /// Whether two values are written alike.
    public static func == (left: Self, right: Self) -> Bool {
        JSONWriter.identity(of: left) == JSONWriter.identity(of: right)
    }

    /// Hashes what is written.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(JSONWriter.identity(of: self))
    }
}

extension JSONModel {
    /// Reads what any decoder has, in the form that the spec gives it.
    ///
    /// The strategies of a `JSONDecoder` for keys, dates and data do not apply.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        do {
            self = try JSONReader.read(Self.self, from: JSONWriter.bytes(of: value))
        } catch let error as JSONError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.cause,
                    underlyingError: error))
        }
    }

    /// Writes what any encoder takes, in the form that the spec gives it.
    ///
    /// The strategies of a `JSONEncoder` for keys, dates and data do not apply.
    public func encode(to encoder: any Encoder) throws {
        let value = try JSONReader.read(JSONValue.self, from: JSONWriter.bytes(of: self))
        try value.encode(to: encoder)
    }
}

extension JSONReader {
    /// Reads a whole document.
    /// - Throws: a ``JSONError`` with its place.
    static func read<Value: JSONReadable>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>
    ) throws -> Value {
        var reader = JSONReader(bytes)
        do {
            let value = try Value(json: &reader)
            try reader.finish()
            return value
        } catch let error as JSONError {
            throw error.located(in: bytes)
        }
    }

    /// Reads a whole document.
    /// - Throws: a ``JSONError`` with its place.
    static func read<Value: JSONReadable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws -> Value {
        try bytes.withUnsafeBufferPointer { try read(type, from: $0) }
    }
}
