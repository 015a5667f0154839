extension JSONReader {
    /// Reads `true` or `false`.
    ///
    /// - Throws: A ``JSONError`` for another value.
    package mutating func readBool() throws -> Bool {
        switch peek() {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default:
            return try recoded(.bool, "a Boolean") { (json) throws -> Bool in try json.readBool() }
        }
    }

    /// Reads a map: an object whose keys are data.
    ///
    /// If a key occurs twice, the last value counts.
    /// - Throws: A ``JSONError`` if the next value is not an object, or one of its values is invalid.
    @inlinable
    package mutating func readMap<Value: JSONReadable>() throws -> [String: Value] {
        try readMap { json in try Value(json: &json) }
    }

    /// Reads a map whose values a closure reads.
    @inlinable
    mutating func readMap<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> [String: Value] {
        try enterObject()
        let start = startOfObject
        var result: [String: Value] = [:]
        do {
            while let key = try memberKey() {
                let name = key.name
                result[name] = try read(&self)
            }
        } catch {
            throw inMap(error, startingAt: start)
        }
        endMap(startingAt: start)
        return result
    }

    /// Marks an object around deviations as a map, whose keys are not shown.
    @usableFromInline
    func endMap(startingAt start: Int) { deviations?.maps.insert(start) }

    /// The offset of the object that was just entered.
    @usableFromInline var startOfObject: Int { offset - 1 }

    /// Marks an object in an error as a map, whose keys are not shown.
    @usableFromInline
    func inMap(_ error: any Error, startingAt start: Int) -> any Error {
        guard var error = error as? JSONError else { return error }
        error.maps.insert(start)
        return error
    }
}
