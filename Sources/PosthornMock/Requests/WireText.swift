internal import FoundationEssentials
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
    /// Returns a text of a path, a query, a header field or a form as a value of its type.
    ///
    /// A text that the type does not have is a string, so that a check reports it.
    func value(ofText text: String, as type: TypeExpression) -> JSONValue {
        let (type, _) = unwrapped(type)
        switch kind(of: type) {
        case .enumeration(let spec)? where spec.isInteger || spec.isFraction:
            return Self.number(text)
        case .union(let union)?:
            let values = union.cases.map { value(ofText: text, as: $0.type) }
            return values.first { $0.string == nil } ?? .string(text)
        case .object?, .tuple?: return Self.json(text)
        case .enumeration?, .wrapper?, .foreign?, .refused?: return .string(text)
        case nil: break
        }
        guard let scalar = type.scalar else { return Self.json(text) }
        switch scalar {
        case .bool where type.form == "int": return Self.number(text)
        case .bool where type.form == nil:
            return text == "true" || text == "false" ? .bool(text == "true") : .string(text)
        case .date where ["unix", "millis"].contains(type.form): return Self.number(text)
        case .duration where ["seconds", "millis"].contains(type.form): return Self.number(text)
        case .json: return Self.json(text)
        case let scalar where scalar.isNumber: return Self.number(text)
        default: return .string(text)
        }
    }

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

    private static func number(_ text: String) -> JSONValue {
        JSONValue.Number(text: text).map { .number($0) } ?? .string(text)
    }

    private static func json(_ text: String) -> JSONValue {
        (try? JSONValue(document: Data(text.utf8), depth: 64)) ?? .string(text)
    }
}
