/// A value of a union's discriminator, written as a literal.
@_spi(Generated) public enum UnionTag: Sendable {
    /// A text.
    case text(StaticString)
    /// An integer.
    case number(Int)
    /// `true` or `false`.
    case bool(Bool)
}

@_spi(Generated)
extension UnionTag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a text.
    public init(stringLiteral value: StaticString) { self = .text(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .number(value) }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
