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

    /// Reads a map: an object whose keys are data, or an empty array, which PHP writes for an empty map.
    ///
    /// If a key occurs twice, the last value counts.
    /// - Throws: A ``JSONError`` if the next value is neither, or one of the map's values is invalid.
    @inlinable
    package mutating func readMap<Value: JSONReadable>() throws -> [String: Value] {
        try readMap { json in try Value(json: &json) }
    }

    /// Reads a map whose values a closure reads.
    @inlinable
    mutating func readMap<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> [String: Value] {
        do {
            try enterObject()
        } catch {
            guard skipsEmptyArray() else { throw error }
            return [:]
        }
        return try readMembers(read)
    }

    /// Reads the members of a map after its brace.
    @inlinable
    @inline(__always)
    mutating func readMembers<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> [String: Value] {
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

    /// Skips an empty array; returns whether there was one.
    @usableFromInline
    mutating func skipsEmptyArray() -> Bool {
        guard coding == nil, peek() == UInt8(ascii: "[") else { return false }
        let start = cursor
        cursor += 1
        guard peek() == UInt8(ascii: "]") else {
            cursor = start
            return false
        }
        cursor += 1
        isFirst = false
        return true
    }

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
