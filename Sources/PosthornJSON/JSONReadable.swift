public import FoundationEssentials

/// A type that reads itself from JSON.
///
/// Generated types conform. To conform by hand, begin the object, read each known member and end the object.
///
/// ```swift
/// init(json: inout JSONReader) throws {
///     name = ""
///     var object = json.beginObject("name note?")
///     while let member = json.nextMember(&object) {
///         switch member {
///         case 0: name = json.value() ?? ""
///         default: note = json.valueIfPresent()
///         }
///     }
///     try json.endObject(object)
/// }
/// ```
public protocol JSONReadable {
    /// Reads one complete value.
    ///
    /// - Throws: A ``JSONError`` if the next value does not have this type.
    init(json: inout JSONReader) throws
}

/// A type that writes itself as JSON.
///
/// Generated types conform. To conform by hand, begin the object, write each member and end the object.
public protocol JSONWritable {
    /// Writes one complete value.
    ///
    /// - Throws: A ``JSONError`` if JSON can't represent the value, for example a number that is not
    ///   finite.
    func write(json: inout JSONWriter) throws
}

/// A type that reads and writes itself as JSON, and is `Codable` on this basis: ``JSONValue`` and generated types.
///
/// Two values are equal if their members are equal. Strings are compared by canonical equivalence, as
/// everywhere in Swift, and a number that is not a number differs from itself.
public protocol JSONModel: JSONReadable, JSONWritable, Codable, Hashable, Sendable,
    CustomDebugStringConvertible
{}

extension JSONModel {
    /// Reads a value from a JSON document, in the format of the spec: `try Order(jsonData: data)`.
    ///
    /// - Throws: A ``JSONError`` with path, line and column.
    public init(jsonData: Data) throws {
        self = try jsonData.withUnsafeBytes {
            try JSONReader.read(Self.self, from: $0.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Returns the value as a JSON document, in the format of the spec.
    ///
    /// - Throws: A ``JSONError`` if JSON can't represent the value.
    public func jsonData() throws -> Data { Data(try JSONWriter.bytes(of: self)) }

    /// The type and its JSON, such as `Order {"id":"1"}`, including personal data but no secret members.
    public var debugDescription: String {
        do {
            return "\(Self.self) \(try JSONWriter.shown(self))"
        } catch {
            return "\(Self.self), which can't be written: \(error)"
        }
    }
}

extension Array where Element: JSONModel {
    /// Reads a list from a JSON document, in the format of the spec: `try [Order](jsonData: data)`.
    ///
    /// - Throws: A ``JSONError`` with path, line and column.
    public init(jsonData: Data) throws {
        self = try jsonData.withUnsafeBytes {
            try JSONReader.read(Self.self, from: $0.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Returns the list as a JSON document, in the format of the spec.
    ///
    /// - Throws: A ``JSONError`` if JSON can't represent an element.
    public func jsonData() throws -> Data { Data(try JSONWriter.bytes(of: self)) }
}

extension JSONModel {
    /// Decodes a value from any decoder, in the format of the spec.
    ///
    /// The key, date and data strategies of a `JSONDecoder` do not apply.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = try decoder.read(Self.self, at: decoder.index, nil)
            return
        }
        self = try JSONWriter.bytes(of: try JSONValue(from: decoder)).withUnsafeBufferPointer {
            var reader = JSONReader($0)
            do {
                return try Self(json: &reader)
            } catch let error as JSONError {
                // Its position is that in the written bytes, which the caller does not have.
                throw error.decodingError(
                    of: Self.self, at: decoder.codingPath + error.keys(in: $0))
            }
        }
    }

    /// Encodes a value to any encoder, in the format of the spec.
    ///
    /// The key, date, data and float strategies of a `JSONEncoder` do not apply.
    /// - Throws: An `EncodingError` if JSON can't represent the value.
    public func encode(to encoder: any Encoder) throws {
        let bytes: [UInt8]
        do {
            bytes = try JSONWriter.bytes(of: self)
        } catch let error as JSONError where error.isOfWriter {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath, debugDescription: error.description,
                    underlyingError: error))
        }
        try JSONReader.read(JSONValue.self, from: bytes).encode(to: encoder)
    }
}

extension JSONReader {
    /// Reads a complete document.
    ///
    /// - Throws: A ``JSONError`` with its position.
    package static func read<Value: JSONReadable>(
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

    /// Reads a complete document.
    ///
    /// - Throws: A ``JSONError`` with its position.
    package static func read<Value: JSONReadable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws -> Value {
        try bytes.withUnsafeBufferPointer { try read(type, from: $0) }
    }
}
