import CCurl
import FoundationEssentials

// The client certificates of a transfer.
extension Transfer {
    /// What determines the TLS options of a handle.
    var security: HandleOptionSet.Security {
        var security = HandleOptionSet.Security(isSecure: isSecure)
        security.policy = policyNumber
        guard !context.trust.rules.identities.isEmpty else { return security }
        security.identity = identityNumber(serverPeer)
        security.proxyIdentity = identityNumber(proxyPeer)
        return security
    }

    /// A number for the contents of a peer's client certificate; 0 for none.
    private func identityNumber(_ peer: TLSPeer?) -> Int {
        guard let identity = peer?.identity else { return 0 }
        return context.trust.identityFiles(identity)?.serial ?? -1 - identity
    }

    private struct Options {
        let certificate, key, certificatePath, keyPath, password, kind: CURLoption

        static let ofServer = Options(
            certificate: CURLOPT_SSLCERT_BLOB, key: CURLOPT_SSLKEY_BLOB,
            certificatePath: CURLOPT_SSLCERT, keyPath: CURLOPT_SSLKEY,
            password: CURLOPT_KEYPASSWD, kind: CURLOPT_SSLCERTTYPE)
        static let ofProxy = Options(
            certificate: CURLOPT_PROXY_SSLCERT_BLOB, key: CURLOPT_PROXY_SSLKEY_BLOB,
            certificatePath: CURLOPT_PROXY_SSLCERT, keyPath: CURLOPT_PROXY_SSLKEY,
            password: CURLOPT_PROXY_KEYPASSWD, kind: CURLOPT_PROXY_SSLCERTTYPE)
    }

    func setIdentities(_ handle: EasyHandle) throws(TransportError) {
        guard !context.trust.rules.identities.isEmpty else { return }
        if let identity = serverPeer?.identity { try set(identity, handle, .ofServer) }
        if let identity = proxyPeer?.identity { try set(identity, handle, .ofProxy) }
    }

    private func set(
        _ number: Int, _ handle: EasyHandle, _ options: Options
    ) throws(TransportError) {
        let identity = context.trust.rules.identities[number]
        switch identity.source {
        case .files(let certificate, let key):
            if let files = context.trust.identityFiles(number) {
                try handle.set(blob: options.certificate, files.certificate)
                try handle.set(blob: options.key, files.key)
            } else {
                // Another TLS library than OpenSSL reads the files itself.
                try handle.set(options.certificatePath, certificate.path(percentEncoded: false))
                try handle.set(options.keyPath, key.path(percentEncoded: false))
            }
        case .pem(let certificate, let key):
            try handle.set(blob: options.certificate, certificate.utf8)
            try handle.set(blob: options.key, key.utf8)
        case .pkcs12(let bytes):
            try handle.set(options.kind, "P12")
            try handle.set(blob: options.certificate, bytes)
        }
        // Without a password, OpenSSL would prompt at the terminal and block the loop.
        try handle.set(options.password, identity.password ?? "")
    }

    /// The error for a failure after the server asked for a client certificate; `nil` if it did not ask.
    func identityFailure(_ code: CURLcode) -> TransportError? {
        guard check?.peer.proxy == nil, head.isEmpty, let text = requestedIdentity(code) else {
            return nil
        }
        return TransportError(
            .tlsFailed, "\(host ?? "") \(text.what)", advice: text.advice,
            libraryCode: Int(code.rawValue))
    }

    /// The message about a peer that asked for a client certificate and closed the connection.
    ///
    /// `nil` if the peer of the newest connection did not ask, or if the code means something else.
    func requestedIdentity(_ code: CURLcode) -> (what: String, advice: String)? {
        guard let check, check.wantsIdentity else { return nil }
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
            CURLE_HTTP2, CURLE_PROXY:
            break
        default: return nil
        }
        let (what, advice) =
            check.peer.identity == nil
            ? ("none", "give the session one for the host in ConnectionOptions.identities")
            : ("it", "see whether the server knows its authority, and whether it has expired")
        return (
            "requested a client certificate, received \(what) and closed the connection", advice
        )
    }

    /// The check of the connection that the transfer opened most recently.
    ///
    /// `nil` if it has opened none with TLS.
    var check: CertificateCheck? {
        guard let check = handle?.check, check.isOf(self) else { return nil }
        return check
    }
}

extension ClientIdentity {
    /// The files that this package reads; `nil` if there are none.
    var file: TrustFile? {
        guard case .files(let certificate, let key) = source,
            let certificatePath = certificate.filePath, let keyPath = key.filePath
        else { return nil }
        return TrustFile.at(
            TrustFile.Name(
                kind: .identity(password: password), paths: [certificatePath, keyPath]))
    }
}
