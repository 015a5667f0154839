package import PosthornSpec

/// A member of an object on the wire: that of a field, or an object around the members of fields with `at`.
package indirect enum WireMember {
    case field(FieldSpec)
    case object([(name: String, member: WireMember)])

    /// Returns the members of an object's fields, in their order; fields with the same start share its objects.
    package static func tree(of fields: [FieldSpec]) -> [(name: String, member: WireMember)] {
        tree(of: fields.filter { !$0.holdsOthers }.map { ($0.path[...], $0) })
    }

    private static func tree(
        of fields: [(path: ArraySlice<String>, field: FieldSpec)]
    ) -> [(name: String, member: WireMember)] {
        var members: [(name: String, member: WireMember)] = []
        var known: Set<String> = []
        for (path, field) in fields {
            guard let name = path.first else { continue }
            guard path.count > 1 else {
                members.append((name, .field(field)))
                continue
            }
            guard known.insert(name).inserted else { continue }
            let inner = fields.filter { $0.path.first == name && $0.path.count > 1 }
            members.append((name, .object(tree(of: inner.map { ($0.path.dropFirst(), $0.field) }))))
        }
        return members
    }

    /// Returns whether every object has the member.
    func isRequired(_ isRequired: (FieldSpec) -> Bool) -> Bool {
        switch self {
        case .field(let field): isRequired(field)
        case .object(let members): members.contains { $0.member.isRequired(isRequired) }
        }
    }
}
