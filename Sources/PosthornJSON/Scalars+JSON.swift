public import FoundationEssentials

extension String: JSONReadable, JSONWritable {
    /// Reads a string.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readString() }
    /// Writes a string.
    @_spi(Generated) public func write(json: inout JSONWriter) throws { json.writeString(self) }
}

extension Bool: JSONReadable, JSONWritable {
    /// Reads `true` or `false`.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readBool() }
    /// Writes `true` or `false`.
    @_spi(Generated) public func write(json: inout JSONWriter) throws { json.writeBool(self) }
}

extension Int: JSONReadable, JSONWritable {
    /// Reads an integer.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readInteger() }
    /// Writes an integer.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        json.writeInteger(Int64(self))
    }
}

extension Int32: JSONReadable, JSONWritable {
    /// Reads an integer.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readInteger() }
    /// Writes an integer.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        json.writeInteger(Int64(self))
    }
}

extension Int64: JSONReadable, JSONWritable {
    /// Reads an integer.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readInteger() }
    /// Writes an integer.
    @_spi(Generated) public func write(json: inout JSONWriter) throws { json.writeInteger(self) }
}

extension UInt64: JSONReadable, JSONWritable {
    /// Reads an integer.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readInteger() }
    /// Writes an integer.
    @_spi(Generated) public func write(json: inout JSONWriter) throws { json.writeMagnitude(self) }
}

extension Double: JSONReadable, JSONWritable {
    /// Reads a number.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readDouble() }
    /// Writes a number; throws if it is not finite.
    @_spi(Generated) public func write(json: inout JSONWriter) throws { try json.writeDouble(self) }
}

extension Float: JSONReadable, JSONWritable {
    /// Reads a number.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readFloat() }
    /// Writes a number; throws if it is not finite.
    @_spi(Generated) public func write(json: inout JSONWriter) throws { try json.writeFloat(self) }
}

extension Decimal: JSONReadable, JSONWritable {
    /// Reads a number without rounding.
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readDecimal() }
    /// Writes all digits of a number; throws if it is not finite.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        try json.writeDecimal(self)
    }
}

extension Date: JSONReadable, JSONWritable {
    /// Reads an RFC 3339 date.
    @_spi(Generated) public init(json: inout JSONReader) throws {
        try self.init(json: &json, as: .rfc3339)
    }
    /// Writes an RFC 3339 date.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        try write(json: &json, as: .rfc3339)
    }
}

extension Data: JSONReadable, JSONWritable {
    /// Reads base64.
    @_spi(Generated) public init(json: inout JSONReader) throws {
        try self.init(json: &json, as: .base64)
    }
    /// Writes base64.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        try write(json: &json, as: .base64)
    }
}

extension UUID: JSONReadable, JSONWritable {
    /// Reads the text form of RFC 9562 in upper or lower case.
    @_spi(Generated) public init(json: inout JSONReader) throws {
        self = try json.readText("a UUID") { UUIDText.uuid(from: $0) }
    }
    /// Writes the text form of RFC 9562 in lower case.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        json.writeString(UUIDText.text(of: self))
    }
}

extension URL: JSONReadable, JSONWritable {
    /// Reads a URL.
    @_spi(Generated) public init(json: inout JSONReader) throws {
        self = try json.readText("a URL") { URL(string: String(decoding: $0, as: UTF8.self)) }
    }
    /// Writes the absolute URL; throws for `about:invalid`.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        json.writeString(try json.placed(sentText))
    }
}

extension JSONReader {
    /// Reads a string that represents a value of another type.
    mutating func readText<Value>(
        _ expected: @autoclosure () -> String, _ make: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws -> Value {
        guard peek() == UInt8(ascii: "\""), coding == nil else {
            return try recoded(.formattedString, expected()) { (json) throws -> Value in
                try json.readText(expected(), make)
            }
        }
        let start = offset
        let value: Value?
        if let bytes = try stringBytes() {
            value = make(bytes)
        } else {
            value = try unescaped().withUnsafeBufferPointer { make($0) }
        }
        guard let value else { throw invalid(expected(), from: start) }
        return value
    }
}

extension JSONWriter {
    /// Adds the path to an error.
    func placed<Value>(_ make: () throws -> Value) throws -> Value {
        do {
            return try make()
        } catch var error as JSONError where error.isOfWriter {
            let place = place
            error.reason = .unwritable
            if !place.isEmpty { error.cannotWrite = "\(place): \(error.message)" }
            throw error
        }
    }
}
