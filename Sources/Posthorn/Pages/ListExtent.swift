/// What is known of the length of a list whose pages or items are counted.
struct ListExtent {
    /// How many items were asked for.
    private let limit: Int?
    private let total: Int?
    private let pages: Int?

    /// Numbers that can't be right say nothing: some servers send 0 or -1 for what they did not count.
    init(limit: Int?, total: Int?, pages: Int? = nil) {
        func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
        self.limit = positive(limit)
        self.total = positive(total)
        self.pages = positive(pages)
    }

    /// The number of the page after one with so many items; `nil` after the last.
    func number(after number: Int, _ count: Int, first: Int) -> Int? {
        let (place, isFar) = number.subtractingReportingOverflow(first)
        let (next, isTooLarge) = number.addingReportingOverflow(1)
        guard count > 0, !isFar, !isTooLarge else { return nil }
        if let pages { return place < pages - 1 ? next : nil }
        guard let limit else { return next }
        guard let total else { return count < limit ? nil : next }
        let (before, overflows) = place.multipliedReportingOverflow(by: limit)
        let (seen, overflowsToo) = before.addingReportingOverflow(count)
        guard !overflows, !overflowsToo else { return next }
        // A server may send fewer items than it is asked for: then the count of full pages misleads, and
        // only a short page that ends exactly at the total is the last.
        return count < limit ? (seen == total ? nil : next) : (seen < total ? next : nil)
    }

    /// The number of items before the page after one with so many items; `nil` after the last.
    func offset(after offset: Int, _ count: Int) -> Int? {
        let (next, isTooLarge) = offset.addingReportingOverflow(count)
        guard count > 0, !isTooLarge else { return nil }
        if let total { return next < total ? next : nil }
        if let limit, count < limit { return nil }
        return next
    }
}
