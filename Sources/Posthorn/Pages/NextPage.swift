/// Where a list goes on after a page.
public enum NextPage<E: Sendable>: Sendable {
    /// Nowhere: it was the last one.
    case last
    /// At this request. The cursor, if there is one, tells a page that comes again.
    case request(E, cursor: String?)
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
        guard let value else { return .last }
        var next = endpoint
        next[keyPath: parameter] = value
        // One that can't be written fails the next request, which says why: it is not the last page.
        let text = try? value.parameterText()
        return text == "" ? .last : .request(next, cursor: text)
    }

    /// The page at a cursor that each request names.
    public static func cursor<Value: ParameterValue>(
        _ value: Value?, into parameter: WritableKeyPath<E, Value>, of endpoint: E
    ) -> NextPage {
        guard let value else { return .last }
        var next = endpoint
        next[keyPath: parameter] = value
        // One that can't be written fails the next request, which says why: it is not the last page.
        let text = try? value.parameterText()
        return text == "" ? .last : .request(next, cursor: text)
    }

    /// The page with the next number; there is none after an empty page.
    public static func number(
        after count: Int, in parameter: WritableKeyPath<E, Int>, of endpoint: E
    ) -> NextPage {
        advanced(by: count == 0 ? 0 : 1, in: parameter, of: endpoint)
    }

    /// The page with the next number, where no number is the first page.
    public static func number(
        after count: Int, in parameter: WritableKeyPath<E, Int?>, of endpoint: E
    ) -> NextPage {
        advanced(by: count == 0 ? 0 : 1, from: 1, in: parameter, of: endpoint)
    }

    /// The page that starts after the items of this one; there is none after an empty page.
    public static func offset(
        by count: Int, in parameter: WritableKeyPath<E, Int>, of endpoint: E
    ) -> NextPage {
        advanced(by: count, in: parameter, of: endpoint)
    }

    /// The page that starts after the items of this one, where no offset is zero.
    public static func offset(
        by count: Int, in parameter: WritableKeyPath<E, Int?>, of endpoint: E
    ) -> NextPage {
        advanced(by: count, from: 0, in: parameter, of: endpoint)
    }

    /// The page that a `Link` field names (RFC 8288).
    public static func link(_ relation: String, in headers: HTTPFields) -> NextPage {
        LinkField.target(of: relation, in: headers).map { .link($0) } ?? .last
    }

    private static func advanced(
        by count: Int, in parameter: WritableKeyPath<E, Int>, of endpoint: E
    ) -> NextPage {
        let (value, isTooLarge) = endpoint[keyPath: parameter].addingReportingOverflow(count)
        guard count > 0, !isTooLarge else { return .last }
        var next = endpoint
        next[keyPath: parameter] = value
        return .request(next, cursor: nil)
    }

    private static func advanced(
        by count: Int, from first: Int, in parameter: WritableKeyPath<E, Int?>, of endpoint: E
    ) -> NextPage {
        let start = endpoint[keyPath: parameter] ?? first
        let (value, isTooLarge) = start.addingReportingOverflow(count)
        guard count > 0, !isTooLarge else { return .last }
        var next = endpoint
        next[keyPath: parameter] = value
        return .request(next, cursor: nil)
    }
}

extension NextPage: RedactedStringConvertible {
    /// How the next page is asked for, without cursor and link.
    public var description: String {
        switch self {
        case .last: "the last page"
        case .request: "a request for the next page"
        case .link: "a link to the next page"
        }
    }
}
