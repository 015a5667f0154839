/// A call on its way from place to place, between its exchanges.
package struct RedirectWalk: Sendable {
    private let loop: RedirectLoop
    private let total: Duration?
    private var trail: RedirectCookies?
    /// The request for where the call is now.
    private(set) var request: TransportRequest
    /// The request that is to be sent now, with the cookies that go along.
    package private(set) var sent: TransportRequest
    /// The redirects so far.
    package private(set) var hops: [RedirectHop] = []
    private var visited: Set<Visit> = []
    /// Whether no redirect has led to another origin, which may have chosen where the call is now.
    private var isAtHome = true
    /// How often the server that the call is for was given another credential.
    private var failures = 0

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

    package init(_ request: TransportRequest, _ loop: RedirectLoop) {
        self.loop = loop
        sent = request
        sent.options.redirects = loop.policy
        loop.secure(&sent)
        self.request = sent
        total = sent.limits.total
        trail = RedirectCookies(sent, loop.cookies)
    }

    /// Gets ``sent`` ready.
    /// - Throws: a ``TransportError`` if it was sent before.
    package mutating func begin() throws(TransportError) {
        if !hops.isEmpty || failures > 0 { sent = request }
        trail?.enter(&sent)
        guard hops.isEmpty || !visited.contains(Visit(sent)) else { throw .redirectCircle }
    }

    /// Takes the head of a response; `false` if it is for the caller, as most are.
    /// - Throws: a ``TransportError`` if a redirect breaks a rule, and what a hook says.
    nonisolated(nonsending) package mutating func goesOn(
        after status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws(TransportError) -> Bool {
        trail?.leave(with: headers)
        loop.learn(headers, from: sent)
        if RedirectRule.leadsOn(status.code, headers) { return try await follow(status, headers) }
        // Nobody is asked for a credential because another server wants one, nor where the request can't go
        // out again.
        guard status == .unauthorized, request.options.answersChallenges != false,
            let authorize = loop.authorize, isAtHome, request.body?.isReplayable != false
        else { return false }
        let refusal = TransportHead(status: status, headers: headers)
        guard let field = try await authorize(refusal, request, failures) else { return false }
        request.headers[.authorization] = field
        try request.limit(to: total, since: loop.start)
        failures += 1
        return true
    }

    /// Goes one step on; `false` if the policy takes the response as it is.
    private mutating func follow(
        _ status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws(TransportError) -> Bool {
        let redirect = try RedirectRule.next(
            after: request, status: status, headers: headers, policy: loop.policy, history: hops,
            strict: loop.strict)
        guard let redirect, let next = try await loop.policy.decide(redirect) else { return false }
        try follow(RedirectRule.changed(redirect, to: next, loop.policy))
        return true
    }

    /// Goes one step on.
    /// - Throws: a ``TransportError`` if the time has run out.
    mutating func follow(_ redirect: Redirect) throws(TransportError) {
        visited.insert(Visit(sent))
        hops.append(redirect.hop)
        isAtHome = isAtHome && !redirect.changesOrigin
        request = redirect.next
        request.options.redirects = loop.policy
        try request.limit(to: total, since: loop.start)
        loop.followed?(redirect.hop)
    }

    /// The error with the hops that led to it.
    package func failure(_ error: TransportError) -> TransportError {
        guard !hops.isEmpty || error.code == .redirectRefused || error.code == .tooManyRedirects
        else { return error }
        var error = error
        error.redirects = hops
        // The first request has arrived, whatever became of the last one.
        error.isSafeToRetry = false
        return error
    }
}
