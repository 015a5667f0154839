/// What a successful call gives.
public enum ReturnsSpec: Sendable {
    /// Nothing.
    case nothing
    /// A value.
    case value(TypeExpression)
    /// One of several values, by the status.
    case statuses([StatusSpec])
    /// A value, or nothing, with header fields of the answer.
    case headers(TypeExpression?, [FieldSpec])

    /// All types that it names.
    public var types: [TypeExpression] {
        switch self {
        case .nothing: []
        case .value(let type): [type]
        case .statuses(let statuses): statuses.compactMap(\.type)
        case .headers(let type, _): type.map { [$0] } ?? []
        }
    }
}

/// What one of several statuses of success gives.
public struct StatusSpec: Sendable {
    /// The status, 200 to 299.
    public var status: Int
    /// Where it is written.
    public var mark: SourceMark
    /// What the body is; nothing if there is none.
    public var type: TypeExpression?
    /// The name of the case, without backticks.
    public var name: String
}
