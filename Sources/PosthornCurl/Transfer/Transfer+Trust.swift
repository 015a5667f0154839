import CCurl

// The options and the results of a transfer's certificate check.
extension Transfer {
    /// The host of the request in the form of certificates; `nil` if the URL has none.
    var host: String? {
        guard let name = try? HTTPURL(request.url).origin.host else { return nil }
        let plain = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        return plain.hasSuffix(".") ? String(plain.dropLast()) : plain
    }

    /// Sets the authorities that libcurl reads; none if this package supplies them.
    func setAuthorities(
        _ handle: EasyHandle, _ policy: Int, file: CURLoption, folder: CURLoption
    ) throws(TransportError) {
        let isOurs = context.trust.rules.policies[policy].isApplied
        let path = isOurs ? nil : configuration.trust.authorities.file
        guard isOurs || path != nil else { return }
        try handle.set(file, path)
        // With a real folder, libcurl would read all of it for each connection. An imaginary one keeps policies
        // apart: libcurl reuses connections and TLS sessions only if it is the same.
        try handle.set(folder, policy == 0 ? nil : "/dev/null/posthorn-trust-\(policy)")
    }

    /// Whether the transfer uses TLS, with its server or with a proxy.
    var usesTLS: Bool { isSecure || (context.hasProxy && proxy?.kind == .https) }

    var asksAboutServer: Bool { hasOwnTrust || context.trust.rules.hook != nil }

    /// Whether the transfer's task has a trust handler; its connections are then not shared.
    var hasOwnTrust: Bool { trust.handler != nil }

    func setTrust(_ handle: EasyHandle) throws(TransportError) {
        let policy = policyNumber
        try setAuthorities(handle, policy, file: CURLOPT_CAINFO, folder: CURLOPT_CAPATH)
        let proxyPolicy = proxyPeer.map { context.trust.rules.policies[$0.policy] }
        // A resumed TLS session shows no certificate.
        if isServerLeftToUs || proxyPolicy?.needsOwnCheck == true {
            try handle.set(CURLOPT_SSL_SESSIONID_CACHE, false)
        }
        // A hook may accept a certificate for another host, so that `CertificateCheck` compares the names
        // instead of libcurl.
        if asksAboutServer || context.trust.rules.policies[policy].acceptsPinsOnly {
            try handle.set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        if proxyPolicy?.acceptsPinsOnly == true {
            try handle.set(CURLOPT_PROXY_SSL_VERIFYHOST, 0)
        }
    }

    /// Whether the request may use only a connection whose certificate passed our check.
    ///
    /// True if a hook or the policy decides instead of libcurl, and if hosts have pins while a TLS proxy is used,
    /// whose certificate may be mistaken for the server's.
    var isServerLeftToUs: Bool {
        let policy = context.trust.rules.policies[policyNumber]
        return asksAboutServer || policy.needsOwnCheck
            || (!policy.pins.isEmpty && proxy?.kind == .https)
    }

    /// Records that the connection can't be checked; returns `false`, so that it is not opened.
    func failUnchecked() -> Bool {
        attempt.failure = failure(.unchecked)
        return false
    }

    func decision(for key: TrustQuestion.Key) -> ServerTrust.Disposition? {
        guard hasOwnTrust else { return context.trust.decision(for: key) }
        return trust.decision.flatMap { $0.question.key == key ? $0.disposition : nil }
    }

    /// Whether our check accepted the connection that is about to carry the request, if it needs that.
    func isServerChecked(_ handle: EasyHandle) -> Bool {
        guard isSecure, isServerLeftToUs else { return true }
        guard let session = posthorn_tls_session(handle.raw) else { return false }
        return CertificateCheck.of(session)?.hasPassed == true
    }

    /// Turns a failed check into the request's error; an earlier attempt may have reached the server.
    func failure(_ check: TransportError) -> TransportError {
        guard !isAtForbiddenTry else { return notRepeated }
        var error = check
        error.isSafeToRetry = !mayHaveArrived
        // The certificates that libcurl itself has rejected.
        if error.chain == nil { error.chain = self.check?.misnamed }
        return error
    }

    var trustFileTooLate: TransportError {
        let name = staleFiles.first.map { context.trust.rules.files[$0].name }
        return TransportError(
            .timedOut,
            "the file of \(name?.kind.label ?? "the trust policy") was not read in time",
            advice:
                "see what keeps \(name?.paths.joined(separator: " or ") ?? "it") from being read",
            isSafeToRetry: !mayHaveArrived)
    }

    var decisionTooLate: TransportError {
        TransportError(
            .timedOut, "no decision about the server's certificate was made in time",
            advice: "decide sooner, or raise the connect timeout", isSafeToRetry: !mayHaveArrived)
    }
}

extension TransportError {
    /// A safeguard that should never occur: neither libcurl nor this package checked the connection.
    static let unchecked = TransportError(
        .untrustedCertificate, "the connection's certificate was not checked",
        advice: "see whether libcurl and OpenSSL are of versions that this package knows",
        isSafeToRetry: true)
}

extension SessionTask {
    /// A closure that decides whether to trust the task's servers.
    ///
    /// It replaces the session's hook ``SessionHooks/didReceiveServerTrust`` and is called for each
    /// connection. A task with a handler shares no connection with other tasks and uses HTTP/1.1. Set it
    /// before you start the task. The default, `nil`, uses the session's hook.
    public var trustHandler: (@Sendable (ServerTrust) async -> ServerTrust.Disposition)? {
        get { storage.withLock { $0.trustHandler } }
        set {
            // The old handler is released after the lock, because that may run the client's code.
            let old = storage.withLock { storage in
                defer { storage.trustHandler = newValue }
                return storage.trustHandler
            }
            _ = old
        }
    }
}
