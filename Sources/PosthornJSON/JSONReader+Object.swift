/// Reads the members of an object in the order of the document.
///
/// A type receives the indices of its members, reads their values, and skips none. Unknown members are
/// skipped before the type sees them.
extension JSONReader {
    /// The state of an object that is being read.
    public struct Object {
        let members: Members
        /// The index of the member that is expected next.
        var expected: Int32 = 0
        /// The offset of the object's other groups in the reader's ``JSONReader/seenLater``.
        let firstGroup: Int32
        /// Those of the first 64 members that were read, one bit each.
        var seen: UInt64 = 0
        /// The offset of the object, for the paths of errors; -1 if unknown members are skipped.
        var start: Int32 = -1

        /// Whether unknown members are read, and not skipped.
        var keepsOthers: Bool { start >= 0 }
    }

    /// Begins to read an object.
    ///
    /// Call ``nextMember(_:)`` until it returns `nil`, read the value of each member, and then call
    /// ``endObject(_:)``. If the next value is not an object, there are no members, and ``endObject(_:)``
    /// throws.
    ///
    /// - Parameter names: The different names of at most 32,767 members, in the order in which most documents
    ///   have them, separated by spaces or line breaks; empty for an object without members. A `?` at the end
    ///   is not part of the name; it marks a member that may be missing. A backslash makes the next character
    ///   part of the name, such as a space or a `?` at the end. An empty name is written `!`, or `?` if it may
    ///   be missing.
    public mutating func beginObject(_ names: StaticString) -> Object {
        if failure == nil {
            do {
                try enterObject()
                keepTags(of: offset - 1)
            } catch {
                fail(error)
            }
        }
        let members = MembersByLiteral.members(names)
        let object = Object(members: members, firstGroup: Int32(seenLater.count))
        if members.groups > 1 { seenLater += repeatElement(0, count: members.groups - 1) }
        return object
    }

    /// Moves to the value of the next known member, which you must then read.
    ///
    /// - Returns: The index of the member's name, counted from 0; `nil` at the end of the object and after a
    ///   failure.
    public mutating func nextMember(_ object: inout Object) -> Int? {
        guard failure == nil else { return nil }
        do {
            return try advance(&object)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Ends an object.
    ///
    /// - Throws: A ``JSONError`` for the first problem in the object. A missing member and a second occurrence
    ///   of a member are problems, too.
    public mutating func endObject(_ object: Object) throws {
        guard finish(object) else { throw takeFailure() }
    }

    /// Ends an object; if it returns `false`, throw ``takeFailure()``.
    @_spi(Generated) public mutating func finish(_ object: Object) -> Bool {
        guard failure == nil else { return false }
        do {
            var object = object
            while try advance(&object) != nil { try pass() }
            if let index = firstMissing(of: object) {
                throw missing(object.members.name(at: index))
            }
        } catch {
            fail(error)
            return false
        }
        if object.members.groups > 1 {
            seenLater.removeLast(seenLater.count - Int(object.firstGroup))
        }
        leave()
        return true
    }

    /// Returns the error of the object, and resets it.
    @_spi(Generated) public mutating func takeFailure() -> any Error {
        defer { failure = nil }
        return failure ?? syntax("a value")
    }

    /// Stores the first error until the object ends.
    ///
    /// Each throwing call would make the compiler emit cleanup code for all earlier members.
    @usableFromInline
    mutating func fail(_ error: any Error) {
        guard failure == nil else { return }
        failure = error
        if let coding, let name = coding.missing {
            failure = missing(name)
            coding.missing = nil
        }
    }

    /// The index of a member that the object does not name.
    private static let otherMember = -1

    /// Moves to the value of the next known member, and reads the unknown members before it.
    @_spi(Generated) public mutating func nextMember<Value: JSONReadable>(
        _ object: inout Object, others: inout [String: Value]
    ) -> Int? {
        nextMember(&object) { name, json throws in
            try json.keep(try Value(json: &json), as: name, in: &others)
        }
    }

    /// Moves to the value of the next known member, and reads the unknown members before it in a format.
    @_spi(Generated) public mutating func nextMember<Value: JSONFormattable>(
        _ object: inout Object, others: inout [String: Value], as format: Value.Format
    ) -> Int? {
        nextMember(&object) { name, json throws in
            try json.keep(try Value(json: &json, as: format), as: name, in: &others)
        }
    }

    private func keep<Value>(
        _ value: Value, as name: String, in others: inout [String: Value]
    ) throws {
        guard others.updateValue(value, forKey: name) == nil else { throw duplicate() }
    }

    private mutating func nextMember(
        _ object: inout Object, readingOthers read: (String, inout JSONReader) throws -> Void
    ) -> Int? {
        if !object.keepsOthers { object.start = Int32(clamping: startOfObject) }
        while let index = nextMember(&object) {
            guard index == Self.otherMember else { return index }
            do {
                try read(otherName, &self)
                endMap(startingAt: Int(object.start))
            } catch {
                // The name is data, as the keys of a map are.
                fail(inMap(error, startingAt: Int(object.start)))
            }
        }
        return nil
    }

    private mutating func advance(_ object: inout Object) throws -> Int? {
        while true {
            guard let byte = peek() else { throw syntax("',' or '}'") }
            if byte == UInt8(ascii: "}") { return coding == nil ? nil : missingMember(&object) }
            if isFirst {
                isFirst = false
            } else {
                guard byte == UInt8(ascii: ",") else { throw syntax("',' or '}'") }
                cursor += 1
            }
            guard peek() == UInt8(ascii: "\"") else { throw syntax("a key in quotes") }
            // Most servers write the members in the order of the spec.
            if let index = takeExpectedName(&object) { return index }
            let key = try readKey()
            let index = object.members.index(of: key)
            let isTag = index == nil && !tags.isEmpty ? try checkTag(key) : false
            if index == nil, object.keepsOthers, !isTag { otherName = key.name }
            guard peek() == UInt8(ascii: ":") else { throw syntax("':'") }
            cursor += 1
            guard let index else {
                if object.keepsOthers, !isTag { return Self.otherMember }
                try pass()
                continue
            }
            // RFC 8259, section 4, does not define which of two members counts, and another reader may have
            // checked the other one.
            guard insert(index, into: &object) else { throw duplicate() }
            object.expected = Int32(truncatingIfNeeded: index + 1)
            return index
        }
    }

    /// Reads the name of the expected member and its colon, and returns its index.
    ///
    /// Returns `nil`, without moving, for another name, a name with escapes, blanks before the colon, and a
    /// second occurrence. ``advance(_:)`` then reads the name as any other.
    @inline(__always)
    private mutating func takeExpectedName(_ object: inout Object) -> Int? {
        let index = Int(object.expected)
        guard let value = object.members.value(ofName: index, at: cursor, before: end),
            insert(index, into: &object)
        else { return nil }
        cursor = value
        object.expected += 1
        return index
    }

    /// Returns a required member that is missing, and which the coding may read as an empty array.
    private mutating func missingMember(_ object: inout Object) -> Int? {
        guard let coding, let index = firstMissing(of: object) else { return nil }
        _ = insert(index, into: &object)
        coding.missing = object.members.name(at: index)
        return index
    }

    /// Adds a member to those that were read; returns `false` if it was read before.
    @inline(__always)
    private mutating func insert(_ index: Int, into object: inout Object) -> Bool {
        let bit: UInt64 = 1 << UInt64(index & 63)
        guard index < 64 else { return insertLater(bit, Int(object.firstGroup) + index / 64 - 1) }
        defer { object.seen |= bit }
        return object.seen & bit == 0
    }

    @inline(never)
    private mutating func insertLater(_ bit: UInt64, _ group: Int) -> Bool {
        defer { seenLater[group] |= bit }
        return seenLater[group] & bit == 0
    }

    /// Returns the index of the first required member that was not read; `nil` if none is missing.
    @inline(__always)
    private func firstMissing(of object: Object) -> Int? {
        let missing = object.members.required(0) & ~object.seen
        if missing != 0 { return missing.trailingZeroBitCount }
        return object.members.groups > 1 ? firstMissingLater(of: object) : nil
    }

    private func firstMissingLater(of object: Object) -> Int? {
        for group in 1..<object.members.groups {
            let seen = seenLater[Int(object.firstGroup) + group - 1]
            let missing = object.members.required(group) & ~seen
            if missing != 0 { return group * 64 + missing.trailingZeroBitCount }
        }
        return nil
    }
}
