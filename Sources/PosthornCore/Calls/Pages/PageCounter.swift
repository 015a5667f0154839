/// Detects the last of the numbered pages that an iterator fetches.
struct PageCounter {
    /// The number of the list's first page; `nil` before the first page was counted.
    private var first: Int?
    /// A lower bound for the number of items up to the last counted page.
    private var seen = 0

    /// Counts a page, and returns whether it is the last.
    mutating func isLast(_ page: NumberedPage) -> Bool {
        let first = first ?? page.first ?? (page.number == 0 ? 0 : 1)
        if self.first == nil { seen = Self.itemsBefore(page, first: first) }
        self.first = first
        let (sum, overflows) = seen.addingReportingOverflow(page.count)
        seen = overflows ? .max : sum
        if page.more == true { return false }
        if let pages = page.pages {
            let (place, isFar) = page.number.subtractingReportingOverflow(first)
            return !isFar && place >= pages - 1
        }
        return page.total.map { seen >= $0 } ?? false
    }

    /// Returns a lower bound for the number of items before the first fetched page.
    ///
    /// Assumes that the earlier pages have as many items as this one. If this is the last page, they may have
    /// more. Then one more empty page is fetched, but no item is missed.
    private static func itemsBefore(_ page: NumberedPage, first: Int) -> Int {
        let (place, isFar) = page.number.subtractingReportingOverflow(first)
        let size = min(page.count, page.limit ?? page.count)
        let (items, overflows) = place.multipliedReportingOverflow(by: size)
        return isFar || overflows ? 0 : items
    }
}
