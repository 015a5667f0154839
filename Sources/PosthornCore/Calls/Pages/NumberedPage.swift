/// A page of a list with numbered pages, and its information about the end of the list.
///
/// `NextPage.number(after:limit:total:pages:more:first:in:of:)` creates it; `PageSequence` evaluates it.
@_spi(Generated) public struct NumberedPage: Sendable, Hashable {
    /// The requested page number, or the requested offset.
    let number: Int
    /// The number of items on the page.
    let count: Int
    /// The number of items requested.
    let limit: Int?
    /// The number of items in the list.
    let total: Int?
    /// The number of pages in the list.
    let pages: Int?
    /// Whether the server says that another page follows.
    let more: Bool?
    /// The number of the list's first page, if it is specified.
    let first: Int?

    /// Ignores numbers that are not positive: some servers send 0 or -1 for an unknown number.
    init(
        _ number: Int, count: Int, limit: Int?, total: Int?, pages: Int? = nil, more: Bool? = nil,
        first: Int? = nil
    ) {
        func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
        self.number = number
        self.count = count
        self.limit = positive(limit)
        self.total = positive(total)
        self.pages = positive(pages)
        self.more = more
        self.first = first
    }

    /// Whether the server says how long the list is.
    var knowsEnd: Bool { total != nil || pages != nil }

    /// Returns the page number plus a step; `nil` if this page alone shows that it is the last.
    func next(after step: Int) -> Int? {
        guard count > 0, more != false else { return nil }
        // A short page is the last, unless the server says something else.
        guard more == true || knowsEnd || limit.map({ count >= $0 }) ?? true else { return nil }
        let (next, isTooLarge) = number.addingReportingOverflow(step)
        return isTooLarge ? nil : next
    }
}
