/// A type as a spec writes it.
public indirect enum TypeExpression: Hashable, Sendable, CustomStringConvertible {
    /// A built-in type or one of the spec.
    case named(TypeName)
    /// `[T]`.
    case array(TypeExpression)
    /// `[String: T]`.
    case map(TypeExpression)
    /// `T?`.
    case optional(TypeExpression)
    /// An enum, an object or a union that is declared in place.
    case inline(TypeSpec.Kind)

    /// The type as a spec writes it.
    public var description: String {
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
    public var wrapped: TypeExpression {
        if case .optional(let type) = self { type } else { self }
    }

    /// Whether `null` is a value of it.
    public var isNullable: Bool {
        if case .optional = self { true } else { false }
    }

    /// The name or the inline type at the heart of arrays, maps and optionals.
    public var innermost: TypeExpression {
        var type = self
        while true {
            switch type {
            case .array(let inner), .map(let inner), .optional(let inner): type = inner
            case .named, .inline: return type
            }
        }
    }

    /// The type that limits look at, without `?`, and the wrappers around it, the outermost first: for each
    /// whether what it wraps may be `null`.
    ///
    /// - Parameter types: The declared types.
    public func limited(
        _ types: [String: TypeSpec]
    ) -> (type: TypeExpression, wrappers: [Bool]) {
        var type = wrapped
        var wrappers: [Bool] = []
        // More than there are types would be a circle, which another rule refuses; and nobody wraps a
        // type more often than this.
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

    /// Whether this is `File` or `[File]`, which only some places can hold.
    public var isFiles: Bool {
        switch self {
        case .named(let name), .array(.named(let name)): name.text == "File"
        default: false
        }
    }

    /// The built-in type, if this is one.
    public var scalar: ScalarType? {
        guard case .named(let name) = self else { return nil }
        return ScalarType(rawValue: name.text)
    }
}

/// The name of a type and where it is written.
public struct TypeName: Hashable, Sendable {
    /// The name as written.
    public var text: String
    /// Where it starts.
    public var mark: SourceMark
    /// The form on the wire of a date or of data, if it is not the usual one.
    public var form: String?

    /// Creates a name at a place.
    public init(_ text: String, mark: SourceMark, form: String? = nil) {
        self.text = text
        self.mark = mark
        self.form = form
    }
}

/// A value of an enum.
public struct EnumCase: Hashable, Sendable {
    /// The text on the wire.
    public var rawValue: String
    /// The name of the case in Swift, without backticks.
    public var swiftName: String
    /// Where it is written.
    public var mark: SourceMark
}
