// The writer stores the first error until the end. A throwing call for each member of a generated type would
// increase the size of the code.

extension JSONWriter {
    /// Writes a value, without its name.
    ///
    /// An error is stored; nothing more is written after it.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ value: Value) {
        guard failure == nil else { return }
        do { try value.write(json: &self) } catch { fail(error) }
    }

    /// Writes a value in a format, without its name.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONFormattable>(
        _ value: Value, as format: Value.Format
    ) {
        guard failure == nil else { return }
        do { try value.write(json: &self, as: format) } catch { fail(error) }
    }

    @usableFromInline
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// Throws the stored error.
    func finish() throws {
        if let failure { throw failure }
    }

    /// Writes a member.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
        key(name)
        write(value)
    }

    /// Writes a member; writes nothing for `nil`.
    @inlinable
    public mutating func writeIfPresent<Value: JSONWritable>(
        _ name: StaticString, _ value: Value?
    ) {
        guard let value else { return }
        key(name)
        write(value)
    }

    /// Writes a member that is an array.
    @inlinable
    @_spi(Generated) public mutating func write<Element: JSONWritable>(
        _ name: StaticString, _ value: [Element]
    ) {
        key(name)
        write(value)
    }

    /// Writes a member that is an array; writes nothing for `nil`.
    @inlinable
    @_spi(Generated) public mutating func writeIfPresent<Element: JSONWritable>(
        _ name: StaticString, _ value: [Element]?
    ) {
        guard let value else { return }
        key(name)
        write(value)
    }

    /// Writes a member or `null`; writes nothing for an absent value.
    @inlinable
    @_spi(Generated) public mutating func writeIfPresent<Value: JSONWritable>(
        _ name: StaticString, _ presence: FieldPresence<Value>
    ) {
        guard !presence.isAbsent else { return }
        key(name)
        write(presence.value)
    }

    /// Writes a member in a format.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONFormattable>(
        _ name: StaticString, _ value: Value, as format: Value.Format
    ) {
        key(name)
        write(value, as: format)
    }

    /// Writes a member in a format; writes nothing for `nil`.
    @inlinable
    @_spi(Generated) public mutating func writeIfPresent<Value: JSONFormattable>(
        _ name: StaticString, _ value: Value?, as format: Value.Format
    ) {
        guard let value else { return }
        key(name)
        write(value, as: format)
    }

    /// Writes a member in a format, or `null`; writes nothing for an absent value.
    @inlinable
    @_spi(Generated) public mutating func writeIfPresent<Value: JSONFormattable>(
        _ name: StaticString, _ presence: FieldPresence<Value>, as format: Value.Format
    ) {
        guard !presence.isAbsent else { return }
        key(name)
        write(presence.value, as: format)
    }
}

extension JSONWriter {
    /// Begins a member that is an object; write its members and call ``endObject()``.
    @_spi(Generated) public mutating func beginObject(_ name: StaticString) {
        key(name)
        beginObject()
    }

    /// Writes the value of a union's case, with the discriminator as its first member.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, tagged name: StaticString, _ tag: StaticString
    ) {
        self.tag(name, .text(tag))
        write(value)
    }

    /// Writes the value of a union's case, with the discriminator as its first member.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, tagged name: StaticString, _ tag: Int
    ) {
        self.tag(name, .number(tag))
        write(value)
    }

    /// Writes the value of a union's case, with the discriminator as its first member.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, tagged name: StaticString, _ tag: Bool
    ) {
        self.tag(name, .bool(tag))
        write(value)
    }
}

extension JSONWriter {
    /// Writes the value of a union's case whose type contains the discriminator.
    ///
    /// The tag replaces the value's own discriminator.
    @inlinable
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, replacing name: StaticString, by tag: StaticString
    ) {
        let start = count
        write(value)
        replace(name, by: tag, since: start)
    }

    /// Writes the value of a union's case whose type contains the discriminator.
    ///
    /// The first tag replaces the value's own discriminator, unless that is one of the tags.
    /// - Parameters:
    ///   - path: The name of the discriminator, or of each member on the way to it.
    ///   - tags: The values of the discriminator that mean the case.
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, replacing path: [StaticString], by tags: [UnionTag]
    ) {
        let start = count
        write(value)
        replace(path, by: tags, since: start)
    }
}

extension JSONWriter {
    /// Returns the JSON of a value.
    ///
    /// - Throws: A ``JSONError`` if JSON can't represent the value.
    package static func bytes(of value: some JSONWritable) throws -> [UInt8] {
        var writer = JSONWriter()
        try value.write(json: &writer)
        try writer.finish()
        return Array(writer.bytes)
    }
}
