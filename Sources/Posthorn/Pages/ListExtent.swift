/// What a page says about the length of its list.
struct ListExtent: Sendable, Hashable {
    /// How many items were asked for.
    let limit: Int?
    /// How many items the list has.
    let total: Int?
    /// How many pages the list has.
    let pages: Int?

    /// Numbers that can't be right say nothing: some servers send 0 or -1 for what they did not count.
    init(limit: Int?, total: Int?, pages: Int? = nil) {
        func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
        self.limit = positive(limit)
        self.total = positive(total)
        self.pages = positive(pages)
    }

    /// Whether a page with so many items is the last one, whatever came before it.
    func ends(at count: Int) -> Bool {
        guard count > 0 else { return true }
        guard total == nil, pages == nil, let limit else { return false }
        return count < limit
    }

    /// The number of items before the page after one with so many items; `nil` after the last.
    func offset(after offset: Int, _ count: Int) -> Int? {
        let (next, isTooLarge) = offset.addingReportingOverflow(count)
        guard !isTooLarge, !ends(at: count) else { return nil }
        return total.map { next < $0 } ?? true ? next : nil
    }
}
