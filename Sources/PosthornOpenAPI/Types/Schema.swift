internal import PosthornForeign
internal import PosthornSpec

/// A schema in one form, whichever of the many forms the document has.
struct Schema {
    indirect enum Core {
        /// Any value.
        case any
        /// Only `null`.
        case null
        /// A schema that becomes a type with a name.
        case reference(Named)
        /// A built-in type of the spec language, with its format; `Binary` for bytes that are no JSON.
        case scalar(String)
        case constant(Node)
        case enumeration([EnumShape.Value])
        case array(Node?)
        case map(Node?)
        /// An object whose members are those of all these schemas.
        case object([Node])
        case union([Schema], discriminator: Node?)
    }

    /// A schema that references name.
    struct Named {
        var identity: String
        var name: String
        var target: Node
        var core: Core
    }

    var core: Core
    /// The schema in the document.
    var node: Node
    var isNullable = false
    /// What the schema says and the spec language can't; `nil` for nothing.
    var problem: String?

    /// The core behind a reference.
    var target: Core { if case .reference(let named) = core { named.core } else { core } }

    /// The kinds of JSON values, which a union tells apart.
    enum Kind: Hashable {
        case any
        case null
        case text
        case number
        case bool
        case object
        case union
        indirect case array(Kind)
    }
}

/// The keywords of JSON Schema that say nothing of a value's type.
enum Keywords {
    /// Those that make a schema more than an annotation.
    static let structural: Set<String> = [
        "$dynamicRef", "$recursiveRef", "$ref", "additionalProperties", "allOf", "anyOf", "const",
        "enum", "format", "items",
        "oneOf", "patternProperties", "prefixItems", "properties", "required", "type",
        "contentEncoding", "contentMediaType",
    ]

    /// Those that say more than which kind of value it is.
    static let specific = structural.subtracting(["type", "format", "required"])
}

extension Node {
    /// Whether the schema says something of a value's type.
    var isStructural: Bool {
        kind == .mapping && keys.contains { Keywords.structural.contains($0) }
    }

    /// Returns whether two values have the same text, keys and items.
    func isEqual(to other: Node) -> Bool {
        if self === other { return true }
        guard kind == other.kind, text == other.text, isPlain == other.isPlain,
            items.count == other.items.count, Set(keys) == Set(other.keys)
        else { return false }
        guard kind == .mapping else {
            return zip(items, other.items).allSatisfy { $0.isEqual(to: $1) }
        }
        return entries.allSatisfy { key, value in
            other[key].map { value.isEqual(to: $0) } ?? false
        }
    }

    /// Returns the mapping without some keys.
    func without(_ names: Set<String>) -> Node {
        Node(at: self, entries.filter { !names.contains($0.key) })
    }
}
