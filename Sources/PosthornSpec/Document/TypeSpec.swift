/// A type that a spec declares.
public struct TypeSpec: Hashable, Sendable {
    /// What kind of type it is.
    public indirect enum Kind: Hashable, Sendable {
        /// A JSON object: its own fields, and the types whose fields it has too.
        case object([FieldSpec], includes: [TypeName])
        /// A set of texts or whole numbers.
        case enumeration(EnumSpec)
        /// One of several types.
        case union(UnionSpec)
        /// A type of its own around one that stands for it on the wire.
        case wrapper(TypeExpression, SourceMark)
        /// A type that is written in Swift.
        case foreign(ForeignSpec)
        /// A declaration that was refused; it only keeps the name known.
        case refused
    }

    /// The name.
    public var name: String
    /// Where the name is written.
    public var mark: SourceMark
    /// What kind of type it is.
    public var kind: Kind
    /// What it means.
    public var doc: String?
}

/// A set of texts or whole numbers.
public struct EnumSpec: Hashable, Sendable {
    /// The values in their order.
    public var cases: [EnumCase]
    /// Whether values that are not listed are kept.
    public var isOpen = true
    /// Whether the values are whole numbers.
    public var isInteger = false
    /// Whether it is written `a | b`.
    public var isShort = false
}

/// One of several types.
public struct UnionSpec: Hashable, Sendable {
    /// The types in their order.
    public var cases: [UnionCase]
    /// The member that tells them apart; nothing if the first that can be read counts.
    public var discriminator: String?
}

/// One of the types of a union.
public struct UnionCase: Hashable, Sendable {
    /// The value of the discriminator.
    public var wireName: String
    /// The name of the case in Swift, without backticks.
    public var swiftName: String
    /// Where the name is written.
    public var mark: SourceMark
    /// The type.
    public var type: TypeExpression
    /// Where the type is written.
    public var typeMark: SourceMark
}

/// A type that is written in Swift.
public struct ForeignSpec: Hashable, Sendable {
    /// The type as Swift writes it, as in `Money.Amount`.
    public var name: String
    /// The module that has it; nothing for the module of the service.
    public var module: String?

    /// The type as generated code names it: of its module, unless the name says of what it is a part.
    public var path: String {
        guard let module, !name.contains(".") else { return name }
        return "\(module).\(name)"
    }
}
