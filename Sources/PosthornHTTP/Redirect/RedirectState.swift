/// The state of a call between its exchanges.
package struct RedirectState: Sendable {
    private let loop: RedirectLoop
    private let total: Duration?
    private var cookies: RedirectCookies?
    /// The current request, without cookies.
    package private(set) var request: TransportRequest
    /// The request to send next, with its cookies.
    package private(set) var sent: TransportRequest
    package private(set) var hops: [RedirectPolicy.Hop] = []
    private var visited: Set<Visit> = []
    /// Whether all redirects stayed within the origin; another origin could have chosen the current target.
    private var isAtOrigin = true
    /// How often another credential was sent to the origin of the call.
    private var failures = 0

    /// The parts of a request that identify a repeated visit.
    private struct Visit: Hashable {
        let method: HTTPRequest.Method
        let url: String
        let headers: HTTPFields

        init(_ request: TransportRequest) {
            method = request.method
            url = request.url
            var headers = request.headers
            // Each request has another one.
            headers[.dpop] = nil
            self.headers = headers
        }
    }

    package init(_ request: TransportRequest, _ loop: RedirectLoop) {
        self.loop = loop
        sent = request
        sent.options.redirects = loop.policy
        loop.secure(&sent)
        self.request = sent
        total = sent.limits.total
        cookies = RedirectCookies(sent, loop.cookies)
    }

    /// Prepares ``sent``.
    /// - Throws: a ``TransportError`` if the same request was sent before.
    package mutating func begin() throws(TransportError) {
        if !hops.isEmpty || failures > 0 { sent = request }
        cookies?.add(to: &sent)
        guard hops.isEmpty || !visited.contains(Visit(sent)) else { throw .redirectCircle }
    }

    /// Processes the head of a response; returns `false` if the response is final.
    /// - Throws: a ``TransportError`` if a redirect violates a rule, and the errors of the closures.
    nonisolated(nonsending) package mutating func continues(
        after status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws(TransportError) -> Bool {
        cookies?.store(headers)
        loop.recordHSTS(headers, from: sent)
        if RedirectRule.isRedirect(status.code, headers) {
            return try await follow(status, headers)
        }
        // Credentials are only requested for the call's own origin, and only if the request can be sent
        // again.
        guard status == .unauthorized, request.options.respondsToChallenges != false,
            let authorize = loop.authorize, isAtOrigin, request.body?.isReplayable != false
        else { return false }
        let refusal = TransportResponse(head: status, headers)
        guard let field = try await authorize(refusal, request, failures) else { return false }
        request.headers[.authorization] = field
        try request.limit(to: total, since: loop.start)
        failures += 1
        return true
    }

    /// Follows a redirect; returns `false` if the policy delivers the response instead.
    private mutating func follow(
        _ status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws(TransportError) -> Bool {
        let redirect = try RedirectRule.next(
            after: request, status: status, headers: headers, policy: loop.policy, history: hops,
            hsts: loop.hsts)
        guard let redirect, let next = try await loop.policy.decide(redirect) else { return false }
        request.options.proof?.read(headers, from: request.url)
        try follow(RedirectRule.changed(redirect, to: next, loop.policy))
        try request.renewProof()
        return true
    }

    /// - Throws: a ``TransportError`` if the total timeout has expired.
    package mutating func follow(_ redirect: RedirectPolicy.Proposal) throws(TransportError) {
        visited.insert(Visit(sent))
        hops.append(redirect.hop)
        isAtOrigin = isAtOrigin && !redirect.changesOrigin
        request = redirect.next
        request.options.redirects = loop.policy
        try request.limit(to: total, since: loop.start)
        loop.followed?(redirect.hop)
    }

    package func failure(_ error: TransportError) -> TransportError {
        guard !hops.isEmpty || error.code == .redirectRefused || error.code == .tooManyRedirects
        else { return error }
        var error = error
        error.redirects = hops
        // The first request has reached its server, whatever happened to the last one.
        error.isSafeToRetry = false
        return error
    }
}
