/// A call that a ``RedirectLoop`` runs, between its exchanges.
package struct RedirectWalk: Sendable {
    private let loop: RedirectLoop
    private var path: RedirectPath
    private var trail: CookieTrail?
    private var stop: CookieTrail.Stop?
    /// How often the server that the call is for was given another credential.
    private var failures = 0
    /// The request that is to be sent now, with the cookies that go along.
    package private(set) var sent: TransportRequest

    /// Creates a walk that begins with a request.
    package init(_ request: TransportRequest, _ loop: RedirectLoop) {
        self.loop = loop
        sent = request
        sent.options.redirects = loop.policy
        loop.secure(&sent)
        path = RedirectPath(sent, since: loop.start)
        trail = CookieTrail(sent, loop.cookies)
    }

    /// The redirects so far.
    package var hops: [RedirectHop] { path.hops }

    /// Gets ``sent`` ready.
    /// - Throws: a ``TransportError`` if it was sent before.
    package mutating func begin() throws(TransportError) {
        if !path.hops.isEmpty || failures > 0 { sent = path.request }
        stop = trail?.enter(&sent)
        try path.begin(sent)
    }

    /// Takes the head of an answer; `false` if it is for the caller, as most are.
    /// - Throws: a ``TransportError`` if a redirect breaks a rule, and what a hook says.
    nonisolated(nonsending) package mutating func goesOn(
        after status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws(TransportError) -> Bool {
        trail?.leave(stop, with: headers)
        loop.learn(headers, from: sent)
        if RedirectRule.leadsOn(status.code, headers) { return try await follow(status, headers) }
        // Nobody is asked for a credential because another server wants one, nor where the request can't go
        // out again.
        guard status == .unauthorized, path.request.options.answersChallenges != false,
            let authorize = loop.authorize, path.isAtHome,
            path.request.body?.isReplayable != false
        else { return false }
        let refusal = TransportHead(status: status, headers: headers)
        guard let field = try await authorize(refusal, path.request, failures) else { return false }
        try path.sendAgain(authorization: field)
        failures += 1
        return true
    }

    /// Goes one step on; `false` if the policy takes the answer as it is.
    private mutating func follow(
        _ status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws(TransportError) -> Bool {
        let redirect = try RedirectRule.next(
            after: path.request, status: status, headers: headers, policy: loop.policy,
            history: path.hops, strict: loop.strict)
        guard let redirect, let next = try await loop.policy.decide(redirect) else { return false }
        try path.follow(RedirectRule.changed(redirect, to: next, loop.policy), after: sent)
        if let followed = loop.followed, let hop = path.hops.last { followed(hop) }
        return true
    }

    /// The error with the hops that led to it.
    package func failure(_ error: TransportError) -> TransportError { path.failure(error) }
}
