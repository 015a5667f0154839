/// What a successful call returns.
package indirect enum ReturnsSpec: Sendable {
    case nothing
    case value(TypeExpression)
    /// One of several values, depending on the status.
    case statuses([StatusSpec])
    /// The response's header fields, with a value or without one.
    case headers(TypeExpression?, [FieldSpec])
    /// The body as a stream of bytes.
    case bytes
    case file
    /// Server-sent events, each with a value.
    case events(TypeExpression)
    /// Lines, each with a value.
    case lines(TypeExpression)

    package var types: [TypeExpression] {
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
    package var isStreamed: Bool {
        switch self {
        case .bytes, .file, .events, .lines: true
        case .nothing, .value, .statuses, .headers: false
        }
    }

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
package struct StatusSpec: Sendable {
    /// The status, 200 to 299.
    package var status: Int
    package var mark: SourceMark
    /// The type of the body, or `nil` for none.
    package var type: TypeExpression?
    /// The name of the generated case, without backticks.
    package var name: String
}
