internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// Texts of a query or a form, as lists and groups: the value of `a[b]=1` is a group.
indirect enum WireText: Equatable {
    case text(String)
    case list([WireText])
    case group([String: WireText])

    /// Adds a text at a path of names; an empty name and a number are elements of a list.
    mutating func add(_ text: String, at path: ArraySlice<Substring>) {
        guard let name = path.first else { return self = .text(text) }
        let rest = path.dropFirst()
        if name.isEmpty || name.allSatisfy(\.isNumber) && !isGroup {
            var items = list
            let isNew = rest.isEmpty || items.isEmpty || Int(name).map { $0 >= items.count } ?? true
            if isNew { items.append(.group([:])) }
            let index = Int(name).map { min($0, items.count - 1) } ?? items.count - 1
            items[index].add(text, at: rest)
            return self = .list(items)
        }
        var members: [String: WireText] =
            if case .group(let members) = self { members } else { [:] }
        members[String(name), default: .group([:])].add(text, at: rest)
        self = .group(members)
    }

    private var isGroup: Bool {
        if case .group(let members) = self { !members.isEmpty } else { false }
    }
    private var list: [WireText] { if case .list(let items) = self { items } else { [] } }
}

extension TypeTable {
    /// Returns texts of a query or a form as a value of its type.
    func value(of wire: WireText, as type: TypeExpression) -> JSONValue {
        let inner = unwrapped(type).type
        switch (wire, inner) {
        case (.text(let text), .array(let item)): return .array([value(ofText: text, as: item)])
        case (.text(let text), _): return value(ofText: text, as: inner)
        case (.list(let items), .array(let item)):
            return .array(items.map { value(of: $0, as: item) })
        case (.list(let items), _):
            return .array(items.map { value(of: $0, as: .named(TypeName("String", mark: .start))) })
        case (.group(let members), .map(let item)):
            return .object(members.mapValues { value(of: $0, as: item) })
        case (.group(let members), _):
            let fields = fields(of: inner) ?? []
            return .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, member in
                        let field = fields.first { $0.wireName == name }
                        let text = TypeExpression.named(TypeName("String", mark: .start))
                        return (name, value(of: member, as: field?.type ?? text))
                    }))
        }
    }
}
