/// Members by name: in the order of the text where that is asked for, else from notes of what was
/// passed over.
///
/// A generated type asks for its members in the order of the spec, which most servers keep: then each
/// is read where it stands. Where another one stands, it is noted and passed over, and read when it is
/// asked for.
extension JSONReader {
    /// The object around one that is read: what there is to go back to.
    public struct Object {
        let outer: Members
        let start: UnsafePointer<UInt8>
    }

    /// The members of an object, as far as they have been seen.
    struct Members {
        /// Where the notes about this object begin.
        var first = 0
        /// Where to look next among the notes.
        var next = 0
        /// How many of those that were noted have not been read.
        var unread = 0
        /// Whether the end of the object has been seen; the cursor stays before it.
        var isEnded = false
    }

    /// A note about a member that has been seen.
    struct Note {
        /// Its name as it stands between the quotes.
        let name: UnsafePointer<UInt8>
        let length: Int
        /// Where its value starts; nothing once it has been read.
        var value: UnsafePointer<UInt8>?
        /// Whether the name is to be unescaped before it is compared.
        let isEscaped: Bool
    }

    /// Starts to read an object; its members follow, in any order, and ``endObject(_:)``.
    ///
    /// If the value is none, all of them are as if they were not there, and the end throws it.
    public mutating func beginObject() -> Object {
        let object = Object(outer: members, start: cursor)
        guard failure == nil else { return object }
        do { try enterObject() } catch { fail(error) }
        members = Members(first: notes.count, next: notes.count)
        return object
    }

    /// Ends an object: what it has besides is skipped.
    /// - Throws: a ``JSONError`` for the first thing that was wrong in it; also if a member was there
    ///   twice.
    public mutating func endObject(_ object: Object) throws {
        guard completes(object) else { throw takeFailure() }
    }

    /// Ends an object, and says whether all was as expected; else throw ``takeFailure()``.
    public mutating func completes(_ object: Object) -> Bool {
        guard failure == nil else { return false }
        do {
            while try passMember() {}
            try checkNames()
            leave()
        } catch {
            fail(error)
            return false
        }
        notes.removeLast(notes.count - members.first)
        members = object.outer
        return true
    }

    /// What was wrong, to be thrown.
    public mutating func takeFailure() -> any Error {
        defer { failure = nil }
        return failure ?? syntax("a value")
    }

    /// Keeps an error until the object ends: each place that throws costs the compiler a copy of all
    /// that is to be cleaned up there.
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// The value of a member; nothing if it is not there, or once something was wrong.
    @inline(__always)
    mutating func member<Value>(
        _ name: StaticString, _ read: (inout JSONReader) throws -> Value
    ) -> Value? {
        guard failure == nil else { return nil }
        do {
            guard let place = try find(name) else { return nil }
            let value = try read(&self)
            if let back = place.back { cursor = back }
            return value
        } catch {
            fail(error)
            return nil
        }
    }

    /// The value of a member that has to be there; nothing once something was wrong.
    @inline(__always)
    mutating func required<Value>(
        _ name: StaticString, _ read: (inout JSONReader) throws -> Value
    ) -> Value? {
        if let value = member(name, read) { return value }
        if failure == nil { fail(missing(name)) }
        return nil
    }

    /// Where a member was found.
    struct Place {
        /// Where to go on after its value; nothing where that stands behind it.
        let back: UnsafePointer<UInt8>?
    }

    /// Goes to the value of a member.
    private mutating func find(_ name: StaticString) throws -> Place? {
        if members.unread > 0, let index = try noted(name), let value = notes[index].value {
            notes[index].value = nil
            members.next = index + 1
            members.unread -= 1
            defer { cursor = value }
            return Place(back: cursor)
        }
        while try nextMember() {
            let length = name.utf8CodeUnitCount
            if end - cursor > length + 1, cursor[length + 1] == UInt8(ascii: "\""),
                isEqual(cursor + 1, name.utf8Start, length)
            {
                notes.append(Note(name: cursor + 1, length: length, value: nil, isEscaped: false))
                cursor += length + 2
                try colon()
                return Place(back: nil)
            }
            let note = try noteMember()
            if try isNamed(note, name) {
                notes[notes.count - 1].value = nil
                return Place(back: nil)
            }
            members.unread += 1
            try pass()
        }
        return nil
    }

    /// Passes over the next member of the text; false at the end.
    private mutating func passMember() throws -> Bool {
        guard try nextMember() else { return false }
        _ = try noteMember()
        members.unread += 1
        try pass()
        return true
    }

    /// Goes to the name of the next member; false at the end, which is not passed.
    private mutating func nextMember() throws -> Bool {
        guard !members.isEnded else { return false }
        guard let byte = peek() else { throw syntax("',' or '}'") }
        if byte == UInt8(ascii: "}") {
            members.isEnded = true
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw syntax("',' or '}'") }
            cursor += 1
        }
        guard peek() == UInt8(ascii: "\"") else { throw syntax("a key in quotes") }
        return true
    }

    /// Reads the name of the next member and notes where its value is.
    private mutating func noteMember() throws -> Note {
        let start = cursor + 1
        let isEscaped = try stringBytes() == nil
        if isEscaped { _ = try unescaped() }
        let length = cursor - 1 - start
        try colon()
        let note = Note(name: start, length: length, value: cursor, isEscaped: isEscaped)
        notes.append(note)
        return note
    }

    private mutating func colon() throws {
        guard peek() == UInt8(ascii: ":") else { throw syntax("':'") }
        cursor += 1
    }

    /// The note about an unread member of a name: most often the next one.
    private mutating func noted(_ name: StaticString) throws -> Int? {
        for index in members.next..<notes.count where try isUnread(index, name) { return index }
        for index in members.first..<members.next where try isUnread(index, name) { return index }
        return nil
    }

    private mutating func isUnread(_ index: Int, _ name: StaticString) throws -> Bool {
        guard notes[index].value != nil else { return false }
        return try isNamed(notes[index], name)
    }

    private mutating func isNamed(_ note: Note, _ name: StaticString) throws -> Bool {
        guard !note.isEscaped else {
            return try text(of: note).elementsEqual(
                UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
        return note.length == name.utf8CodeUnitCount
            && isEqual(note.name, name.utf8Start, note.length)
    }

    /// The name of a member that has escapes, without them.
    private mutating func text(of note: Note) throws -> [UInt8] {
        guard note.isEscaped else {
            return Array(UnsafeBufferPointer(start: note.name, count: note.length))
        }
        let back = cursor
        defer { cursor = back }
        cursor = note.name
        return try unescaped()
    }

    /// Refuses an object that has a member twice which was read: whoever checks it may have taken the
    /// other one (RFC 8259, section 4).
    private mutating func checkNames() throws {
        guard members.unread > 0 else { return }
        let notes = notes[members.first...]
        for note in notes where note.value != nil {
            for other in notes where other.value == nil {
                let isSame =
                    note.isEscaped || other.isEscaped
                    ? try text(of: note) == text(of: other)
                    : note.length == other.length && isEqual(note.name, other.name, note.length)
                guard isSame else { continue }
                throw JSONError(
                    .invalid, at: (note.value ?? cursor) - base, expected: "one member of the name",
                    found: "a second one")
            }
        }
    }
}
