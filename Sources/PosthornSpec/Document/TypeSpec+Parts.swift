extension TypeSpec.Kind {
    /// The own fields of an object or the positions of a tuple, empty for other kinds.
    package var fields: [FieldSpec] {
        switch self {
        case .object(let fields, _): fields
        case .tuple(let tuple): tuple.fields
        case .enumeration, .union, .wrapper, .foreign, .refused: []
        }
    }

    /// The types that a declaration names besides those of its fields, with their places.
    package var references: [(type: TypeExpression, mark: SourceMark)] {
        switch self {
        case .object(_, let includes): includes.map { (.named($0), $0.mark) }
        case .union(let union):
            union.cases.map { ($0.type, $0.typeMark) }
                + union.includes.map { (.named($0), $0.mark) }
        case .wrapper(let type, let mark): [(type, mark)]
        case .enumeration, .tuple, .foreign, .refused: []
        }
    }

    /// Calls a function for the types of the fields and for all other types that a declaration names.
    package func forEachPart(_ body: (TypeExpression) -> Void) {
        for field in fields { body(field.type) }
        for (type, _) in references { body(type) }
    }

    /// Calls a function for the declaration and for the inline declarations in it.
    package func forEachInner(_ body: (TypeSpec.Kind) -> Void) {
        body(self)
        forEachPart { if case .inline(let kind) = $0.innermost { kind.forEachInner(body) } }
    }

    /// Calls a function for the type names in a declaration, including its inline declarations.
    func forEachName(_ body: (TypeName) -> Void) {
        forEachInner { $0.forEachPart { if let name = $0.name { body(name) } } }
    }
}

extension TypeExpression {
    /// Returns the kind of a declared or inline type, or `nil` for a built-in type, an array or a map.
    package func kind(in types: [String: TypeSpec]) -> TypeSpec.Kind? {
        switch self {
        case .named(let name): types[name.text]?.kind
        case .inline(let kind): kind
        case .array, .map, .optional: nil
        }
    }

    /// The inline kind inside arrays, maps and optionals, or `nil` for none.
    package var inline: TypeSpec.Kind? {
        if case .inline(let kind) = innermost { kind } else { nil }
    }

    /// The type name inside arrays, maps and optionals, or `nil` for an inline type.
    package var name: TypeName? { if case .named(let name) = innermost { name } else { nil } }

    /// The wire format of a date, of data or of a number, or `nil` for the default one.
    package var form: String? { name?.form }

    /// The wire format outside of JSON, where a number has the same text in all formats.
    package var textForm: String? { innermost.scalar?.isNumber == true ? nil : form }

    package var isArray: Bool { if case .array = self { true } else { false } }

    /// Whether the type is an array or a map.
    package var isList: Bool {
        switch self {
        case .array, .map: true
        case .named, .optional, .inline: false
        }
    }
}
