/// A call that a ``RedirectLoop`` runs, between its exchanges.
package struct RedirectWalk: Sendable {
    private let loop: RedirectLoop
    private var path: RedirectPath
    private var trail: CookieTrail?
    private var stop: CookieTrail.Stop?
    /// The request that is to be sent now, with the cookies that go along.
    package private(set) var sent: TransportRequest

    /// Creates a walk that begins with a request.
    package init(_ request: TransportRequest, _ loop: RedirectLoop) {
        self.loop = loop
        sent = request
        sent.redirects = loop.policy
        loop.secure(&sent)
        path = RedirectPath(sent)
        trail = CookieTrail(sent, loop.cookies)
    }

    /// The redirects so far.
    package var hops: [RedirectHop] { path.hops }

    /// Gets ``sent`` ready.
    /// - Throws: a ``TransportError`` if it was sent before.
    package mutating func begin() throws(TransportError) {
        if !path.hops.isEmpty { sent = path.request }
        stop = trail?.enter(&sent)
        try path.begin(sent)
    }

    /// Takes the head of an answer; `false` if it is for the caller, as most are.
    package func leadsOn(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> Bool {
        trail?.leave(stop, with: headers)
        loop.learn(headers, from: sent)
        return RedirectRule.leadsOn(status.code, headers)
    }

    /// Goes one step on; `false` if the policy takes the answer as it is.
    /// - Throws: a ``TransportError`` if the redirect breaks a rule.
    package mutating func follow(
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
