extension JSONReader {
    /// Reads `true` or `false`.
    /// - Throws: a ``JSONError`` if it is another value.
    public mutating func readBool() throws -> Bool {
        switch peek() {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default:
            if let value = try textValue("a Boolean", { try $0.readWrittenBool() }) { return value }
            throw mismatch("a Boolean")
        }
    }

    /// Reads a Boolean as XML Schema writes it, 1 and 0 among them (part 2, 3.3.2).
    private mutating func readWrittenBool() throws -> Bool {
        switch peek() {
        case UInt8(ascii: "0"), UInt8(ascii: "1"):
            defer { cursor += 1 }
            return cursor.pointee == UInt8(ascii: "1")
        default: return try readBool()
        }
    }

    /// Reads a map: an object whose keys are data.
    /// - Throws: a ``JSONError`` if it is another value, or one of its values is.
    @inlinable
    public mutating func readMap<Value: JSONReadable>() throws -> [String: Value] {
        try enterObject()
        let start = startOfObject
        var result: [String: Value] = [:]
        do {
            while let key = try memberKey() {
                let name = key.name
                result[name] = try Value(json: &self)
            }
        } catch {
            throw inMap(error, startingAt: start)
        }
        return result
    }

    /// Where the object that was just entered starts.
    @usableFromInline var startOfObject: Int { offset - 1 }

    /// Adds to an error that the object at a place is a map, whose keys are not shown.
    @usableFromInline
    func inMap(_ error: any Error, startingAt start: Int) -> any Error {
        guard var error = error as? JSONError else { return error }
        error.maps.insert(start)
        return error
    }
}
