extension JSONReader {
    /// Returns the string value of a member of the next object, without moving the reader.
    ///
    /// Returns an empty string if the object has no such member, or it is not a string.
    /// - Throws: A ``JSONError`` if the next value is not an object, or is not valid JSON up to the member.
    @_spi(Generated) public mutating func discriminator(_ name: StaticString) throws -> String {
        _ = peek()
        let start = (cursor: cursor, isFirst: isFirst, depth: depth)
        defer { (cursor, isFirst, depth) = start }
        try enterObject()
        keepTags(of: start.cursor - base)
        while let key = try memberKey() {
            if name ~= key {
                tags.append(Tag(name: name, object: start.cursor - base, depth: depth))
                return peek() == UInt8(ascii: "\"") || coding != nil ? try readString() : ""
            }
            try passForNow()
        }
        return ""
    }

    /// Returns the string value of a member inside objects in the next object, without moving the reader.
    ///
    /// Returns an empty string if one of the members is missing, or the value is not a string.
    /// - Throws: A ``JSONError`` if the next value is not an object, or is not valid JSON up to the member.
    @_spi(Generated) public mutating func discriminator(
        _ name: StaticString, _ inner: StaticString...
    ) throws -> String {
        try withMember([name] + inner) { json in
            json.peek() == UInt8(ascii: "\"") || json.coding != nil ? try json.readString() : ""
        } ?? ""
    }

    /// Returns the integer value of a member of the next object, without moving the reader.
    ///
    /// Returns `nil` if the member is missing, or its value is not an integer.
    /// - Parameter names: The name of the member, or of each member on the way to it.
    /// - Throws: A ``JSONError`` if the next value is not an object, or is not valid JSON up to the member.
    @_spi(Generated) public mutating func integerDiscriminator(
        _ names: StaticString...
    ) throws -> Int? {
        try withMember(names) { json in try? json.readInteger() as Int }
    }

    /// Returns the Boolean value of a member of the next object, without moving the reader.
    ///
    /// Returns `nil` if the member is missing, or its value is not `true` or `false`.
    /// - Parameter names: The name of the member, or of each member on the way to it.
    /// - Throws: A ``JSONError`` if the next value is not an object, or is not valid JSON up to the member.
    @_spi(Generated) public mutating func boolDiscriminator(
        _ names: StaticString...
    ) throws -> Bool? {
        try withMember(names) { json in try? Bool(json: &json) }
    }

    /// Reads the value of a member in the next object, and moves back to the object.
    ///
    /// Returns `nil` if one of the members on the way is missing, or is not in an object.
    private mutating func withMember<Value>(
        _ names: [StaticString], _ read: (inout JSONReader) throws -> Value?
    ) throws -> Value? {
        _ = peek()
        let start = (cursor: cursor, isFirst: isFirst, depth: depth)
        defer { (cursor, isFirst, depth) = start }
        for (index, name) in names.enumerated() {
            if index > 0, peek() != UInt8(ascii: "{") { return nil }
            try enterObject()
            if index == 0 { keepTags(of: start.cursor - base) }
            while true {
                guard let key = try memberKey() else { return nil }
                if name ~= key { break }
                try passForNow()
            }
            if names.count == 1 {
                tags.append(Tag(name: name, object: start.cursor - base, depth: depth))
            }
        }
        return try read(&self)
    }

    /// A member of an object that selects the object's type.
    struct Tag {
        let name: StaticString
        /// The offset of the object.
        let object: Int
        /// The depth of the object's members.
        let depth: Int
        /// Whether the member was read, if the type of the object does not have it.
        var wasRead = false
    }

    /// Removes the tags of objects that have ended, at the beginning of an object.
    mutating func keepTags(of object: Int) {
        guard !tags.isEmpty else { return }
        tags.removeAll { $0.depth > depth || $0.depth == depth && $0.object != object }
    }

    /// Returns whether an unknown member is a tag of the current object.
    ///
    /// - Throws: A ``JSONError`` if it is the second one, because another reader may have chosen the type by
    ///   that one.
    mutating func checkTag(_ key: JSONKey) throws -> Bool {
        var isTag = false
        for index in tags.indices where tags[index].depth == depth && tags[index].name ~= key {
            guard !tags[index].wasRead else { throw duplicate() }
            tags[index].wasRead = true
            isTag = true
        }
        return isTag
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
    @_spi(Generated) public mutating func attempt<Value: JSONReadable>(_ type: Value.Type) throws
        -> Value?
    {
        let start = mark()
        do {
            return try Value(json: &self)
        } catch {
            try goBack(to: start, after: error, of: Value.self)
            return nil
        }
    }

    /// Reads the next value as a type in a format; otherwise returns `nil` and does not move the reader.
    ///
    /// - Throws: A ``JSONError`` if failed attempts have read too many bytes.
    @inlinable
    @_spi(Generated) public mutating func attempt<Value: JSONFormattable>(
        _ type: Value.Type, as format: Value.Format
    ) throws -> Value? {
        let start = mark()
        do {
            return try Value(json: &self, as: format)
        } catch {
            try goBack(to: start, after: error, of: Value.self)
            return nil
        }
    }

    /// Reads the next value as a map; otherwise returns `nil` and does not move the reader.
    ///
    /// An empty array is none, because another type of the union may be an array.
    /// - Throws: A ``JSONError`` if failed attempts have read too many bytes.
    @inlinable
    @_spi(Generated) public mutating func attempt<Value: JSONReadable>(
        _ type: [String: Value].Type
    ) throws -> [String: Value]? {
        let start = mark()
        do {
            try enterObject()
            return try readMembers { json in try Value(json: &json) }
        } catch {
            try goBack(to: start, after: error, of: type)
            return nil
        }
    }

    /// Reads the next value as a map in a format; otherwise returns `nil` and does not move the reader.
    ///
    /// - Throws: A ``JSONError`` if failed attempts have read too many bytes.
    @inlinable
    @_spi(Generated) public mutating func attempt<Value: JSONFormattable>(
        _ type: [String: Value].Type, as format: Value.Format
    ) throws -> [String: Value]? {
        let start = mark()
        do {
            try enterObject()
            return try readMembers { json in try Value(json: &json, as: format) }
        } catch {
            try goBack(to: start, after: error, of: type)
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
        var tags: [Tag]
    }

    @usableFromInline
    package func mark() -> Mark {
        Mark(
            cursor: cursor, isFirst: isFirst, depth: depth, groups: seenLater.count, tags: tags)
    }

    @usableFromInline
    mutating func goBack(to mark: Mark, after error: any Error, of type: Any.Type) throws {
        try goBack(
            to: mark, after: error, expected: "a union that is quickly told apart",
            found: "one that is not")
        // What was tried in the values before this one is of no more use.
        while let last = attempts.last, last.depth >= depth, last.start != cursor {
            attempts.removeLast()
        }
        attempts.append(Attempt(start: cursor, depth: depth, type: type, error: error))
    }

    /// Moves to a position after a failed attempt.
    ///
    /// - Throws: The error if it is about a limit, or one if failed attempts have read too many bytes.
    mutating func goBack(
        to mark: Mark, after error: any Error, expected: String, found: String
    ) throws {
        if let error = error as? JSONError, error.reason == .limit { throw error }
        bytesReadInVain += cursor - mark.cursor
        guard bytesReadInVain <= 64 * (end - base) + 8_388_608 else {
            throw JSONError(.limit, at: offset, expected: expected, found: found)
        }
        move(to: mark)
    }

    /// Moves to a position.
    package mutating func move(to mark: Mark) {
        (cursor, isFirst, depth) = (mark.cursor, mark.isFirst, mark.depth)
        deviations?.forget(from: offset)
        seenLater.removeLast(seenLater.count - mark.groups)
        tags = mark.tags
        coding?.endArrays(below: depth)
    }
}
