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
    private let server: String?

    init<Service: APIService>(endpoint: E, service: Service) {
        self.endpoint = endpoint
        self.service = service
        server = service.configuration.server ?? Service.server
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(call: Call(endpoint, of: service, server: server))
    }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        private var call: Call<E>?
        private var seen: Set<String> = []
        private var goesInCircles = false
        /// Whether a page has come.
        private var isLater = false

        init(call: Call<E>) { self.call = call }

        /// The next page, or `nil` after the last.
        /// - Throws: the endpoint's failure; after it the sequence has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(E.Failure) -> E.Output? {
            guard let current = call else { return nil }
            call = nil
            guard !goesInCircles else { throw .other(Self.repeated) }
            let page: Response<E.Output>
            do {
                page = try await current.run()
            } catch {
                guard isLater, Self.isEnd(error) else { throw error }
                return nil
            }
            isLater = true
            switch current.endpoint.next(after: page) {
            case .last:
                break
            case .request(let endpoint, let cursor):
                if let cursor { remember(cursor) }
                call = Call(endpoint, of: current.service, server: current.server)
            case .link(let text):
                let link = PageLink(text: text, base: await current.place(of: page, saying: text))
                remember(link.url?.sent ?? text)
                call = current
                call?.link = link
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

extension Call where E: PagedEndpoint {
    /// The URL of a page, to which its links are relative: where a redirect has led, or where the call was
    /// sent.
    ///
    /// Empty if it can't be known.
    fileprivate func place(of page: Response<E.Output>, saying text: String) async -> String {
        if let target = page.redirects.last?.target { return target }
        if let link { return link.url?.sent ?? "" }
        // Most links are absolute, and the first request need not be built once more for them.
        if (try? RequestURL(text)) != nil { return text }
        return (try? await resolved().plan().request.url) ?? ""
    }
}

/// Holds the base URL.
extension Pages: RedactedStringConvertible {}

/// Holds cursors and links.
extension Pages.Iterator: RedactedStringConvertible {}
