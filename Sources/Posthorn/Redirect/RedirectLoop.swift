import FoundationEssentials

/// An answer, whole or as a stream, that can be looked at for a redirect.
package protocol RedirectableAnswer: Sendable {
    var status: HTTPResponse.Status { get }
    var headers: HTTPFields { get }
    var redirects: [RedirectHop] { get set }

    /// Gets rid of the body of an answer that is not given to the caller.
    func discard() async
}

extension TransportResponse: RedirectableAnswer {
    package func discard() async {}
}

extension TransportStream: RedirectableAnswer {
    /// Reads a short body to its end, so that the connection can be used again; drops a long one, and
    /// one that does not come.
    package func discard() async {
        guard let length = headers[.contentLength].flatMap({ Int($0) }), length <= Self.shortBody
        else { return }
        let body = body
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    for try await _ in body {}
                } catch {}
            }
            group.addTask { try? await Task.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
    }

    /// What a body may have for its end to be waited for.
    private static let shortBody = 64 << 10
    /// How long it is waited for: a stream may have no time limit of its own.
    private static let patience = Duration.seconds(1)
}

/// Sends a request, and then the ones that its answers ask for, in the calling task.
package struct RedirectLoop: Sendable {
    private let policy: RedirectPolicy
    private let cookies: CookieStore?
    private let strict: StrictTransport?
    private let followed: (@Sendable (RedirectHop) -> Void)?

    /// Creates a loop.
    ///
    /// - Parameter followed: Is told of each redirect before the next request is sent.
    package init(
        _ policy: RedirectPolicy, cookies: CookieStore? = nil, strict: StrictTransport? = nil,
        followed: (@Sendable (RedirectHop) -> Void)? = nil
    ) {
        self.policy = policy
        self.cookies = cookies
        self.strict = strict
        self.followed = followed
    }

    /// Runs exchanges until an answer is one for the caller.
    ///
    /// - Parameter exchange: Sends one request and follows nothing.
    package func run<Answer: RedirectableAnswer>(
        _ request: TransportRequest,
        exchange: (TransportRequest) async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        var request = request
        request.redirects = policy
        secure(&request)
        var path = RedirectPath(request)
        var trail = CookieTrail(request, cookies)
        while true {
            do throws(TransportError) {
                var sent = path.request
                let stop = trail?.enter(&sent)
                try path.begin(sent)
                var answer = try await exchange(sent)
                trail?.leave(stop, with: answer.headers)
                learn(answer.headers, from: sent)
                let redirect = try RedirectRule.next(
                    after: path.request, status: answer.status, headers: answer.headers,
                    policy: policy, history: path.hops, strict: strict)
                guard let redirect, let next = try await policy.decide(redirect) else {
                    answer.redirects = path.hops
                    return answer
                }
                try path.follow(RedirectRule.changed(redirect, to: next, policy), after: sent)
                if let followed, let hop = path.hops.last { followed(hop) }
                await answer.discard()
            } catch {
                throw path.failure(error)
            }
        }
    }
}

extension RedirectLoop {
    /// Takes a request to TLS, if its host wants that.
    private func secure(_ request: inout TransportRequest) {
        guard let strict, let url = try? RequestURL(request.url) else { return }
        let secured = strict.secured(url)
        if secured != url { request.url = secured.sent }
    }

    private func learn(_ headers: HTTPFields, from request: TransportRequest) {
        guard let strict, let url = try? RequestURL(request.url) else { return }
        strict.take(headers, from: url)
    }
}

/// How far a call has come from where it began.
struct RedirectPath {
    private(set) var request: TransportRequest
    private(set) var hops: [RedirectHop] = []
    private var visited: Set<Visit> = []
    private let start = ContinuousClock.now
    private let total: Duration?

    /// What makes two requests the same to a server.
    private struct Visit: Hashable {
        let method: HTTPRequest.Method
        let url: String
        let headers: HTTPFields

        init(_ request: TransportRequest) {
            method = request.method
            url = request.url
            headers = request.headers
        }
    }

    init(_ request: TransportRequest) {
        self.request = request
        total = request.timeouts.total.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Takes a look at what is going to be sent.
    /// - Throws: a ``TransportError`` if it was sent before.
    func begin(_ request: TransportRequest) throws(TransportError) {
        guard hops.isEmpty || !visited.contains(Visit(request)) else { throw .redirectCircle }
    }

    /// Goes one step on.
    ///
    /// - Parameter sent: The request that was answered, with all that it carried.
    /// - Throws: a ``TransportError`` if the time has run out.
    mutating func follow(
        _ redirect: Redirect, after sent: TransportRequest
    ) throws(TransportError) {
        visited.insert(Visit(sent))
        hops.append(redirect.hop)
        request = redirect.next
        request.redirects = redirect.request.redirects
        if let total {
            let left = total - (.now - start)
            guard left > .zero else {
                throw TransportError(
                    .timedOut, "the time of the whole call, \(total), ran out between redirects",
                    advice: "give the call more time, or call the last place itself")
            }
            request.timeouts.total = left
        }
    }

    /// The error with the hops that led to it.
    func failure(_ error: TransportError) -> TransportError {
        guard !hops.isEmpty || error.code == .redirectRefused || error.code == .tooManyRedirects
        else { return error }
        var error = error
        error.redirects = hops
        // The first request has arrived, whatever became of the last one.
        error.nothingSent = false
        return error
    }
}
