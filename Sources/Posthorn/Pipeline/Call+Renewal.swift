extension Call where E: Endpoint {
    /// The answer to a call; to its repetition, if the server refused a credential that can be had anew.
    ///
    /// The repetition is sealed afresh. Its answer is the call's, whatever it is.
    func exchange(
        _ plan: Plan, carrying credential: SentCredential?, _ progress: inout CallProgress
    ) async throws -> Exchange {
        let first = try await exchange(plan, &progress)
        guard let credential,
            credential.isToBeRenewed(
                after: first.answer.status, first.answer.redirects, to: plan.request)
        else { return first }
        if plan.mustProveRefusals {
            var refusal = ReceivedResponse(first.answer, policy: plan.policy)
            progress.enter(.opening, with: refusal)
            try await plan.cipher.open(&refusal, to: first.request)
        }
        var plan = plan
        progress.enter(.validating, with: ReceivedResponse(first.answer, policy: plan.policy))
        try await credential.renew(&plan.request)
        progress.restart(with: plan.request)
        return try await exchange(plan, &progress)
    }
}

extension Call.Plan {
    /// Whether a 401 must open before the call is repeated.
    ///
    /// Whoever ends TLS can answer 401 in the clear to what the server has done, and a repetition is
    /// sealed as another message: no server could tell that it is the same call.
    fileprivate var mustProveRefusals: Bool {
        !(cipher is PlaintextCipher) && !request.transport.isRepeatable
    }
}

extension Call {
    /// The answer that is read while it comes; that of the repetition, if the server refused a
    /// credential that can be had anew.
    func stream(
        of outgoing: inout Outgoing, _ progress: inout CallProgress
    ) async throws -> TransportStream {
        let transport = service.configuration.transport
        let stream = try await transport.stream(outgoing.sent)
        guard outgoing.isToBeRenewed(after: stream) else { return stream }
        if outgoing.plan.mustProveRefusals {
            try await prove(stream, of: outgoing, &progress)
        } else {
            await stream.discard()
        }
        progress.enter(.validating, with: ReceivedResponse(stream, policy: outgoing.plan.policy))
        outgoing = try await renewed(outgoing, &progress)
        return try await transport.stream(outgoing.sent)
    }

    /// Opens an answer, and drops what is in it.
    /// - Throws: what its cipher throws, or the error that the body ends with within its first mebibyte.
    private func prove(
        _ stream: TransportStream, of outgoing: Outgoing, _ progress: inout CallProgress
    ) async throws {
        var head = ReceivedResponse(stream, policy: outgoing.plan.policy)
        progress.enter(.opening, with: head)
        let body = try await outgoing.plan.cipher.opened(
            stream.body, of: &head, to: outgoing.request)
        var count = 0
        for try await piece in body {
            count += piece.count
            if count >= 1_048_576 { break }
        }
    }

    /// The same request with a new credential, sealed afresh; it is not renewed once more.
    func renewed(
        _ outgoing: Outgoing, _ progress: inout CallProgress
    ) async throws -> Outgoing {
        var plan = outgoing.plan
        try await outgoing.credential?.renew(&plan.request)
        progress.restart(with: plan.request)
        return try await sealed(
            plan, carrying: nil, until: outgoing.deadline, &progress)
    }
}

extension Call.Outgoing {
    /// Whether the server refused a credential that can be had anew, so that the call is repeated.
    func isToBeRenewed(after stream: TransportStream) -> Bool {
        credential?.isToBeRenewed(after: stream.status, stream.redirects, to: plan.request) ?? false
    }
}
