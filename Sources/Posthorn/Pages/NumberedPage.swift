/// A page of a list whose pages have numbers, and what it says about where the list ends.
///
/// ``NextPage/number(after:limit:total:pages:first:in:of:)`` makes it; ``Pages`` counts with it.
public struct NumberedPage: Sendable, Hashable {
    /// The number that the request named; in a list by offset, how many items come before the page.
    let number: Int
    /// How many items the page has.
    let count: Int
    /// How many items were asked for.
    let limit: Int?
    /// How many items the list has.
    let total: Int?
    /// How many pages the list has.
    let pages: Int?
    /// The number of the list's first page, if the spec says it.
    let first: Int?

    /// Numbers that can't be right say nothing: some servers send 0 or -1 for what they did not count.
    init(
        _ number: Int, count: Int, limit: Int?, total: Int?, pages: Int? = nil, first: Int? = nil
    ) {
        func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
        self.number = number
        self.count = count
        self.limit = positive(limit)
        self.total = positive(total)
        self.pages = positive(pages)
        self.first = first
    }

    /// The number of the next page, so many further; `nil` after the last, whatever came before it.
    func next(after step: Int) -> Int? {
        guard count > 0, total != nil || pages != nil || limit.map({ count >= $0 }) ?? true else {
            return nil
        }
        let (next, isTooLarge) = number.addingReportingOverflow(step)
        return isTooLarge ? nil : next
    }
}
