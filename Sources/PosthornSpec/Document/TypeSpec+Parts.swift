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

    /// Calls a function for the types that a declaration is made of: those of its fields, and those
    /// that it names.
    package func forEachPart(_ body: (TypeExpression) -> Void) {
        for field in fields { body(field.type) }
        for (type, _) in references { body(type) }
    }

    /// Calls a function for the declaration, and for those in place in it.
    func forEachInner(_ body: (TypeSpec.Kind) -> Void) {
        body(self)
        forEachPart { if case .inline(let kind) = $0.innermost { kind.forEachInner(body) } }
    }

    /// Calls a function for the names in a declaration, also of what is in place in it.
    func forEachName(_ body: (TypeName) -> Void) {
        forEachInner { $0.forEachPart { if let name = $0.name { body(name) } } }
    }
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
