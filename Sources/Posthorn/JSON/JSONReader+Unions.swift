extension JSONReader {
    /// The text of a member of the object that comes next, without reading the object.
    ///
    /// Empty if the object has no such member, or it is no string.
    /// - Throws: a ``JSONError`` if the next value is no object, or not valid JSON up to there.
    public mutating func discriminator(_ name: StaticString) throws -> String {
        let start = (cursor, isFirst, depth)
        defer { (cursor, isFirst, depth) = start }
        try enterObject()
        while let key = try memberKey() {
            if name ~= key {
                return peek() == UInt8(ascii: "\"") || readsTexts ? try readString() : ""
            }
            try passForNow()
        }
        return ""
    }

    /// A value, if the next one can be read as its type; else nothing has been read.
    /// - Throws: a ``JSONError`` if too much has been read in vain. Types that contain themselves
    ///   through several such unions could take exponential time.
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

    /// A value in a form, if the next one can be read as its type in that; else nothing has been read.
    /// - Throws: a ``JSONError`` if too much has been read in vain.
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

    /// A place to go back to.
    @usableFromInline
    struct Mark {
        var cursor: UnsafePointer<UInt8>
        var isFirst: Bool
        var depth: Int
        var members: Members
        var notes: Int
    }

    @usableFromInline
    func mark() -> Mark {
        Mark(
            cursor: cursor, isFirst: isFirst, depth: depth, members: members, notes: notes.count)
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

    /// Goes on from another place.
    mutating func move(to mark: Mark) {
        (cursor, isFirst, depth) = (mark.cursor, mark.isFirst, mark.depth)
        members = mark.members
        notes.removeLast(notes.count - mark.notes)
        while let last = singles.last, last > depth { singles.removeLast() }
    }
}
