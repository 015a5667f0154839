/// An asynchronous sequence of the pages of a list.
///
/// The first page is that of the endpoint. `next()` advances the value; a `for` loop reads a copy, which starts
/// where the value is. To stop, cancel the reading task.
///
/// If a cursor or a link repeats, the sequence throws `APIError.Code.repeatedPage`. In a list by page number or
/// offset without a known total, so does a page with the same items as the page before, unless
/// ``PagedEndpoint/endsAtRepeatedPage`` makes that the end. A list of any kind throws
/// `APIError.Code.limitExceeded` if it has more pages than its page limit.
public struct PageSequence<E: PagedEndpoint>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// The type of a page.
    public typealias Element = E.Output
    /// The error type of the endpoint.
    public typealias Failure = E.Failure

    private let service: any APIService
    /// The request for the next page; `nil` after the last.
    private var endpoint: E?
    /// The link to that page, if it replaces the endpoint's path.
    private var link: PageLink?
    private var seen: Set<String> = []
    private var goesInCircles = false
    private var counter = PageCounter()
    /// The last page, if the next one is requested by its number or offset and may be after the end.
    private var previous: FetchedPage<E>?
    private var requestedPages = 0
    package let pageLimit: Int

    init(endpoint: E, service: any APIService, pageLimit: Int) {
        self.endpoint = endpoint
        self.service = service
        self.pageLimit = pageLimit
    }

    /// Returns the sequence, which is its own iterator.
    public func makeAsyncIterator() -> PageSequence { self }

    /// Returns the next page, or `nil` after the last.
    ///
    /// - Throws: The endpoint's failure. The sequence then ends.
    public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(E.Failure) -> E.Output? {
        guard let current = endpoint else { return nil }
        endpoint = nil
        guard !goesInCircles else { throw .other(Self.repeated) }
        guard requestedPages < pageLimit else { throw .other(Self.tooMany(pageLimit)) }
        requestedPages += 1
        let (page, request): (APIResponse<E.Output>, TransportRequest)
        do {
            let (value, exchange) = try await service.call(current, at: link)
            (page, request) = (APIResponse(value, of: exchange), exchange.request)
        } catch {
            guard requestedPages > 1, Self.isEnd(error) else { throw error }
            return nil
        }
        if let previous, previous.isRepeated(by: FetchedPage(page)) {
            guard E.endsAtRepeatedPage else { throw .other(Self.repeatedItems) }
            return nil
        }
        previous = nil
        switch current.next(after: page) {
        case .last: break
        case .request(let next, let cursor):
            if let cursor {
                remember(cursor)
            } else {
                previous = FetchedPage(page)
            }
            (endpoint, link) = (next, nil)
        case .numbered(let next, let number):
            guard !counter.isLast(number) else { break }
            // With a known end, equal pages are no sign of an endless list.
            if !number.knowsEnd { previous = FetchedPage(page) }
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
            advice:
                "if the server returns the same cursor until there is news, call the endpoint in a loop "
                + "with the cursor of each response; otherwise report to its maintainers that it repeats"
        )
    }

    private static var repeatedItems: APIError {
        APIError(
            .repeatedPage, endpoint: E.name, stage: .decoding,
            message: "the page has the same items as the page before",
            advice:
                "write `end: repeated` in `pages` if the server repeats its last page; otherwise check "
                + "the parameter that counts")
    }

    private static func tooMany(_ limit: Int) -> APIError {
        APIError(
            .limitExceeded, endpoint: E.name, stage: .building,
            message: "the list has not ended after \(limit) pages",
            advice:
                "pass a larger `pageLimit` if the list is that long; otherwise report to the server's "
                + "maintainers that it does not end")
    }
}

/// Redacted because it contains the base URL, cursors and links.
extension PageSequence: RedactedStringConvertible {}
