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
        var plan = plan
        progress.enter(.building, with: plan.request)
        try await credential.renew(&plan.request)
        return try await exchange(plan, &progress)
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
        await stream.discard()
        outgoing = try await renewed(outgoing, &progress)
        return try await transport.stream(outgoing.sent)
    }

    /// The same request with a new credential, sealed afresh; it is not renewed once more.
    func renewed(
        _ outgoing: Outgoing, _ progress: inout CallProgress
    ) async throws -> Outgoing {
        var plan = outgoing.plan
        progress.enter(.building, with: plan.request)
        try await outgoing.credential?.renew(&plan.request)
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
