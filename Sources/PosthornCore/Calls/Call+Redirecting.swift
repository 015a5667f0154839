extension Call {
    /// Seals and sends a request, and again for each redirect that the policy allows.
    ///
    /// The transport follows the redirects of plain requests. A cipher seals a request for one method and
    /// path, so each redirect of a sealed request is sealed again. The call must have a policy, and the
    /// redirect must stay within the origin. Without a policy the redirect is refused: redirects are not
    /// sealed, and an attacker between client and server could choose the path.
    static func redirecting(_ exchange: inout Exchange) async throws {
        let built = exchange.request
        // A retry with another credential starts at the original URL.
        defer { exchange.request = built }
        let policy = built.options.redirects
        var state = RedirectState(built, RedirectLoop(policy ?? .never))
        while true {
            do {
                try state.begin()
                try await transfer(&exchange)
                guard let redirect = try await redirect(of: exchange, on: state, policy) else {
                    exchange.response?.redirects = state.hops
                    return
                }
                try state.follow(redirect)
                await exchange.discardBody()
                exchange.restart()
                exchange.request.follow(redirect, within: state.request.options.timeouts)
                exchange.request.options.proof?.read(redirect.headers, from: redirect.request.url)
                try exchange.request.renewProof()
            } catch let error as TransportError {
                throw state.failure(error)
            }
        }
    }

    /// Returns the redirect of a sealed call; `nil` if there is none.
    private static func redirect(
        of exchange: Exchange, on state: RedirectState, _ policy: RedirectPolicy?
    ) async throws(TransportError) -> RedirectPolicy.Proposal? {
        guard let response = exchange.response else { return nil }
        let cipher = exchange.cipher?.name ?? ""
        guard let policy else {
            guard RedirectRule.isRedirect(response.status.code, response.headers) else {
                return nil
            }
            throw .redirectRefused(
                "the server responded with \(response.status.text), and the request is sealed or signed "
                    + "by \(cipher) for its own path",
                "request the new URL directly, or let the call follow within its origin with "
                    + "`redirects = .sameOrigin`")
        }
        let redirect = try RedirectRule.next(
            after: state.request, status: response.status, headers: response.headers,
            policy: policy, history: state.hops)
        guard let redirect, let next = try await policy.decide(redirect) else { return nil }
        let changed = try RedirectRule.changed(redirect, to: next, policy)
        guard !changed.changesOrigin else {
            throw .redirectRefused(
                "the redirect leads to another origin, \(changed.target.origin), and the request "
                    + "is sealed or signed by \(cipher)",
                "call the new URL with a client that has it as its base URL")
        }
        return changed
    }
}

extension TransportRequest {
    /// Changes the request to the unsealed request for the target of a redirect.
    fileprivate mutating func follow(_ redirect: RedirectPolicy.Proposal, within timeouts: Timeouts)
    {
        method = redirect.next.method
        move(to: redirect.target.requestTarget)
        headers = redirect.next.headers
        body = redirect.next.body
        options.timeouts = timeouts
    }
}
