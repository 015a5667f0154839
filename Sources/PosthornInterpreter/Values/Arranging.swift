internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// Brings the members of values in the order of the spec, and adds the defaults and the constants.
struct Arranging {
    let table: TypeTable
    /// Whether members that are absent stay so, as in a merge patch.
    var isPartial = false

    /// Returns a value of a type as a request has it; a value of another type stays as it is.
    func arranged(_ value: JSONValue, _ type: TypeExpression, depth: Int = 0) -> OrderedJSON {
        // The values of a command line are not as deep; a default may contain itself.
        guard depth < 64 else { return .value(value) }
        switch (value, type) {
        case (_, .optional(let wrapped)): return arranged(value, wrapped, depth: depth)
        case (.array(let items), .array(let item)):
            return .array(items.map { arranged($0, item, depth: depth + 1) })
        case (.object(let members), .map(let item)):
            return .object(
                members.sorted { $0.key < $1.key }
                    .map { ($0.key, arranged($0.value, item, depth: depth + 1)) })
        default: break
        }
        switch (value, table.kind(of: type)) {
        case (.object(let members), .object):
            guard let fields = table.fields(of: type) else { return .value(value) }
            return arranged(members, WireMember.tree(of: fields), depth: depth)
        case (_, .wrapper(let wrapped, _)): return arranged(value, wrapped, depth: depth + 1)
        case (.object, .union(let union)):
            return arranged(value, union, depth: depth)
        case (.array(let items), .tuple(let tuple)):
            let typed = items.enumerated().map { index, item in
                tuple.type(at: index).map { arranged(item, $0, depth: depth + 1) } ?? .value(item)
            }
            return .array(typed)
        default: return .value(value)
        }
    }

    private func arranged(
        _ value: JSONValue, _ union: UnionSpec, depth: Int
    ) -> OrderedJSON {
        union.choice(for: value).map { arranged(value, $0.type, depth: depth + 1) } ?? .value(value)
    }

    private func arranged(
        _ members: [String: JSONValue], _ tree: [(name: String, member: WireMember)], depth: Int
    ) -> OrderedJSON {
        var ordered: [(name: String, value: OrderedJSON)] = []
        for (name, member) in tree {
            switch member {
            case .field(let field):
                if let value = value(members[name], of: field, depth: depth + 1) {
                    ordered.append((name, value))
                }
            case .object(let inner):
                guard members[name] != nil || !isPartial else { continue }
                let value = arranged(members[name]?.object ?? [:], inner, depth: depth + 1)
                if case .object(let found) = value, found.isEmpty, members[name] == nil { continue }
                ordered.append((name, value))
            }
        }
        let known = Set(tree.map(\.name))
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            ordered.append((name, .value(value)))
        }
        return .object(ordered)
    }

    /// Returns the value of a field with its default; `nil` if it is not sent.
    func value(_ value: JSONValue?, of field: FieldSpec, depth: Int = 0) -> OrderedJSON? {
        if let value { return arranged(value, field.type, depth: depth) }
        guard !isPartial else { return nil }
        if let given = field.defaultValue {
            return arranged(
                table.value(given.value, of: field.type), field.type, depth: depth + 1)
        }
        // A required nullable member is sent as null.
        return nil
    }
}
