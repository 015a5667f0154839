/// A type as a spec writes it.
package indirect enum TypeExpression: Hashable, Sendable, CustomStringConvertible {
    /// A built-in or declared type.
    case named(TypeName)
    /// An array, `[T]`.
    case array(TypeExpression)
    /// A map, `[String: T]`.
    case map(TypeExpression)
    /// A nullable type, `T?`.
    case optional(TypeExpression)
    /// An inline enum, object or union.
    case inline(TypeSpec.Kind)

    /// The type as a spec writes it.
    package var description: String {
        switch self {
        case .named(let name): name.text + (name.form.map { "(\($0))" } ?? "")
        case .array(let item): "[\(item)]"
        case .map(let value): "[String: \(value)]"
        case .optional(let wrapped): "\(wrapped)?"
        case .inline(.enumeration(let spec)): spec.cases.map(\.rawValue).joined(separator: " | ")
        case .inline(.union): "{ oneOf: … }"
        case .inline: "{ … }"
        }
    }

    /// The type without its `?`.
    package var wrapped: TypeExpression {
        if case .optional(let type) = self { type } else { self }
    }

    /// Whether `null` is a value of the type.
    package var isNullable: Bool { if case .optional = self { true } else { false } }

    package var isMap: Bool { if case .map = self { true } else { false } }

    /// The name or the inline type inside arrays, maps and optionals.
    package var innermost: TypeExpression {
        var type = self
        while true {
            switch type {
            case .array(let inner), .map(let inner), .optional(let inner): type = inner
            case .named, .inline: return type
            }
        }
    }

    /// Returns the type that limits apply to, and the wrappers around it from the outermost one.
    ///
    /// The type has no `?` and is no wrapper. The Boolean of each wrapper tells whether the wrapped type is
    /// nullable.
    /// - Parameter types: The declared types.
    package func limited(_ types: [String: TypeSpec]) -> (type: TypeExpression, wrappers: [Bool]) {
        var type = wrapped
        var wrappers: [Bool] = []
        // More wrappers than declared types would be a cycle, which another rule reports. The limit of 100
        // exceeds any practical nesting.
        for _ in 0...min(types.count, 100) {
            let kind: TypeSpec.Kind? =
                switch type {
                case .named(let name): types[name.text]?.kind
                case .inline(let kind): kind
                default: nil
                }
            guard case .wrapper(let inner, _) = kind else { return (type, wrappers) }
            wrappers.append(inner.isNullable)
            type = inner.wrapped
        }
        return (type, [])
    }

    /// Whether the type is `File` or `[File]`, which only some places can hold.
    package var isFiles: Bool {
        switch self {
        case .named(let name), .array(.named(let name)): name.text == "File"
        default: false
        }
    }

    /// The built-in type, or `nil` for another type.
    package var scalar: ScalarType? {
        guard case .named(let name) = self else { return nil }
        return ScalarType(rawValue: name.text)
    }
}

/// A type name and its place.
package struct TypeName: Hashable, Sendable {
    /// The name as the spec writes it.
    package var text: String
    package var mark: SourceMark
    /// The wire format of a date, of data or of a number, or `nil` for the default one.
    package var form: String?

    package init(_ text: String, mark: SourceMark, form: String? = nil) {
        self.text = text
        self.mark = mark
        self.form = form
    }
}

/// A value of an enum.
package struct EnumCase: Hashable, Sendable {
    package var rawValue: String
    /// The name of the case in Swift, without backticks.
    package var swiftName: String
    package var mark: SourceMark
    package var doc: String?
}
