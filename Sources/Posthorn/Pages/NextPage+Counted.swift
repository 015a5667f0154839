extension NextPage {
    /// The page with the next number.
    ///
    /// There is none after an empty page. Else the number of pages decides, then the number of items that
    /// have come, if the page says how many there are; and else a page with fewer items than the limit is
    /// the last.
    /// - Parameters:
    ///   - count: How many items are on this page.
    ///   - limit: How many items were asked for; `nil` if that is not known.
    ///   - total: How many items the list has; `nil` and zero say nothing.
    ///   - pages: How many pages the list has; `nil` and zero say nothing.
    ///   - first: The number of the list's first page; `nil`, the default, for 0 if the page that is
    ///     fetched first has this number, and else 1.
    ///   - parameter: The parameter that has the page's number.
    ///   - endpoint: The request for this page.
    public static func number(
        after count: Int, limit: Int? = nil, total: Int? = nil, pages: Int? = nil,
        first: Int? = nil, in parameter: WritableKeyPath<E, Int>, of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter], count: count, limit: limit, total: total, pages: pages,
            first: first)
        return request(after: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// The page with the next number, where no number means the first page.
    ///
    /// It ends as the other `number` does, and has the same parameters.
    public static func number(
        after count: Int, limit: Int? = nil, total: Int? = nil, pages: Int? = nil,
        first: Int? = nil, in parameter: WritableKeyPath<E, Int?>, of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter] ?? first ?? 1, count: count, limit: limit, total: total,
            pages: pages, first: first)
        return request(after: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// The page that starts after the items of this one.
    ///
    /// There is none after an empty page. Else the number of items decides, if the page says one, and
    /// else a page with fewer items than the limit is the last.
    /// - Parameters:
    ///   - count: How many items are on this page.
    ///   - limit: How many items were asked for; `nil` if that is not known.
    ///   - total: How many items the list has; `nil` and zero say nothing.
    ///   - parameter: The parameter that has the number of items before the page.
    ///   - endpoint: The request for this page.
    public static func offset(
        by count: Int, limit: Int? = nil, total: Int? = nil, in parameter: WritableKeyPath<E, Int>,
        of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter], count: count, limit: limit, total: total)
        return request(atOffsetAfter: page, of: endpoint) { $0[keyPath: parameter] = $1 }
    }

    /// The page that starts after the items of this one, where no offset means zero.
    ///
    /// It ends as the other `offset` does, and has the same parameters.
    public static func offset(
        by count: Int, limit: Int? = nil, total: Int? = nil, in parameter: WritableKeyPath<E, Int?>,
        of endpoint: E
    ) -> NextPage {
        let page = NumberedPage(
            endpoint[keyPath: parameter] ?? 0, count: count, limit: limit, total: total)
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
        guard let offset = page.next(after: page.count), page.total.map({ offset < $0 }) ?? true
        else { return .last }
        var next = endpoint
        setOffset(&next, offset)
        return .request(next, cursor: nil)
    }
}
