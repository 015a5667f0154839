/// What a successful call returns.
package indirect enum ReturnsSpec: Sendable {
    case nothing
    case value(ReturnedValue)
    /// One of several values, depending on the status.
    case statuses([StatusSpec])
    /// The response's header fields, with a value or without one.
    case headers(ReturnedValue?, [FieldSpec])
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
        case .value(let value): [value.type]
        case .events(let type), .lines(let type): [type]
        case .statuses(let statuses): statuses.compactMap(\.value?.type)
        case .headers(let value, _): value.map { [$0.type] } ?? []
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

    /// The value that every successful response has, or `nil` for none.
    package var value: ReturnedValue? {
        switch self {
        case .value(let value), .headers(let value?, _): value
        default: nil
        }
    }

    var summary: String {
        switch self {
        case .bytes: "'Bytes'"
        case .file: "'File'"
        case .events(let type): "'events of \(type)'"
        case .lines(let type): "'lines of \(type)'"
        case .value(let value): quoted(value.description)
        case .nothing: "nothing"
        case .statuses: "several statuses"
        case .headers: "a type and headers"
        }
    }
}

/// The value of a response that is read as a whole.
package struct ReturnedValue: Sendable {
    package var type: TypeExpression
    /// Whether elements of the list that can't be read are left out.
    package var isLossy = false
    /// Whether the value has the entity tag of the response.
    package var isTagged = false

    package init(type: TypeExpression, isLossy: Bool = false, isTagged: Bool = false) {
        (self.type, self.isLossy, self.isTagged) = (type, isLossy, isTagged)
    }
}

extension ReturnedValue: CustomStringConvertible {
    package var description: String { (isTagged ? "tagged " : "") + type.description }
}

/// The value for one of several successful statuses.
package struct StatusSpec: Sendable {
    /// The status, 200 to 399.
    package var status: Int
    package var mark: SourceMark
    /// The value of the body, or `nil` for none.
    package var value: ReturnedValue?
    /// The header fields that the case has beside the body.
    package var headers: [FieldSpec] = []
    /// The name of the generated case, without backticks.
    package var name: String
    package var doc: String?
    /// The policy that decodes the body, or `nil` for that of the call.
    package var response: ResponseSpec?

    /// Whether the library takes the status for a success without being told.
    package var isSuccess: Bool { (200...299).contains(status) }
}
