/// What a successful call returns.
public enum ReturnsSpec: Sendable {
    /// No value.
    case nothing
    /// A value.
    case value(TypeExpression)
    /// One of several values, depending on the status.
    case statuses([StatusSpec])
    /// The response's header fields, with a value or without one.
    case headers(TypeExpression?, [FieldSpec])
    /// The body as a stream of bytes.
    case bytes
    /// The body in a file.
    case file
    /// Server-sent events, each with a value.
    case events(TypeExpression)
    /// Lines, each with a value.
    case lines(TypeExpression)

    /// All types of the returned values.
    public var types: [TypeExpression] {
        switch self {
        case .nothing, .bytes, .file: []
        case .value(let type), .events(let type), .lines(let type): [type]
        case .statuses(let statuses): statuses.compactMap(\.type)
        case .headers(let type, _): type.map { [$0] } ?? []
        }
    }
}

extension ReturnsSpec {
    /// Whether the body is processed while it arrives.
    public var isStreamed: Bool {
        switch self {
        case .bytes, .file, .events, .lines: true
        case .nothing, .value, .statuses, .headers: false
        }
    }

    /// A description for diagnostics.
    var summary: String {
        switch self {
        case .bytes: "'Bytes'"
        case .file: "'File'"
        case .events(let type): "'events of \(type)'"
        case .lines(let type): "'lines of \(type)'"
        case .value(let type): quoted(type.description)
        case .nothing: "nothing"
        case .statuses: "several statuses"
        case .headers: "a type and headers"
        }
    }
}

/// The value for one of several successful statuses.
public struct StatusSpec: Sendable {
    /// The status, 200 to 299.
    public var status: Int
    /// The place of the status.
    public var mark: SourceMark
    /// The type of the body, or `nil` for none.
    public var type: TypeExpression?
    /// The name of the generated case, without backticks.
    public var name: String
}
