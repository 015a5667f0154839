import FoundationEssentials
import CCurl

// The client certificate of a transfer.
extension Transfer {
    var identity: ClientIdentity? {
        let rules = context.trust.rules
        return identityNumber > 0 ? rules.identities[identityNumber - 1] : nil
    }

    /// The number of the identity in the session's list, starting at 1; 0 for none.
    var identityNumber: Int {
        let rules = context.trust.rules
        guard !rules.identities.isEmpty, isSecure, let host else { return 0 }
        return (rules.identityOfHost[host] ?? -1) + 1
    }

    func setIdentity(_ handle: EasyHandle) throws(TransportError) {
        guard let identity else { return }
        switch identity.source {
        case .files(let certificate, let key):
            try handle.set(CURLOPT_SSLCERT, certificate.path(percentEncoded: false))
            try handle.set(CURLOPT_SSLKEY, key.path(percentEncoded: false))
        case .pem(let certificate, let key):
            try handle.set(blob: CURLOPT_SSLCERT_BLOB, certificate.utf8)
            try handle.set(blob: CURLOPT_SSLKEY_BLOB, key.utf8)
        case .pkcs12(let bytes):
            try handle.set(CURLOPT_SSLCERTTYPE, "P12")
            try handle.set(blob: CURLOPT_SSLCERT_BLOB, bytes)
        }
        // Without a password, OpenSSL would prompt at the terminal and block the loop.
        try handle.set(CURLOPT_KEYPASSWD, identity.password ?? "")
    }

    /// The error for a failure after the server asked for a client certificate; `nil` if it did not ask.
    func identityFailure(_ code: CURLcode) -> TransportError? {
        guard let check, check.wantsIdentity, head.isEmpty else { return nil }
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
            CURLE_HTTP2:
            break
        default: return nil
        }
        let (what, advice) =
            identity == nil
            ? ("none", "give the session one for the host in ConnectionOptions.identities")
            : ("it", "see whether the server knows its authority, and whether it has expired")
        return TransportError(
            .tlsFailed,
            "\(host ?? "") requested a client certificate, received \(what) and closed the connection",
            advice: advice, libraryCode: Int(code.rawValue))
    }

    /// The check of the connection that the transfer opened most recently.
    ///
    /// `nil` if it has opened none with TLS.
    var check: CertificateCheck? {
        guard let check = handle?.check, check.isOf(self) else { return nil }
        return check
    }
}
