/// Finds the last one of the numbered pages that an iterator fetches.
struct PageCounter {
    /// The number of the list's first page; `nil` until a page has been counted.
    private var first: Int?
    /// How many items the list has up to the last counted page, or fewer.
    private var seen = 0

    /// Counts a page, and tells whether the list ends with it.
    mutating func isLast(_ page: NumberedPage) -> Bool {
        let first = first ?? page.first ?? (page.number == 0 ? 0 : 1)
        if self.first == nil { seen = Self.itemsBefore(page, first: first) }
        self.first = first
        let (sum, overflows) = seen.addingReportingOverflow(page.count)
        seen = overflows ? .max : sum
        if let pages = page.pages {
            let (place, isFar) = page.number.subtractingReportingOverflow(first)
            return !isFar && place >= pages - 1
        }
        return page.total.map { seen >= $0 } ?? false
    }

    /// How many items come before the page that is fetched first, at least.
    ///
    /// The pages before it have been as full as it is. If it is the last one, they may have had more
    /// items: then a page is fetched that is empty, and none is lost.
    private static func itemsBefore(_ page: NumberedPage, first: Int) -> Int {
        let (place, isFar) = page.number.subtractingReportingOverflow(first)
        let size = min(page.count, page.limit ?? page.count)
        let (items, overflows) = place.multipliedReportingOverflow(by: size)
        return isFar || overflows ? 0 : items
    }
}
