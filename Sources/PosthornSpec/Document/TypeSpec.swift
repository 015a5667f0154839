/// A type that a spec declares.
public struct TypeSpec: Hashable, Sendable {
    /// A kind of type.
    public indirect enum Kind: Hashable, Sendable {
        /// A JSON object with its own fields and those of the included types.
        case object([FieldSpec], includes: [TypeName])
        /// A set of strings or integers.
        case enumeration(EnumSpec)
        /// One of several types.
        case union(UnionSpec)
        /// A named type with the wire format of another type, and the place of the latter.
        case wrapper(TypeExpression, SourceMark)
        /// A type written in Swift.
        case foreign(ForeignSpec)
        /// A refused declaration, which only keeps the name known.
        case refused
    }

    /// The name.
    public var name: String
    /// The place of the name.
    public var mark: SourceMark
    /// The kind of type.
    public var kind: Kind
    /// The documentation, or `nil` if the spec has none.
    public var doc: String?
}

/// A set of strings or integers.
public struct EnumSpec: Hashable, Sendable {
    /// The values in order.
    public var cases: [EnumCase]
    /// Whether the generated type keeps values that are not listed.
    ///
    /// The default is `true`.
    public var isOpen = true
    /// Whether the values are integers.
    public var isInteger = false
    /// Whether the spec uses the short form `a | b`.
    public var isShort = false
}

/// One of several types.
public struct UnionSpec: Hashable, Sendable {
    /// The types in order.
    public var cases: [UnionCase]
    /// The member that tells the types apart.
    ///
    /// `nil` selects the first type that can be decoded.
    public var discriminator: String?
}

/// A type of a union.
public struct UnionCase: Hashable, Sendable {
    /// The value of the discriminator.
    public var wireName: String
    /// The name of the generated case, without backticks.
    public var swiftName: String
    /// The place of the name.
    public var mark: SourceMark
    /// The type.
    public var type: TypeExpression
    /// The place of the type.
    public var typeMark: SourceMark
}

/// A type written in Swift.
public struct ForeignSpec: Hashable, Sendable {
    /// The name in Swift, such as `Money.Amount`.
    public var name: String
    /// The module that declares the type, or `nil` for the module of the service.
    public var module: String?

    /// The name in generated code, qualified with the module unless the type is nested.
    public var path: String {
        guard let module, !name.contains(".") else { return name }
        return "\(module).\(name)"
    }
}
