extension SessionTask {
    /// A closure that handles the task's authentication challenges.
    ///
    /// The default, `nil`, uses ``SessionHooks/didReceiveChallenge`` of the session. Set it before you start
    /// the task.
    public var challengeHandler:
        (@Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Disposition)?
    {
        get { storage.withLock { $0.challengeHandler } }
        set {
            // The old handler is released after the lock, because that may run the client's code.
            let old = storage.withLock { storage in
                defer { storage.challengeHandler = newValue }
                return storage.challengeHandler
            }
            _ = old
        }
    }

    /// Returns the Authorization field for a retry of the request; `nil` if it is not retried.
    func credential(
        _ head: TransportResponse, _ request: TransportRequest, _ failures: Int
    ) async throws(TransportError) -> String? {
        // Limits the retries, because a server may refuse every credential.
        guard failures < 5 else { return nil }
        for challenge in AuthenticationChallenge.all(in: head, url: request.url, failures: failures)
        {
            switch await disposition(of: challenge, request) {
            case .use(let credential):
                if let digest = try challenge.digest(credential, request) { return digest }
                return try await credential.authorization(refused: request.headers[.authorization])
            case .performDefault: return nil
            case .reject: continue
            case .cancel(let error):
                throw error ?? TransportError(.cancelled, "the challenge was refused")
            }
        }
        return nil
    }

    /// Asks the task's handler, else the session's hook, else uses the default.
    private func disposition(
        of challenge: AuthenticationChallenge, _ request: TransportRequest
    ) async -> AuthenticationChallenge.Disposition {
        // The credential of the call is sent once.
        if let credential = request.options.credential, challenge.failures == 0 {
            return challenge.scheme == "digest" ? .use(credential) : .reject
        }
        if let handler = challengeHandler { return await handler(challenge) }
        guard let hook = session.hooks.didReceiveChallenge else { return .performDefault }
        return await hook(self, challenge)
    }
}

extension AuthenticationChallenge {
    /// Returns the response to a Digest challenge; `nil` for a credential of another scheme.
    fileprivate func digest(
        _ credential: Credential, _ request: TransportRequest
    ) throws(TransportError) -> String? {
        guard let (user, password) = credential.digest else { return nil }
        guard scheme == "digest", let response = DigestResponse(parameters) else {
            throw TransportError(
                .invalidRequest,
                "a Digest credential can't respond to this \(scheme) challenge",
                advice: "respond with another credential, or `reject` this challenge")
        }
        return try response.field(
            user: user, password: password, method: request.method.rawValue,
            target: request.target.hasPrefix("/") ? request.target : "/" + request.target,
            random: String(UInt64.random(in: 0 ... .max), radix: 16)
                + String(UInt64.random(in: 0 ... .max), radix: 16))
    }
}
