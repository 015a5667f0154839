extension PageSequence {
    /// An asynchronous sequence of the items of a list, fetched page by page.
    public struct Items: AsyncSequence, AsyncIteratorProtocol, Sendable {
        /// The type of the items.
        public typealias Element = E.PageItem
        /// The error type of the endpoint.
        public typealias Failure = E.Failure

        private var pages: PageSequence<E>
        private var items: [E.PageItem] = []
        private var index = 0

        init(pages: PageSequence<E>) { self.pages = pages }

        /// Returns the sequence, which is its own iterator.
        public func makeAsyncIterator() -> Items { self }

        /// Returns the next item, or `nil` after the last.
        ///
        /// - Throws: The endpoint's failure. The sequence then ends.
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

/// Redacted because it contains the items of a page.
extension PageSequence.Items: RedactedStringConvertible {}
