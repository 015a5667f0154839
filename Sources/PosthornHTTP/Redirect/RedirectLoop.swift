/// A response, complete or streamed, that may be a redirect.
package protocol RedirectableResponse: Sendable {
    var status: HTTPResponse.Status { get }
    var headers: HTTPFields { get }
    var bodyIntegrity: TransportResponse.BodyIntegrity { get }
    var redirects: [RedirectPolicy.Hop] { get set }

    /// Discards the body of a response that the caller does not receive.
    func discard() async
}

extension TransportResponse: RedirectableResponse {
    package func discard() async {}
}

extension TransportStream: RedirectableResponse {
    /// Reads a short body to its end, so that the connection can be reused.
    ///
    /// A long body, or one that arrives too slowly, is abandoned.
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

    /// The longest body in bytes that is read to its end.
    private static let shortBody = 64 << 10
    /// The time limit for reading it, because a stream may have no timeout.
    private static let patience = Duration.seconds(1)
}

/// Sends a request and follows its redirects in the calling task.
package struct RedirectLoop: Sendable {
    let policy: RedirectPolicy
    let cookies: CookieStore?
    let hsts: HSTSStore?
    let start: ContinuousClock.Instant
    let authorize: Authorize?
    let followed: (@Sendable (RedirectPolicy.Hop) -> Void)?

    /// Returns the `Authorization` field with which a rejected request is sent again; `nil` to give up.
    ///
    /// It receives the number of fields that were rejected before.
    package typealias Authorize =
        @Sendable (
            _ refusal: TransportResponse, _ request: TransportRequest, _ failures: Int
        ) async throws(TransportError) -> String?

    /// - Parameters:
    ///   - start: The start of the call, if its first request was already sent.
    ///   - authorize: Is called for a response that is no redirect, from the origin of the original request.
    ///   - followed: Is called for each redirect before the next request is sent.
    package init(
        _ policy: RedirectPolicy, cookies: CookieStore? = nil, hsts: HSTSStore? = nil,
        start: ContinuousClock.Instant = .now, authorize: Authorize? = nil,
        followed: (@Sendable (RedirectPolicy.Hop) -> Void)? = nil
    ) {
        self.start = start
        self.authorize = authorize
        self.policy = policy
        self.cookies = cookies
        self.hsts = hsts
        self.followed = followed
    }

    /// Performs exchanges until a response is final.
    ///
    /// Inlinable, so that the compiler specializes it for each kind of response; every request goes through
    /// it.
    /// - Parameter first: The response to the first request, if it was already sent.
    /// - Parameter exchange: Sends one request without following redirects.
    @inlinable
    nonisolated(nonsending) package func run<Response: RedirectableResponse>(
        _ request: TransportRequest, after first: Response? = nil,
        exchange:
            nonisolated(nonsending) (TransportRequest) async throws(TransportError) -> Response
    ) async throws(TransportError) -> Response {
        var state = RedirectState(request, self)
        var first = first
        while true {
            do throws(TransportError) {
                try state.begin()
                var response: Response
                if let known = first.take() {
                    response = known
                } else {
                    response = try await exchange(state.sent)
                }
                guard try await state.continues(after: response.status, response.headers) else {
                    response.redirects = state.hops
                    return response
                }
                await response.discard()
            } catch {
                throw state.failure(error)
            }
        }
    }
}

extension RedirectLoop {
    /// Changes the URL of a request to `https` if its host has an HSTS rule.
    func secure(_ request: inout TransportRequest) {
        guard let hsts, let url = try? HTTPURL(request.url) else { return }
        let secured = hsts.secured(url)
        guard secured != url else { return }
        request.url = secured.sent
        // A request without its proof is refused by the server.
        try? request.renewProof()
    }

    /// Returns the first request of a call as it would be sent, with HSTS applied and cookies added.
    package func prepared(_ request: TransportRequest) -> TransportRequest {
        var request = request
        secure(&request)
        var cookies = RedirectCookies(request, cookies)
        cookies?.add(to: &request)
        return request
    }

    func recordHSTS(_ headers: HTTPFields, from request: TransportRequest) {
        guard let hsts, let url = try? HTTPURL(request.url) else { return }
        hsts.take(headers, from: url)
    }
}
