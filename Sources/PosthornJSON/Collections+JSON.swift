extension Optional: JSONReadable where Wrapped: JSONReadable {
    /// Reads a value or `null`.
    @inlinable
    @_spi(Generated) public init(json: inout JSONReader) throws {
        self = try json.readNull() ? nil : Wrapped(json: &json)
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    /// Writes a value or `null`.
    @inlinable
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        if let self { try self.write(json: &json) } else { json.writeNull() }
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// Reads an array.
    @inlinable
    @_spi(Generated) public init(json: inout JSONReader) throws {
        self = []
        try json.beginArray()
        guard try json.nextElement() else { return }
        // One element needs no spare capacity. More share one allocation, with room for at least four.
        let first = try Element(json: &json)
        guard try json.nextElement() else {
            self = [first]
            return
        }
        reserveCapacity(Swift.max(4, 64 / MemoryLayout<Element>.stride))
        append(first)
        repeat { append(try Element(json: &json)) } while try json.nextElement()
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Writes an array.
    @inlinable
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        try json.beginArray()
        for element in self {
            json.separate()
            try element.write(json: &json)
        }
        json.endArray()
    }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    /// Reads a map; if a key occurs twice, the last value counts.
    @inlinable
    @_spi(Generated) public init(json: inout JSONReader) throws { self = try json.readMap() }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    /// Writes a map, sorted by key.
    @_spi(Generated) public func write(json: inout JSONWriter) throws {
        json.beginMap()
        try json.finish()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            json.key(key)
            try value.write(json: &json)
        }
        json.endMap()
    }
}
