extension TypeSpec.Kind {
    /// The fields of an object's own.
    var fields: [FieldSpec] { if case .object(let fields, _) = self { fields } else { [] } }

    /// The types that a declaration names beside those of its fields, with where they are written.
    package var references: [(type: TypeExpression, mark: SourceMark)] {
        switch self {
        case .object(_, let includes): includes.map { (.named($0), $0.mark) }
        case .union(let union): union.cases.map { ($0.type, $0.typeMark) }
        case .wrapper(let type, let mark): [(type, mark)]
        case .enumeration, .foreign, .refused: []
        }
    }

    /// The types that a declaration is made of: those of its fields, and those that it names.
    package var parts: [TypeExpression] { fields.map(\.type) + references.map(\.type) }

    /// The declaration and those in place in it.
    var withInner: [TypeSpec.Kind] { [self] + parts.flatMap { $0.inline?.withInner ?? [] } }
}

extension TypeExpression {
    /// The kind of a type, declared or in place; nothing for a built-in one, an array or a map.
    package func kind(in types: [String: TypeSpec]) -> TypeSpec.Kind? {
        switch self {
        case .named(let name): types[name.text]?.kind
        case .inline(let kind): kind
        case .array, .map, .optional: nil
        }
    }

    /// The kind that is declared in place at the heart of arrays, maps and optionals.
    package var inline: TypeSpec.Kind? {
        if case .inline(let kind) = innermost { kind } else { nil }
    }

    /// The name at the heart of arrays, maps and optionals.
    package var name: TypeName? { if case .named(let name) = innermost { name } else { nil } }

    /// The names in a type, also of what is declared in place in it.
    var names: [TypeName] {
        name.map { [$0] } ?? inline?.withInner.flatMap(\.parts).compactMap(\.name) ?? []
    }

    /// The form of a date or of data on the wire, if it is not the usual one.
    package var form: String? { name?.form }

    /// Whether it is an array.
    package var isArray: Bool { if case .array = self { true } else { false } }

    /// Whether it is an array or a map.
    var isList: Bool {
        switch self {
        case .array, .map: true
        case .named, .optional, .inline: false
        }
    }
}
