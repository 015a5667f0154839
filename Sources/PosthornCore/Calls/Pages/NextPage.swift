/// The page after a page of a list.
public enum NextPage<E: Sendable>: Sendable {
    /// No page: the page was the last.
    case last
    /// The page of a request.
    ///
    /// The cursor, if there is one, serves to detect a page that was already fetched.
    case request(E, cursor: String?)
    /// The page of a request, unless the numbers of the pages so far show that the list has ended.
    @_spi(Generated) case numbered(E, after: NumberedPage)
    /// The target of a link, or a URL in the page, absolute or relative to that of the page.
    ///
    /// The request is sent again with the link's path and query.
    case link(String)
}

extension NextPage {
    /// Returns the page at a cursor.
    ///
    /// A `nil` or empty cursor marks the last page, and so does `more` if it is `false`.
    /// - Parameters:
    ///   - value: The cursor of the next page.
    ///   - more: Whether the server says that another page follows; `nil` if it does not say.
    ///   - parameter: The parameter that takes the cursor.
    ///   - endpoint: The request for this page.
    public static func cursor<Value: ParameterValue>(
        _ value: Value?, more: Bool? = nil, into parameter: WritableKeyPath<E, Value?>,
        of endpoint: E
    ) -> NextPage {
        cursor(value, more, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// Returns the page at a cursor, for an endpoint whose first request has a cursor too.
    ///
    /// The end of the list and the parameters are the same as for the method with an optional cursor.
    public static func cursor<Value: ParameterValue>(
        _ value: Value?, more: Bool? = nil, into parameter: WritableKeyPath<E, Value>,
        of endpoint: E
    ) -> NextPage {
        cursor(value, more, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    private static func cursor<Value: ParameterValue>(
        _ value: Value?, _ more: Bool?, of endpoint: E, _ set: (inout E, Value) -> Void
    ) -> NextPage {
        guard let value, more != false else { return .last }
        var next = endpoint
        set(&next, value)
        // A cursor that can't be encoded fails the next request. It does not end the list.
        let text = try? value.parameterText()
        return text == "" ? .last : .request(next, cursor: text)
    }

    /// Returns the page that a `Link` field names for a relation, such as `next` (RFC 8288).
    ///
    /// If there is no such link, the page is the last.
    public static func link(_ relation: String, in headers: HTTPFields) -> NextPage {
        LinkField.target(of: relation, in: headers).map { .link($0) } ?? .last
    }

    /// Returns the page at a URL in the body of this one.
    ///
    /// A `nil` or empty URL marks the last page.
    public static func url(_ url: String?) -> NextPage {
        url.flatMap { $0.isEmpty ? nil : .link($0) } ?? .last
    }
}

extension NextPage: RedactedStringConvertible {
    /// The kind of the next page, without cursor and link.
    public var description: String {
        switch self {
        case .last: "the last page"
        case .request, .numbered: "a request for the next page"
        case .link: "a link to the next page"
        }
    }
}
