/// An asynchronous sequence of the pages of a list.
///
/// Each iterator starts at the page of the endpoint. To stop, cancel the reading task. If a cursor or a link
/// repeats, the sequence throws ``APIError/Code/repeatedPage``, which prevents an endless loop.
public struct PageSequence<E: PagedEndpoint>: AsyncSequence, Sendable {
    /// The type of a page.
    public typealias Element = E.Output
    /// The error type of the endpoint.
    public typealias Failure = E.Failure

    let endpoint: E
    let service: any APIService

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Requests the pages one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let service: any APIService
        /// The request for the next page; `nil` after the last.
        private var endpoint: E?
        /// The link to that page, if it replaces the endpoint's path.
        private var link: PageLink?
        private var seen: Set<String> = []
        private var goesInCircles = false
        private var counter = PageCounter()
        /// Whether a page was received.
        private var isLater = false

        init(_ pages: PageSequence<E>) {
            service = pages.service
            endpoint = pages.endpoint
        }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: The endpoint's failure. The sequence then ends.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(E.Failure) -> E.Output? {
            guard let current = endpoint else { return nil }
            endpoint = nil
            guard !goesInCircles else { throw .other(Self.repeated) }
            let (page, request): (APIResponse<E.Output>, TransportRequest)
            do {
                let (value, exchange) = try await service.call(current, at: link)
                (page, request) = (APIResponse(value, of: exchange), exchange.request)
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
                // Relative to the last redirect's target, or to the URL of the request.
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

        /// Returns whether a failure ends the list.
        ///
        /// An unopened response does not end it, because its status is not authenticated.
        private static func isEnd(_ failure: E.Failure) -> Bool {
            guard let status = E.endStatus else { return false }
            return failure.code == .status(status) && failure.stage == .validating
        }

        private static var repeated: APIError {
            APIError(
                .repeatedPage, endpoint: E.name, stage: .building,
                message: "the link or cursor leads to a page that was already fetched",
                advice: "report to the server's maintainers that its cursor or link repeats")
        }
    }
}

/// Redacted because it contains the base URL.
extension PageSequence: RedactedStringConvertible {}

/// Redacted because it contains cursors and links.
extension PageSequence.Iterator: RedactedStringConvertible {}
