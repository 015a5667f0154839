/// The pages of a list as a sequence.
///
/// Each iterator starts at the first page. Cancelling the task that reads ends it. A cursor or a link
/// that comes again ends it with ``APIError/Code/repeatedPage``, so that it never goes in circles.
public struct Pages<E: PagedEndpoint>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = E.Output
    /// What a call of the endpoint throws.
    public typealias Failure = E.Failure

    let endpoint: E
    let service: any APIService

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        private let service: any APIService
        /// The request for the next page; `nil` after the last.
        private var endpoint: E?
        /// Where that page is, if it is not where the endpoint's path leads.
        private var link: PageLink?
        private var seen: Set<String> = []
        private var goesInCircles = false
        private var counter = PageCounter()
        /// Whether a page has come.
        private var isLater = false

        init(_ pages: Pages<E>) {
            service = pages.service
            endpoint = pages.endpoint
        }

        /// The next page, or `nil` after the last.
        /// - Throws: the endpoint's failure; after it the sequence has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(E.Failure) -> E.Output? {
            guard let current = endpoint else { return nil }
            endpoint = nil
            guard !goesInCircles else { throw .other(Self.repeated) }
            let (page, request): (Response<E.Output>, TransportRequest)
            do {
                (page, request) = try await service.call(current, at: link)
            } catch {
                guard isLater, Self.isEnd(error) else { throw error }
                return nil
            }
            isLater = true
            switch current.next(after: page) {
            case .last: break
            case .request(let next, let cursor):
                if let cursor { remember(cursor) }
                (endpoint, link) = (next, nil)
            case .numbered(let next, let number):
                guard !counter.isLast(number) else { break }
                (endpoint, link) = (next, nil)
            case .link(let text):
                // It is relative to where a redirect has led, or where the call was sent.
                let base = page.redirects.last?.target ?? request.url
                let next = PageLink(text: text, base: base)
                remember(next.url?.sent ?? text)
                (endpoint, link) = (current, next)
            }
            return page.value
        }

        private mutating func remember(_ place: String) {
            goesInCircles = !seen.insert(place).inserted
        }

        /// A status that could not be opened is not the server's word, and ends no list.
        private static func isEnd(_ failure: E.Failure) -> Bool {
            guard let status = E.endStatus else { return false }
            return failure.code == .status(status) && failure.stage == .validating
        }

        private static var repeated: APIError {
            APIError(
                .repeatedPage, endpoint: E.name, stage: .building,
                message: "the page after the last one has been fetched already",
                advice: "tell the server's maintainers: its cursor or link goes in circles")
        }
    }
}

/// Holds the base URL.
extension Pages: RedactedStringConvertible {}

/// Holds cursors and links.
extension Pages.Iterator: RedactedStringConvertible {}
