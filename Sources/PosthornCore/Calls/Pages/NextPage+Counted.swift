extension NextPage {
    /// Returns the page with the next number.
    ///
    /// An empty page is the last. Otherwise the list ends at its number of pages, if known, or else when the
    /// total number of items was received, if known. If neither is known, a page with fewer items than the
    /// limit is the last. Without a limit, the list ends at an empty page. If the server says whether another
    /// page follows, a page may be shorter than the limit.
    /// - Parameters:
    ///   - count: The number of items on this page.
    ///   - limit: The number of items requested; `nil` if it is unknown.
    ///   - total: The number of items in the list; `nil` or zero if it is unknown.
    ///   - pages: The number of pages in the list; `nil` or zero if it is unknown.
    ///   - more: Whether the server says that another page follows; `nil` if it does not say.
    ///   - first: The number of the list's first page. The default, `nil`, is 0 if the iterator starts at
    ///     page 0, and 1 otherwise.
    ///   - parameter: The parameter that contains the page number.
    ///   - endpoint: The request for this page.
    public static func number(
        after count: Int, limit: Int? = nil, total: Int? = nil, pages: Int? = nil,
        more: Bool? = nil, first: Int? = nil, in parameter: WritableKeyPath<E, Int>, of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter], count: count, limit: limit, total: total, pages: pages,
            more: more, first: first)
        return request(after: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// Returns the page with the next number, if the first request may omit the number.
    ///
    /// The end of the list and the parameters are the same as for the method with a required page number.
    public static func number(
        after count: Int, limit: Int? = nil, total: Int? = nil, pages: Int? = nil,
        more: Bool? = nil, first: Int? = nil, in parameter: WritableKeyPath<E, Int?>, of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter] ?? first ?? 1, count: count, limit: limit, total: total,
            pages: pages, more: more, first: first)
        return request(after: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// Returns the page that starts after the items of this page.
    ///
    /// An empty page is the last. Otherwise the list ends at its total number of items, if known. If it is
    /// unknown, a page with fewer items than the limit is the last. Without a limit, the list ends at an
    /// empty page. If the server says whether another page follows, a page may be shorter than the limit.
    /// - Parameters:
    ///   - count: The number of items on this page.
    ///   - limit: The number of items requested; `nil` if it is unknown.
    ///   - total: The number of items in the list; `nil` or zero if it is unknown.
    ///   - more: Whether the server says that another page follows; `nil` if it does not say.
    ///   - parameter: The parameter that contains the offset: the number of items before the page.
    ///   - endpoint: The request for this page.
    public static func offset(
        by count: Int, limit: Int? = nil, total: Int? = nil, more: Bool? = nil,
        in parameter: WritableKeyPath<E, Int>, of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter], count: count, limit: limit, total: total, more: more)
        return request(atOffsetAfter: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// Returns the page that starts after the items of this page, if the first request may omit the offset.
    ///
    /// The end of the list and the parameters are the same as for the method with a required offset.
    public static func offset(
        by count: Int, limit: Int? = nil, total: Int? = nil, more: Bool? = nil,
        in parameter: WritableKeyPath<E, Int?>, of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter] ?? 0, count: count, limit: limit, total: total, more: more)
        return request(atOffsetAfter: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    private static func request(
        after page: NumberedPage, of endpoint: E, _ setNumber: (inout E, Int) -> Void
    ) -> NextPage {
        guard let number = page.next(after: 1) else { return .last }
        var next = endpoint
        setNumber(&next, number)
        return .numbered(next, after: page)
    }

    private static func request(
        atOffsetAfter page: NumberedPage, of endpoint: E, _ setOffset: (inout E, Int) -> Void
    ) -> NextPage {
        guard let offset = page.next(after: page.count),
            page.more == true || page.total.map({ offset < $0 }) ?? true
        else { return .last }
        var next = endpoint
        setOffset(&next, offset)
        // With a total, equal pages are no sign of an endless list.
        return .request(next, cursor: page.knowsEnd ? "\(offset)" : nil)
    }
}
