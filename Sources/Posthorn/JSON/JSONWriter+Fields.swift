extension JSONWriter {
    /// Writes a member.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ name: StaticString, _ value: Value) throws {
        key(name)
        try value.write(json: &self)
    }

    /// Writes a member, or nothing for `nil`.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    @inlinable
    public mutating func writeIfPresent<Value: JSONWritable>(
        _ name: StaticString, _ value: Value?
    ) throws {
        guard let value else { return }
        key(name)
        try value.write(json: &self)
    }

    /// Writes a member that is an array.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    @inlinable
    public mutating func write<Element: JSONWritable>(
        _ name: StaticString, _ value: [Element]
    ) throws {
        key(name)
        try value.write(json: &self)
    }

    /// Writes a member that is an array, or nothing for `nil`.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    @inlinable
    public mutating func writeIfPresent<Element: JSONWritable>(
        _ name: StaticString, _ value: [Element]?
    ) throws {
        guard let value else { return }
        key(name)
        try value.write(json: &self)
    }

    /// Writes a member, `null`, or nothing.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    @inlinable
    public mutating func writeIfPresent<Value: JSONWritable>(
        _ name: StaticString, _ presence: Presence<Value>
    ) throws {
        guard !presence.isAbsent else { return }
        key(name)
        try presence.value.write(json: &self)
    }

    /// Writes a member in a certain form.
    /// - Throws: a ``CallFault`` if the form has no such value.
    @inlinable
    public mutating func write<Value: JSONFormed>(
        _ name: StaticString, _ value: Value, as form: Value.Form
    ) throws {
        key(name)
        try value.write(json: &self, as: form)
    }

    /// Writes a member in a certain form, or nothing for `nil`.
    /// - Throws: a ``CallFault`` if the form has no such value.
    @inlinable
    public mutating func writeIfPresent<Value: JSONFormed>(
        _ name: StaticString, _ value: Value?, as form: Value.Form
    ) throws {
        guard let value else { return }
        key(name)
        try value.write(json: &self, as: form)
    }

    /// Writes a member in a certain form, `null`, or nothing.
    /// - Throws: a ``CallFault`` if the form has no such value.
    @inlinable
    public mutating func writeIfPresent<Value: JSONFormed>(
        _ name: StaticString, _ presence: Presence<Value>, as form: Value.Form
    ) throws {
        guard !presence.isAbsent else { return }
        key(name)
        try presence.value.write(json: &self, as: form)
    }
}

extension JSONWriter {
    /// Writes the value of a union's case, with the discriminator as its first member.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    @inlinable
    public mutating func write<Value: JSONWritable>(
        _ value: Value, tagged name: StaticString, _ tag: StaticString
    ) throws {
        self.tag(name, tag)
        try value.write(json: &self)
    }
}

extension JSONWriter {
    /// The JSON of a value.
    /// - Throws: a ``CallFault`` if JSON has no such value.
    static func bytes(of value: some JSONWritable) throws -> [UInt8] {
        var writer = JSONWriter()
        try value.write(json: &writer)
        return Array(writer.bytes)
    }

    /// What tells a value from others.
    static func identity(of value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter(.identity)
        do {
            try value.write(json: &writer)
        } catch {
            // Too deep, or a foreign type that can't be written: what there is of it counts.
            writer.append("\(type(of: error))")
        }
        return Array(writer.bytes)
    }
}
