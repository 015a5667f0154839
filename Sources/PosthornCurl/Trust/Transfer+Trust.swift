import CCurl
import Posthorn

// How a transfer has its server checked.
extension Transfer {
    /// The host that is called, as certificates name it; `nil` if the URL has none.
    var host: String? {
        guard let name = try? HTTPURL(request.url).origin.host else { return nil }
        let plain = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        return plain.hasSuffix(".") ? String(plain.dropLast()) : plain
    }

    /// Sets what libcurl reads of authorities: nothing where it is us who read it.
    func setAuthorities(
        _ handle: EasyHandle, file: CURLoption, folder: CURLoption
    ) throws(TransportError) {
        let isOurs = context.trust.rules.hasAuthorities
        let path = isOurs ? nil : configuration.trust.authorities.file
        guard isOurs || path != nil else { return }
        try handle.set(file, path)
        // With a folder besides, libcurl reads all of it anew for each connection.
        try handle.set(folder, nil as String?)
    }

    /// Whether it speaks TLS, with its server or with a proxy.
    var usesTLS: Bool { isSecure || (context.hasProxy && proxy?.kind == .https) }

    var asksAboutServer: Bool { hasOwnTrust || context.trust.rules.hook != nil }

    /// Whether the transfer's task is asked: what it takes must serve no other transfer.
    var hasOwnTrust: Bool { trustHandler != nil }

    func setTrust(_ handle: EasyHandle) throws(TransportError) {
        try setAuthorities(handle, file: CURLOPT_CAINFO, folder: CURLOPT_CAPATH)
        // A session that is resumed shows no certificate.
        if isServerLeftToUs { try handle.set(CURLOPT_SSL_SESSIONID_CACHE, false) }
        // What is said about a certificate counts more than libcurl's own look at its name, which we
        // take instead (`CertificateCheck`).
        if asksAboutServer { try handle.set(CURLOPT_SSL_VERIFYHOST, 0) }
    }

    /// Whether no request may go out on a connection whose certificate we have not seen: libcurl was told
    /// to leave it to us, or a proxy's certificate may have been taken for the server's, which has pins.
    var isServerLeftToUs: Bool {
        asksAboutServer || (!context.trust.rules.pins.isEmpty && proxy?.kind == .https)
    }

    /// Notes that a connection can't be checked, and is not to be opened.
    func hasNoCheck() -> Bool {
        ownFailure = failure(.unchecked)
        return false
    }

    /// What was answered about a server; `nil` if nobody was asked yet.
    func answer(to key: TrustQuestion.Key) -> TrustDisposition? {
        guard hasOwnTrust else { return context.trust.answer(to: key) }
        return trustAnswer.flatMap { $0.question.key == key ? $0.disposition : nil }
    }

    /// Whether the connection that is about to carry the request was checked by us, where libcurl was
    /// told to leave that to us.
    func isServerChecked(_ handle: EasyHandle) -> Bool {
        guard isSecure, isServerLeftToUs else { return true }
        guard let session = posthorn_tls_session(handle.raw) else { return false }
        return CertificateCheck.of(session)?.hasPassed == true
    }

    /// What a failure of the check comes to for this request, of which an earlier try may have arrived.
    func failure(_ check: TransportError) -> TransportError {
        guard !isAtForbiddenTry else { return notRepeated }
        var error = check
        error.isSafeToRetry = !mayHaveArrived
        // What libcurl has found by itself.
        if error.chain == nil { error.chain = self.check?.misnamed }
        return error
    }

    /// What a transfer comes to for which it was not known in time whom to believe; `nil` if it
    /// does not wait for that.
    var undecided: TransportError? {
        if authorities == .now {
            return TransportError(
                .timedOut, "the file of certificate authorities was not read in time",
                advice: "see what keeps \(context.trust.rules.file?.path ?? "it") from being read",
                isSafeToRetry: !mayHaveArrived)
        }
        guard question != nil else { return nil }
        return TransportError(
            .timedOut, "no decision about the server's certificate came in time",
            advice: "answer sooner, or raise the connect timeout", isSafeToRetry: !mayHaveArrived)
    }
}

extension TransportError {
    /// Never seen; what libcurl leaves to us must not be left by us too.
    static let unchecked = TransportError(
        .untrustedCertificate, "the connection's certificate was not checked",
        advice: "see whether libcurl and OpenSSL are of versions that this package knows",
        isSafeToRetry: true)
}

extension SessionTask {
    /// Decides whether the task's servers are believed, instead of the session's hook
    /// ``SessionHooks/didReceiveServerTrust``.
    ///
    /// Asked for each connection; such a task shares none with others, and speaks HTTP/1.1. Set it
    /// before the task is started. The default, `nil`, leaves it to the session.
    public var trustHandler: (@Sendable (ServerTrust) async -> TrustDisposition)? {
        get { board.withLock { $0.trustHandler } }
        set { board.withLock { $0.trustHandler = newValue } }
    }
}
