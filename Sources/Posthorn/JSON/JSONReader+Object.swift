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
        /// The names that were read.
        var read = NameMask()
        /// Whether a name is compared only once the text's escapes are undone.
        var hasEscapedNames = false
    }

    /// What tells most names from those of a set, without keeping them.
    struct NameMask {
        private var ends: UInt64 = 0
        private var middles: UInt64 = 0

        /// A mask of no names.
        init() {}

        /// The mask of a name.
        init(_ name: UnsafePointer<UInt8>, _ length: Int) {
            guard length > 0 else { return }
            ends = 1 << ((UInt64(name[0] &* 31 &+ name[length - 1] &* 7) &+ UInt64(length)) & 63)
            middles = 1 << (UInt64(name[length / 2] &* 5 &+ name[length / 4]) & 63)
        }

        /// Adds a name.
        mutating func insert(_ name: StaticString) {
            let other = NameMask(name.utf8Start, name.utf8CodeUnitCount)
            ends |= other.ends
            middles |= other.middles
        }

        /// Whether the names of another mask may be among these.
        func mayContain(_ other: NameMask) -> Bool {
            ends & other.ends == other.ends && middles & other.middles == other.middles
        }
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
    /// - Parameter hasEscapedNames: Whether a name that you read holds a quote, a backslash or a control
    ///   character. The default is `false`: names are compared with the bytes between the quotes, which
    ///   have such characters only as escapes.
    public mutating func beginObject(hasEscapedNames: Bool = false) -> Object {
        let object = Object(outer: members, start: cursor)
        guard failure == nil else { return object }
        do { try enterObject() } catch { fail(error) }
        members = Members(
            first: notes.count, next: notes.count, hasEscapedNames: hasEscapedNames)
        return object
    }

    /// Ends an object: what it has besides is skipped.
    /// - Throws: a ``JSONError`` for the first thing that was wrong in it; also if a member was there
    ///   twice.
    public mutating func endObject(_ object: Object) throws {
        guard finish(object) else { throw takeFailure() }
    }

    /// Ends an object, and says whether all was as expected; else throw ``takeFailure()``.
    public mutating func finish(_ object: Object) -> Bool {
        guard failure == nil else { return false }
        do {
            while try passMember() {}
            if members.unread > 0 { try checkNames(from: object.start) }
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
    @usableFromInline
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// Goes to the value of a member; nothing if it is not there, or once something was wrong.
    @usableFromInline
    mutating func seek(_ name: StaticString) -> Place? {
        guard failure == nil else { return nil }
        do {
            return try find(name)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Where a member was found.
    @usableFromInline
    struct Place {
        /// Where to go on after its value; nothing where that stands behind it.
        @usableFromInline let back: UnsafePointer<UInt8>?
    }

    /// Goes on behind a member's value.
    @usableFromInline
    mutating func leave(_ place: Place) {
        if let back = place.back { cursor = back }
    }

    /// Keeps that a member is not there, unless something else was wrong.
    @usableFromInline
    mutating func absent<Value>(_ name: StaticString) -> Value? {
        guard failure == nil else { return nil }
        // XML has no other sign of an empty array.
        if readsTexts, let empty = [Never]() as? Value { return empty }
        fail(missing(name))
        return nil
    }

    /// Goes to the value of a member.
    private mutating func find(_ name: StaticString) throws -> Place? {
        if members.unread > 0, let index = try noted(name), let value = notes[index].value {
            notes[index].value = nil
            members.next = index + 1
            members.unread -= 1
            members.read.insert(name)
            defer { cursor = value }
            return Place(back: cursor)
        }
        while try nextMember() {
            let length = name.utf8CodeUnitCount
            if !members.hasEscapedNames, end - cursor > length + 1,
                cursor[length + 1] == UInt8(ascii: "\""),
                isEqual(cursor + 1, name.utf8Start, length)
            {
                members.read.insert(name)
                cursor += length + 2
                try colon()
                return Place(back: nil)
            }
            let note = try noteMember()
            if try isNamed(note, name) {
                notes.removeLast()
                members.read.insert(name)
                return Place(back: nil)
            }
            members.unread += 1
            try passForNow()
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

    /// Passes over a value that is read later, or was read before.
    /// - Throws: a ``JSONError`` if that is done too often: each level of nested objects may do it with
    ///   all that is in it.
    mutating func passForNow() throws {
        let start = cursor
        try pass()
        bytesPassed += cursor - start
        guard bytesPassed <= 64 * (end - base) + 8_388_608 else {
            throw JSONError(
                .limit, at: offset, expected: "members near the order of their type",
                found: "nested objects that are passed over again and again")
        }
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
    ///
    /// Only a name that the mask may have is looked for, all of them in one pass over the object:
    /// a server may choose names that the mask can't tell apart.
    private mutating func checkNames(from start: UnsafePointer<UInt8>) throws {
        var suspects: [[UInt8]: (unread: Int, value: UnsafePointer<UInt8>)] = [:]
        for index in members.first..<notes.count {
            let note = notes[index]
            guard let value = note.value else { continue }
            let name = try text(of: note)
            let mask = name.withUnsafeBufferPointer { bytes in
                NameMask(bytes.baseAddress ?? note.name, bytes.count)
            }
            guard members.read.mayContain(mask) else { continue }
            suspects[name, default: (0, value)].unread += 1
        }
        guard !suspects.isEmpty else { return }
        let end = (cursor, isFirst, depth)
        defer { (cursor, isFirst, depth) = end }
        cursor = start
        depth -= 1
        try enterObject()
        while let key = try memberKey() {
            let name = Array(UnsafeBufferPointer(start: key.start, count: key.count))
            try passForNow()
            guard let suspect = suspects[name] else { continue }
            // More of them than were not read: one of them was.
            guard suspect.unread > 0 else {
                throw JSONError(
                    .invalid, at: suspect.value - base, expected: "one member of the name",
                    found: "a second one")
            }
            suspects[name] = (suspect.unread - 1, suspect.value)
        }
    }
}
