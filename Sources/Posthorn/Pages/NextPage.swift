/// Where a list goes on after a page.
public enum NextPage<E: Sendable>: Sendable {
    /// Nowhere: it was the last one.
    case last
    /// At this request. The cursor, if there is one, tells a page that comes again.
    case request(E, cursor: String?)
    /// At this request, unless the page, with those before it, shows that the list has ended.
    case numbered(E, after: NumberedPage)
    /// At the target of a link, which is sent as the request is but for path and query.
    case link(String)
}

extension NextPage {
    /// The page at a cursor.
    ///
    /// There is none without one, or at an empty one.
    public static func cursor<Value: ParameterValue>(
        _ value: Value?, into parameter: WritableKeyPath<E, Value?>, of endpoint: E
    ) -> NextPage {
        cursor(value, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// The page at a cursor that each request names.
    public static func cursor<Value: ParameterValue>(
        _ value: Value?, into parameter: WritableKeyPath<E, Value>, of endpoint: E
    ) -> NextPage {
        cursor(value, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    private static func cursor<Value: ParameterValue>(
        _ value: Value?, of endpoint: E, _ set: (inout E, Value) -> Void
    ) -> NextPage {
        guard let value else { return .last }
        var next = endpoint
        set(&next, value)
        // One that can't be written fails the next request, which says why: it is not the last page.
        let text = try? value.parameterText()
        return text == "" ? .last : .request(next, cursor: text)
    }

    /// The page that a `Link` field names (RFC 8288).
    public static func link(_ relation: String, in headers: HTTPFields) -> NextPage {
        LinkField.target(of: relation, in: headers).map { .link($0) } ?? .last
    }
}

extension NextPage: RedactedStringConvertible {
    /// How the next page is asked for, without cursor and link.
    public var description: String {
        switch self {
        case .last: "the last page"
        case .request, .numbered: "a request for the next page"
        case .link: "a link to the next page"
        }
    }
}
