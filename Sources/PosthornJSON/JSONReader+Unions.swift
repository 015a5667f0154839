extension JSONReader {
    /// Returns the string value of a member of the next object, without moving the reader.
    ///
    /// Returns an empty string if the object has no such member, or it is not a string.
    /// - Throws: A ``JSONError`` if the next value is not an object, or is not valid JSON up to the member.
    public mutating func discriminator(_ name: StaticString) throws -> String {
        let start = (cursor, isFirst, depth)
        defer { (cursor, isFirst, depth) = start }
        try enterObject()
        while let key = try memberKey() {
            if name ~= key {
                return peek() == UInt8(ascii: "\"") || coding != nil ? try readString() : ""
            }
            try passForNow()
        }
        return ""
    }

    /// Skips a value that is read later.
    ///
    /// - Throws: A ``JSONError`` if the limit for skipped bytes is exceeded: each level of nested unions may
    ///   skip all bytes in it.
    private mutating func passForNow() throws {
        let start = cursor
        try pass()
        bytesSearched += cursor - start
        guard bytesSearched <= 64 * (end - base) + 8_388_608 else {
            throw JSONError(
                .limit, at: offset, expected: "discriminators near the beginning of their objects",
                found: "nested objects that are searched over and over")
        }
    }

    /// Reads the next value as a type; otherwise returns `nil` and does not move the reader.
    ///
    /// - Throws: A ``JSONError`` if failed attempts have read too many bytes. Recursive types with several
    ///   such unions could take exponential time.
    @inlinable
    public mutating func attempt<Value: JSONReadable>(_ type: Value.Type) throws -> Value? {
        let start = mark()
        do {
            return try Value(json: &self)
        } catch {
            try goBack(to: start, after: error)
            return nil
        }
    }

    /// Reads the next value as a type in a format; otherwise returns `nil` and does not move the reader.
    ///
    /// - Throws: A ``JSONError`` if failed attempts have read too many bytes.
    @inlinable
    public mutating func attempt<Value: JSONFormattable>(
        _ type: Value.Type, as form: Value.Form
    ) throws -> Value? {
        let start = mark()
        do {
            return try Value(json: &self, as: form)
        } catch {
            try goBack(to: start, after: error)
            return nil
        }
    }

    /// A position to which the reader can return.
    @usableFromInline
    package struct Mark {
        var cursor: UnsafePointer<UInt8>
        var isFirst: Bool
        var depth: Int
        var groups: Int
    }

    @usableFromInline
    package func mark() -> Mark {
        Mark(cursor: cursor, isFirst: isFirst, depth: depth, groups: seenLater.count)
    }

    @usableFromInline
    mutating func goBack(to mark: Mark, after error: any Error) throws {
        if let error = error as? JSONError, error.reason == .limit { throw error }
        bytesReadInVain += cursor - mark.cursor
        guard bytesReadInVain <= 16 * (end - base) + 65_536 else {
            throw JSONError(
                .limit, at: offset, expected: "a union that is quickly told apart",
                found: "one that is not")
        }
        move(to: mark)
    }

    /// Moves to a position.
    package mutating func move(to mark: Mark) {
        (cursor, isFirst, depth) = (mark.cursor, mark.isFirst, mark.depth)
        seenLater.removeLast(seenLater.count - mark.groups)
        coding?.endArrays(below: depth)
    }
}
