/// What a successful call gives.
public enum ReturnsSpec: Sendable {
    /// Nothing.
    case nothing
    /// A value.
    case value(TypeExpression)
    /// One of several values, by the status.
    case statuses([StatusSpec])
    /// A value, or nothing, with header fields of the response.
    case headers(TypeExpression?, [FieldSpec])
    /// The body as it arrives.
    case bytes
    /// The body in a file.
    case file
    /// Server-sent events, each with a value.
    case events(TypeExpression)
    /// Lines, each with a value.
    case lines(TypeExpression)

    /// All types that it names.
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
    /// Whether the body is read while it arrives.
    public var isStreamed: Bool {
        switch self {
        case .bytes, .file, .events, .lines: true
        case .nothing, .value, .statuses, .headers: false
        }
    }

    /// What it is in a diagnostic.
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
