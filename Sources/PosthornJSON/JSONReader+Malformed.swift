/// Values that are kept although their type can't read them.
extension JSONReader {
    /// Reads a value, or keeps its JSON with the error, and reports it, if it is valid JSON and can't be read.
    ///
    /// The positions of the error count from the beginning of the value, so that many malformed values take no
    /// more time than their bytes.
    /// - Throws: A ``JSONError`` if the document is not JSON, or failed attempts have read too many bytes.
    @_spi(Generated) public mutating func keepingMalformed<Value>(
        _ keep: (JSONValue, JSONError) -> Value, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        try self.keep(keep, allowingText: false, read)
    }

    /// Reads the data of an event, or keeps it with the error if it can't be read.
    ///
    /// Data that is not JSON is kept as a text.
    /// - Throws: A ``JSONError`` if failed attempts have read too many bytes.
    @_spi(Generated) public mutating func keepingMalformedEvent<Value>(
        _ keep: (JSONValue, JSONError) -> Value, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        try self.keep(keep, allowingText: true, read)
    }

    private mutating func keep<Value>(
        _ make: (JSONValue, JSONError) -> Value, allowingText: Bool,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        _ = peek()
        let start = mark()
        do {
            return try read(&self)
        } catch {
            let problem = problem(error)
            guard allowingText || problem.reason != .syntax else { throw error }
            try goBack(to: start, after: error, of: Value.self)
            let first = cursor
            let value = allowingText ? try eventData() : try JSONValue(json: &self)
            return make(value, report(problem, from: first))
        }
    }
}
