extension JSONReader {
    /// The state of an array whose positions have types of their own.
    @_spi(Generated) public struct Tuple {
        /// The number of positions.
        let count: Int
        /// The offset of the array.
        let start: Int
        /// The number of elements that were read.
        var read = 0
    }

    /// Begins to read an array with a type for each position.
    ///
    /// - Throws: A ``JSONError`` if the next value is not an array.
    @_spi(Generated) public mutating func beginTuple(_ count: Int) throws -> Tuple {
        _ = peek()
        let start = offset
        try beginArray()
        return Tuple(count: count, start: start)
    }

    /// Reads the element at the next position.
    ///
    /// - Throws: A ``JSONError`` with the path of the array if it is too short.
    @_spi(Generated) public mutating func element<Value: JSONReadable>(
        _ tuple: inout Tuple
    ) throws -> Value {
        try advance(&tuple)
        return try Value(json: &self)
    }

    /// Reads the element at the next position in a format.
    @_spi(Generated) public mutating func element<Value: JSONFormattable>(
        _ tuple: inout Tuple, as format: Value.Format
    ) throws -> Value {
        try advance(&tuple)
        return try Value(json: &self, as: format)
    }

    private mutating func advance(_ tuple: inout Tuple) throws {
        guard try nextElement() else {
            throw JSONError(
                .mismatch, at: tuple.start,
                expected: "an array of at least \(tuple.count) elements",
                found: "one of \(tuple.read)")
        }
        tuple.read += 1
    }

    /// Reads the elements after the last position.
    @_spi(Generated) public mutating func rest<Value: JSONReadable>(
        _ tuple: inout Tuple
    ) throws -> [Value] {
        var rest: [Value] = []
        while try nextElement() { rest.append(try Value(json: &self)) }
        return rest
    }

    /// Reads the elements after the last position in a format.
    @_spi(Generated) public mutating func rest<Value: JSONFormattable>(
        _ tuple: inout Tuple, as format: Value.Format
    ) throws -> [Value] {
        var rest: [Value] = []
        while try nextElement() { rest.append(try Value(json: &self, as: format)) }
        return rest
    }

    /// Ends the array, and skips the elements after the last position.
    @_spi(Generated) public mutating func endTuple(_ tuple: inout Tuple) throws {
        while try nextElement() { try pass() }
    }
}

extension JSONWriter {
    /// Begins an array whose elements follow one by one; an error is stored.
    @_spi(Generated) public mutating func beginTuple() {
        do { try beginArray() } catch { fail(error) }
    }

    /// Writes the next element of an array.
    @_spi(Generated) public mutating func writeElement(_ value: some JSONWritable) {
        separate()
        write(value)
    }

    /// Writes the next element of an array in a format.
    @_spi(Generated) public mutating func writeElement<Value: JSONFormattable>(
        _ value: Value, as format: Value.Format
    ) {
        separate()
        write(value, as: format)
    }

    /// Writes the elements after the last position.
    @_spi(Generated) public mutating func writeElements(_ values: [some JSONWritable]) {
        for value in values { writeElement(value) }
    }

    /// Writes the elements after the last position in a format.
    @_spi(Generated) public mutating func writeElements<Value: JSONFormattable>(
        _ values: [Value], as format: Value.Format
    ) {
        for value in values { writeElement(value, as: format) }
    }

    /// Ends the array.
    @_spi(Generated) public mutating func endTuple() { endArray() }
}
