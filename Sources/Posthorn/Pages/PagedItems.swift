/// The items of a list as a sequence, page by page.
public struct PagedItems<E: PagedEndpoint>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = E.PageItem
    /// What a call of the endpoint throws.
    public typealias Failure = E.Failure

    let pages: Pages<E>

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

    /// Gives the items of the pages in their order.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: Pages<E>.Iterator
        private var items: [E.PageItem] = []
        private var index = 0

        init(pages: Pages<E>.Iterator) { self.pages = pages }

        /// The next item, or `nil` after the last.
        /// - Throws: the endpoint's failure; after it the sequence has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(E.Failure) -> E.PageItem? {
            while index == items.count {
                guard let page = try await pages.next(isolation: actor) else { return nil }
                items = E.items(of: page)
                index = 0
            }
            defer { index += 1 }
            return items[index]
        }
    }
}

/// Holds the items of a page.
extension PagedItems.Iterator: RedactedStringConvertible {}
