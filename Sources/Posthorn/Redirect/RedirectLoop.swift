import FoundationEssentials

/// A response, whole or as a stream, that can be looked at for a redirect.
package protocol RedirectableAnswer: Sendable {
    var status: HTTPResponse.Status { get }
    var headers: HTTPFields { get }
    var bodyIntegrity: BodyIntegrity { get }
    var redirects: [RedirectHop] { get set }

    /// Gets rid of the body of a response that is not given to the caller.
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
            group.addTask { _ = try? await body.discard() }
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

/// Sends a request, and then the ones that its responses ask for, in the calling task.
package struct RedirectLoop: Sendable {
    let policy: RedirectPolicy
    let cookies: CookieStore?
    let strict: HSTSStore?
    let start: ContinuousClock.Instant
    let authorize: Authorize?
    let followed: (@Sendable (RedirectHop) -> Void)?

    /// Says with which `Authorization` field a refused request is sent once more; `nil` if it is not.
    ///
    /// It is told how many such fields were refused before.
    package typealias Authorize =
        @Sendable (
            _ refusal: TransportHead, _ request: TransportRequest, _ failures: Int
        ) async throws(TransportError) -> String?

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - start: When the call began, if its first request was sent already.
    ///   - authorize: Is asked about a response that leads nowhere, of the server that the call was for.
    ///   - followed: Is told of each redirect before the next request is sent.
    package init(
        _ policy: RedirectPolicy, cookies: CookieStore? = nil, strict: HSTSStore? = nil,
        start: ContinuousClock.Instant = .now, authorize: Authorize? = nil,
        followed: (@Sendable (RedirectHop) -> Void)? = nil
    ) {
        self.start = start
        self.authorize = authorize
        self.policy = policy
        self.cookies = cookies
        self.strict = strict
        self.followed = followed
    }

    /// Runs exchanges until a response is one for the caller.
    ///
    /// Inlinable, because every request goes through it: without that it would be compiled once for
    /// all kinds of responses, and handle them through tables.
    /// - Parameter first: The response to the first request, if it was sent already.
    /// - Parameter exchange: Sends one request and follows nothing.
    @inlinable
    nonisolated(nonsending) package func run<Answer: RedirectableAnswer>(
        _ request: TransportRequest, after first: Answer? = nil,
        exchange: nonisolated(nonsending) (TransportRequest) async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        var walk = RedirectWalk(request, self)
        var first = first
        while true {
            do throws(TransportError) {
                try walk.begin()
                var answer: Answer
                if let known = first.take() {
                    answer = known
                } else {
                    answer = try await exchange(walk.sent)
                }
                guard try await walk.goesOn(after: answer.status, answer.headers) else {
                    answer.redirects = walk.hops
                    return answer
                }
                await answer.discard()
            } catch {
                throw walk.failure(error)
            }
        }
    }
}

extension RedirectLoop {
    /// Takes a request to TLS, if its host wants that.
    func secure(_ request: inout TransportRequest) {
        guard let strict, let url = try? HTTPURL(request.url) else { return }
        let secured = strict.secured(url)
        if secured != url { request.url = secured.sent }
    }

    /// The first request of a call as it would be sent now: over TLS if its host wants that, with cookies.
    package func prepared(_ request: TransportRequest) -> TransportRequest {
        var request = request
        secure(&request)
        var trail = RedirectCookies(request, cookies)
        trail?.enter(&request)
        return request
    }

    func learn(_ headers: HTTPFields, from request: TransportRequest) {
        guard let strict, let url = try? HTTPURL(request.url) else { return }
        strict.take(headers, from: url)
    }
}
