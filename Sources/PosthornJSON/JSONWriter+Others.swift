extension JSONWriter {
    /// Writes the members that the spec does not name, sorted by name.
    ///
    /// - Parameter names: The names of the object's other members, in the format of
    ///   ``JSONReader/beginObject(_:)``. A value with one of them is an error, because the object would have the
    ///   member twice.
    @_spi(Generated) public mutating func writeOthers<Value: JSONWritable>(
        _ others: [String: Value], besides names: StaticString
    ) {
        writeOthers(others, names) { json, value in json.write(value) }
    }

    /// Writes the members that the spec does not name in a format, sorted by name.
    @_spi(Generated) public mutating func writeOthers<Value: JSONFormattable>(
        _ others: [String: Value], as format: Value.Format, besides names: StaticString
    ) {
        writeOthers(others, names) { json, value in json.write(value, as: format) }
    }

    private mutating func writeOthers<Value>(
        _ others: [String: Value], _ names: StaticString,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard failure == nil, !others.isEmpty else { return }
        let members = MembersByLiteral.members(names)
        for (name, value) in others.sorted(by: { $0.key < $1.key }) {
            guard !members.contains(name) else {
                // The name is one of the spec, so it is not personal.
                fail(
                    JSONError(
                        writing: .invalid,
                        "'\(name)' is among the members that the spec does not name, and has a property",
                        advice: "set the property for '\(name)'"))
                return
            }
            key(name)
            write(&self, value)
        }
    }

    /// Writes the value of a union's case whose type keeps members that the spec does not name.
    ///
    /// The discriminator replaces a member of its name, or becomes the first member.
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, setting name: StaticString, to tag: StaticString
    ) {
        let start = count
        write(value)
        guard failure == nil, !replace(name, by: tag, since: start) else { return }
        insert(name, .text(tag), intoObjectAt: start)
    }

    /// Writes the value of a union's case whose type keeps members that the spec does not name.
    ///
    /// The discriminator replaces a member of its name, or becomes the first member.
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, setting name: StaticString, to tag: Int
    ) {
        write(value, setting: name, to: .number(tag))
    }

    /// Writes the value of a union's case whose type keeps members that the spec does not name.
    ///
    /// The discriminator replaces a member of its name, or becomes the first member.
    @_spi(Generated) public mutating func write<Value: JSONWritable>(
        _ value: Value, setting name: StaticString, to tag: Bool
    ) {
        write(value, setting: name, to: .bool(tag))
    }

    private mutating func write<Value: JSONWritable>(
        _ value: Value, setting name: StaticString, to tag: UnionTag
    ) {
        let start = count
        write(value)
        guard failure == nil, !replace([name], by: [tag], since: start) else { return }
        insert(name, tag, intoObjectAt: start)
    }

    private mutating func insert(
        _ name: StaticString, _ tag: UnionTag, intoObjectAt start: Int
    ) {
        let end = count
        let isEmpty = bytes[end - 1] == UInt8(ascii: "}") && bytes[end - 2] == UInt8(ascii: "{")
        // The discriminator is written behind the object, and moved into it.
        quote(name)
        append(UInt8(ascii: ":"))
        write(tag: tag)
        if !isEmpty { append(UInt8(ascii: ",")) }
        let member = Array(bytes[end..<count])
        removeAll(after: end)
        member.withUnsafeBufferPointer { insert($0, at: start + 1) }
    }
}

extension JSONReader.Members {
    /// Returns whether a name is one of them.
    fileprivate func contains(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { name in
            guard let start = name.baseAddress else { return false }
            return index(of: JSONKey(start, name.count)) != nil
        }
    }
}
