/// Reads the members of an object by name, in any order.
///
/// A generated type reads its members in the order of the spec, which most servers use. Each member is then
/// read where the cursor is. Other members are noted and skipped, and read from the note when the type
/// requests them.
extension JSONReader {
    /// The state of the enclosing object, to which the reader returns.
    public struct Object {
        let outer: Members
        let start: UnsafePointer<UInt8>
    }

    /// The members of an object that the reader has seen.
    struct Members {
        /// The index of the first note about this object.
        var first = 0
        /// The index of the note to check first.
        var next = 0
        /// The number of noted members that were not read.
        var unread = 0
        /// Whether the end of the object was reached; the cursor stays before it.
        var isEnded = false
        /// The names that were read.
        var read = NameMask()
        /// Whether names must be unescaped before they are compared.
        var hasEscapedNames = false
    }

    /// A compact filter that excludes most names that are not in a set.
    struct NameMask {
        private var ends: UInt64 = 0
        private var middles: UInt64 = 0

        /// Creates a mask without names.
        init() {}

        /// Creates the mask of a name.
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

        /// Returns whether the names of another mask may be in this one.
        func mayContain(_ other: NameMask) -> Bool {
            ends & other.ends == other.ends && middles & other.middles == other.middles
        }
    }

    /// A note about a member that the reader has seen.
    struct Note {
        /// The name as it stands between the quotes.
        let name: UnsafePointer<UInt8>
        let length: Int
        /// The start of the value; `nil` after it was read.
        var value: UnsafePointer<UInt8>?
        /// Whether the name must be unescaped before it is compared.
        let isEscaped: Bool
    }

    /// Begins to read an object.
    ///
    /// Read its members in any order, and then call ``endObject(_:)``. If the next value is not an object,
    /// all members read as missing, and ``endObject(_:)`` throws.
    /// - Parameter hasEscapedNames: Whether a name that you read contains a quote, a backslash or a control
    ///   character. The default, `false`, compares names with the bytes between the quotes, where such
    ///   characters are escaped.
    public mutating func beginObject(hasEscapedNames: Bool = false) -> Object {
        let object = Object(outer: members, start: cursor)
        guard failure == nil else { return object }
        do { try enterObject() } catch { fail(error) }
        members = Members(
            first: notes.count, next: notes.count, hasEscapedNames: hasEscapedNames)
        return object
    }

    /// Ends an object and skips its remaining members.
    ///
    /// - Throws: A ``JSONError`` for the first problem in the object. A problem is also a second occurrence
    ///   of a member that was read.
    public mutating func endObject(_ object: Object) throws {
        guard finish(object) else { throw takeFailure() }
    }

    /// Ends an object; if it returns `false`, throw ``takeFailure()``.
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

    /// Returns the error of the object, and resets it.
    public mutating func takeFailure() -> any Error {
        defer { failure = nil }
        return failure ?? syntax("a value")
    }

    /// Stores an error until the object ends.
    ///
    /// Each throwing call would make the compiler emit cleanup code for all earlier members.
    @usableFromInline
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// Moves to the value of a member; returns `nil` if it is missing, or after an earlier failure.
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

    /// The position of a member.
    @usableFromInline
    struct Place {
        /// The position to return to after reading the value; `nil` to continue behind the value.
        @usableFromInline let back: UnsafePointer<UInt8>?
    }

    /// Continues behind the value of a member.
    @usableFromInline
    mutating func leave(_ place: Place) {
        if let back = place.back { cursor = back }
    }

    /// Stores that a required member is missing, unless there was an earlier failure.
    @usableFromInline
    mutating func absent<Value>(_ name: StaticString) -> Value? {
        guard failure == nil else { return nil }
        // XML has no other representation of an empty array.
        if readsTexts, let empty = [Never]() as? Value { return empty }
        fail(missing(name))
        return nil
    }

    /// Moves to the value of a member.
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

    /// Skips the next member; returns `false` at the end of the object.
    private mutating func passMember() throws -> Bool {
        guard try nextMember() else { return false }
        _ = try noteMember()
        members.unread += 1
        try pass()
        return true
    }

    /// Skips a value that is read later, or was read before.
    ///
    /// - Throws: A ``JSONError`` if the limit for skipped bytes is exceeded: each level of nested objects may
    ///   skip all bytes in it.
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

    /// Moves to the name of the next member; returns `false` before the end of the object.
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

    /// Reads the name of the next member and notes the position of its value.
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

    /// Returns the index of the note about an unread member, usually the next one.
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

    /// Returns the unescaped name of a member.
    private mutating func text(of note: Note) throws -> [UInt8] {
        guard note.isEscaped else {
            return Array(UnsafeBufferPointer(start: note.name, count: note.length))
        }
        let back = cursor
        defer { cursor = back }
        cursor = note.name
        return try unescaped()
    }

    /// Throws if a member that was read occurs twice, because another reader may have checked the other one.
    ///
    /// RFC 8259, section 4, does not define which member counts. Only names that match the mask are searched
    /// for, all in one pass: a server may choose names that the mask can't distinguish.
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
            // A name that occurs more often than it was left unread was also read.
            guard suspect.unread > 0 else {
                throw JSONError(
                    .invalid, at: suspect.value - base, expected: "one member of the name",
                    found: "a second one")
            }
            suspects[name] = (suspect.unread - 1, suspect.value)
        }
    }
}
