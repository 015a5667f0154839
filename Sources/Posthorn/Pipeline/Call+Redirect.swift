extension Call where E: Endpoint {
    /// A sealed request's answer, from the last place to which it was redirected.
    struct Exchange {
        var answer: TransportResponse
        /// The request as it was sealed for that place.
        var request: BuiltRequest
    }

    /// Seals a request and sends it, and again for each redirect that its policy lets it follow.
    ///
    /// A plain request's redirects are the transport's matter. A cipher seals for one method and
    /// path, so each redirect of a sealed one is sealed afresh: only within the origin, and only if
    /// the call has a policy that says so. Without one a redirect is refused, because it is not
    /// sealed itself: whoever stands between could choose the path that the client seals for.
    func exchange(_ plan: Plan, _ progress: inout CallProgress) async throws -> Exchange {
        var path = RedirectPath(plan.request.transport)
        var unsealed = plan.request
        while true {
            var request = unsealed
            request.timeouts = path.request.timeouts
            progress.enter(.sealing, with: request)
            try await plan.cipher.seal(&request)
            progress.enter(.sending, with: request)
            watch?.tell(.sending(request))
            var sent = request.transport
            let isSealed = !(plan.cipher is PlaintextCipher)
            if isSealed {
                sent.redirects = .never
                sent.answersChallenges = false
                // Packing would change what was signed, and can't make noise smaller.
                sent.compressesBody = false
            }
            do throws(TransportError) {
                if isSealed { try path.begin(path.request) }
                var answer = try await service.configuration.transport.send(
                    watch?.watched(sent) ?? sent)
                guard isSealed, let next = try await self.next(after: answer, on: path, plan.cipher)
                else {
                    if isSealed { answer.redirects = path.hops }
                    return Exchange(answer: answer, request: request)
                }
                try path.follow(next, after: path.request)
                unsealed.follow(next)
            } catch {
                // What a transport followed by itself it has told of.
                throw isSealed ? path.failure(error) : error
            }
        }
    }

    /// Where a sealed call is redirected to.
    ///
    /// `nil` if it isn't.
    private func next(
        after answer: TransportResponse, on path: RedirectPath, _ cipher: any PayloadCipher
    ) async throws(TransportError) -> Redirect? {
        guard let policy = path.request.redirects else {
            guard RedirectRule.leadsOn(answer.status.code, answer.headers) else { return nil }
            throw .redirectRefused(
                "the server answered \(answer.status.text), and the request is sealed by "
                    + "\(cipher.name) for its own path",
                "call the new place itself, or let the call follow within its origin with "
                    + "`redirects = .sameOrigin`")
        }
        let redirect = try RedirectRule.next(
            after: path.request, status: answer.status, headers: answer.headers, policy: policy,
            history: path.hops)
        guard let redirect, let next = try await policy.decide(redirect) else { return nil }
        let changed = try RedirectRule.changed(redirect, to: next, policy)
        guard !changed.changesOrigin else {
            throw .redirectRefused(
                "the redirect leads to another origin, \(changed.target.origin), and the request "
                    + "is sealed by \(cipher.name)",
                "call the new place with a client that has it as its base URL")
        }
        return changed
    }
}

extension BuiltRequest {
    /// The request for the place to which it was redirected, not sealed yet.
    fileprivate mutating func follow(_ redirect: Redirect) {
        method = redirect.next.method
        move(to: redirect.target.requestTarget)
        headers = redirect.next.headers
        body = redirect.next.body
    }
}
