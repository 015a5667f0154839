/// A type as a spec writes it.
public indirect enum TypeExpression: Hashable, Sendable, CustomStringConvertible {
    /// A built-in type or one of the spec.
    case named(TypeName)
    /// `[T]`.
    case array(TypeExpression)
    /// `[String: T]`.
    case map(TypeExpression)
    /// `a | b | c`, in place.
    case openEnum([EnumCase])

    /// The type as a spec writes it.
    public var description: String {
        switch self {
        case .named(let name): name.text
        case .array(let item): "[\(item)]"
        case .map(let value): "[String: \(value)]"
        case .openEnum(let cases): cases.map(\.rawValue).joined(separator: " | ")
        }
    }

    /// The names and the inline enum at the heart of arrays and maps.
    public var innermost: TypeExpression {
        var type = self
        while true {
            switch type {
            case .array(let inner), .map(let inner): type = inner
            case .named, .openEnum: return type
            }
        }
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

    /// Creates a name at a place.
    public init(_ text: String, mark: SourceMark) {
        self.text = text
        self.mark = mark
    }
}

/// A value of an open enum.
public struct EnumCase: Hashable, Sendable {
    /// The text on the wire.
    public var rawValue: String
    /// The name of the case in Swift, without backticks.
    public var swiftName: String
    /// Where it is written.
    public var mark: SourceMark

    /// Creates a case.
    public init(rawValue: String, swiftName: String, mark: SourceMark) {
        self.rawValue = rawValue
        self.swiftName = swiftName
        self.mark = mark
    }
}
