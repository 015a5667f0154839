/// A type that a spec declares.
public struct TypeSpec: Sendable {
    /// What kind of type it is.
    public enum Kind: Sendable {
        /// A JSON object.
        case object([FieldSpec])
        /// A set of texts that may grow.
        case openEnum([EnumCase])
        /// A declaration that was refused; it only keeps the name known.
        case refused
    }

    /// The name.
    public var name: String
    /// Where the name is written.
    public var mark: SourceMark
    /// What kind of type it is.
    public var kind: Kind
}
