internal import PosthornForeign
internal import PosthornSpec

/// What a part of a description became: a type or an endpoint, with the parts that have no type.
class Draft {
    /// The part of the document.
    let node: Node
    /// The parts that became `JSON`, because the spec language has no form for them.
    var untyped: [(node: Node, reason: String)] = []
    /// What was left out or read in another way, although all parts have types.
    var remarks: [(node: Node, reason: String)] = []
    /// The limits of values that are not checked, which only matters in requests.
    var limits: [(node: Node, reason: String)] = []

    init(_ node: Node) { self.node = node }
}

/// A type that the import writes under `types`, or in place of a field's type.
final class DeclaredType: Draft {
    enum Kind {
        /// The type is converted later.
        case pending
        case object(ObjectShape)
        case enumeration(EnumShape)
        case union(UnionShape)
        case wrapper(TypeText)
    }

    var kind = Kind.pending
    /// The name in Swift, also of a type in place, which has it if its place must be named.
    var name: String
    var doc: String?
    var isDeprecated = false
    /// The Swift name of the field in whose place the type stands; `nil` for a named type.
    var nestedName: String?
    /// The type around a type in place.
    weak var parent: DeclaredType?

    init(_ node: Node, name: String) {
        self.name = name
        super.init(node)
    }

    var isObject: Bool { if case .object = kind { true } else { false } }

    var shape: ObjectShape? {
        get { if case .object(let shape) = kind { shape } else { nil } }
        set { if let newValue { kind = .object(newValue) } }
    }

    /// The types in the declaration.
    var types: [TypeText] {
        switch kind {
        case .pending, .enumeration: []
        case .object(let shape): shape.fields.map { $0.type } + (shape.others.map { [$0] } ?? [])
        case .union(let shape): shape.cases.map { $0.type }
        case .wrapper(let type): [type]
        }
    }
}

/// A type as the spec writes it.
indirect enum TypeText {
    /// A built-in type, with its format.
    case name(String)
    case declared(DeclaredType)
    case array(TypeText)
    case map(TypeText)
    case optional(TypeText)

    static var json: TypeText { .name("JSON") }
    static var string: TypeText { .name("String") }

    /// The type without its `?`.
    var wrapped: TypeText { if case .optional(let type) = self { type } else { self } }

    var isNullable: Bool { if case .optional = self { true } else { false } }

    /// The declared type inside arrays, maps and optionals.
    var innermost: DeclaredType? {
        switch self {
        case .name: nil
        case .declared(let type): type
        case .array(let type), .map(let type), .optional(let type): type.innermost
        }
    }

    /// The declared type itself, without a `?`.
    var declaredType: DeclaredType? {
        if case .declared(let type) = wrapped { type } else { nil }
    }

    /// The type in the notation of the spec.
    var text: String {
        switch self {
        case .name(let name): name
        case .declared(let type): type.name
        case .array(let type): "[\(type.text)]"
        case .map(let type): "[String: \(type.text)]"
        case .optional(let type): type.text + "?"
        }
    }

    var isBuiltIn: Bool { if case .name = self { true } else { false } }

    /// The type with texts in place of URLs.
    var withTextsForURLs: TypeText {
        switch self {
        case .name("URL"): .string
        case .name, .declared: self
        case .array(let type): .array(type.withTextsForURLs)
        case .map(let type): .map(type.withTextsForURLs)
        case .optional(let type): .optional(type.withTextsForURLs)
        }
    }

    /// Whether the type is a list or a map.
    var isCollection: Bool {
        switch self {
        case .array, .map: true
        case .name, .declared, .optional: false
        }
    }
}

/// A field of an object, or a parameter.
struct FieldDraft {
    var wireName: String
    /// The name in Swift, if it is not that of the name on the wire.
    var swiftName: String?
    var type: TypeText
    var isOptional: Bool
    /// The value of a constant as the document has it.
    var constant: Node?
    var doc: String?
    var isDeprecated = false
    var isReadOnly = false
    var isWriteOnly = false
    var isSecret = false
    var style: String?
    /// `length`, `range` and `pattern`, with their texts.
    var limits: [(key: String, text: String)] = []
    /// The schema.
    var node: Node

    /// Whether an overlay has the type.
    var hasChosenType = false

    /// Whether a value of the object may lack the field.
    var mayBeLeftOut: Bool { isOptional || type.isNullable }
}

/// The fields of an object.
struct ObjectShape {
    var fields: [FieldDraft] = []
    /// The type of members without a name.
    var others: TypeText?
}

/// The values of an enum.
struct EnumShape {
    struct Value {
        var node: Node
        /// A name for the value in the document.
        var name: String?
        var doc: String?
    }

    var values: [Value]
    var isNumber = false
    var isOpen = true
}

/// The types of a union.
struct UnionShape {
    struct Case {
        var tags: [Node] = []
        var type: TypeText
    }

    var cases: [Case]
    /// The member whose value tells the types apart.
    var by: String?
    /// Whether the name of an event tells the types apart.
    var isByEvent = false
    /// The object `discriminator` of the document.
    var discriminator: Node?
    /// Whether the cases are final.
    var isResolved = false
}
