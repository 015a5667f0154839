/// The fields of a body and a value whose members join them in one object.
///
/// It passes the members to the encoder one by one, without building a tree.
package struct BodyFields: Encodable, Sendable {
    var fields: [(name: String, value: any Encodable & Sendable)]
    var whole: (any Encodable & Sendable)?

    package init(
        fields: [(name: String, value: any Encodable & Sendable)],
        whole: (any Encodable & Sendable)? = nil
    ) {
        self.fields = fields
        self.whole = whole
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for field in fields {
            try container.encode(field.value, forKey: AnyKey(stringValue: field.name))
        }
        try whole?.encode(to: encoder)
    }
}

extension BodyFields {
    /// Returns fields and members as one object for the library's own formats.
    ///
    /// The names of the fields stay as they are. The names of the value's members are the same as without the
    /// fields.
    func content(at place: ValuePlace?) throws -> ValueNode.Content {
        var members: [(name: String, value: ValueNode)] = []
        for field in fields {
            let node = ValueNode()
            try node.put(field.value, at: ValuePlace(AnyKey(stringValue: field.name), in: place))
            members.append((field.name, node))
        }
        guard let whole else { return .object(members, .written) }
        let content = try ValueNode(of: whole).shape
        guard case .object(let own, let names) = content else { return content }
        guard names == .keys else {
            return .object(members + own, .joined(fields: members.count, names))
        }
        return .object(
            members + own.sorted { $0.name < $1.name },
            .joined(fields: members.count, .written))
    }
}
