import Posthorn

extension CurlSession {
    /// An exchange, and again with a credential if the server asks for one and somebody gives it.
    func authorized(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        var request = request
        var failures = 0
        while true {
            let response = try await exchange(request, for: task)
            let head = TransportHead(status: response.status, headers: response.headers)
            guard let field = try await task.credential(head, request.url, failures) else {
                return response
            }
            request.headers[.authorization] = field
            failures += 1
        }
    }

    /// As ``authorized(_:for:)``, with the body as a stream.
    func authorizedStream(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportStream {
        var request = request
        var failures = 0
        while true {
            let stream = try await openExchange(request, for: task)
            guard let field = try await task.credential(stream.head, request.url, failures) else {
                return stream
            }
            request.headers[.authorization] = field
            failures += 1
        }
    }
}

extension SessionTask {
    /// What is called when the server asks who the caller is.
    ///
    /// The default, `nil`, leaves it to the session's hook. Set it before the task is started.
    public var challengeHandler: (@Sendable (Challenge) async -> ChallengeDisposition)? {
        get { board.withLock { $0.challengeHandler } }
        set { board.withLock { $0.challengeHandler = newValue } }
    }

    /// The value of the Authorization field with which the request is sent again.
    ///
    /// `nil` if it is not.
    fileprivate func credential(
        _ head: TransportHead, _ url: String, _ failures: Int
    ) async throws(TransportError) -> String? {
        // A server that refuses forever must not be asked forever.
        guard head.status == .unauthorized, failures < 5 else { return nil }
        for challenge in Challenge.all(in: head, url: url, failures: failures) {
            switch await disposition(of: challenge) {
            case .use(let credential): return try await credential.authorization()
            case .performDefault: return nil
            case .reject: continue
            case .cancel(let error):
                throw error ?? TransportError(.cancelled, "the challenge was refused")
            }
        }
        return nil
    }

    /// The task's own answer, else the session's, else the default.
    private func disposition(of challenge: Challenge) async -> ChallengeDisposition {
        if let handler = challengeHandler { return await handler(challenge) }
        return await session.observation.hooks.didReceiveChallenge?(self, challenge)
            ?? .performDefault
    }
}
