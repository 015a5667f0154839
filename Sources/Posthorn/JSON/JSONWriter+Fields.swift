// An error is kept until all is written: each place that throws costs the compiler a way out, and so
// does each member of a generated type.

extension JSONWriter {
    /// Writes a value.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ value: Value) {
        guard failure == nil else { return }
        do { try value.write(json: &self) } catch { fail(error) }
    }

    /// Writes a value in a certain form.
    @inlinable
    public mutating func write<Value: JSONFormattable>(_ value: Value, as form: Value.Form) {
        guard failure == nil else { return }
        do { try value.write(json: &self, as: form) } catch { fail(error) }
    }

    /// Keeps the first error.
    @usableFromInline
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// Throws what was kept.
    func finish() throws {
        if let failure { throw failure }
    }

    /// Writes a member.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
        key(name)
        write(value)
    }

    /// Writes a member, or nothing for `nil`.
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
    public mutating func write<Element: JSONWritable>(
        _ name: StaticString, _ value: [Element]
    ) {
        key(name)
        write(value)
    }

    /// Writes a member that is an array, or nothing for `nil`.
    @inlinable
    public mutating func writeIfPresent<Element: JSONWritable>(
        _ name: StaticString, _ value: [Element]?
    ) {
        guard let value else { return }
        key(name)
        write(value)
    }

    /// Writes a member, `null`, or nothing.
    @inlinable
    public mutating func writeIfPresent<Value: JSONWritable>(
        _ name: StaticString, _ presence: Presence<Value>
    ) {
        guard !presence.isAbsent else { return }
        key(name)
        write(presence.value)
    }

    /// Writes a member in a certain form.
    @inlinable
    public mutating func write<Value: JSONFormattable>(
        _ name: StaticString, _ value: Value, as form: Value.Form
    ) {
        key(name)
        write(value, as: form)
    }

    /// Writes a member in a certain form, or nothing for `nil`.
    @inlinable
    public mutating func writeIfPresent<Value: JSONFormattable>(
        _ name: StaticString, _ value: Value?, as form: Value.Form
    ) {
        guard let value else { return }
        key(name)
        write(value, as: form)
    }

    /// Writes a member in a certain form, `null`, or nothing.
    @inlinable
    public mutating func writeIfPresent<Value: JSONFormattable>(
        _ name: StaticString, _ presence: Presence<Value>, as form: Value.Form
    ) {
        guard !presence.isAbsent else { return }
        key(name)
        write(presence.value, as: form)
    }
}

extension JSONWriter {
    /// Writes the value of a union's case, with the discriminator as its first member.
    @inlinable
    public mutating func write<Value: JSONWritable>(
        _ value: Value, tagged name: StaticString, _ tag: StaticString
    ) {
        self.tag(name, tag)
        write(value)
    }
}

extension JSONWriter {
    /// Writes the value of a union's case that has the discriminator among its members: the union's
    /// word is written there, whatever the value has.
    @inlinable
    public mutating func write<Value: JSONWritable>(
        _ value: Value, replacing name: StaticString, by tag: StaticString
    ) {
        let start = count
        write(value)
        replace(name, by: tag, since: start)
    }
}

extension JSONWriter {
    /// The JSON of a value.
    /// - Throws: an ``APIError/Cause`` if JSON has no such value.
    static func bytes(of value: some JSONWritable) throws -> [UInt8] {
        var writer = JSONWriter()
        try value.write(json: &writer)
        try writer.finish()
        return Array(writer.bytes)
    }

    /// What tells a value from others.
    static func identity(of value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter(.identity)
        do {
            try value.write(json: &writer)
            try writer.finish()
        } catch {
            // Too deep, or a foreign type that can't be written: what there is of it counts.
            writer.append("\(type(of: error))")
        }
        return Array(writer.bytes)
    }
}
