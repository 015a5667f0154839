import CCurl
import Posthorn

// What a transfer tells its server about who calls, inside the TLS handshake.
extension Transfer {
    /// The certificate that the server may ask for; `nil` if it gets none.
    var identity: ClientIdentity? {
        let rules = context.trust.rules
        return identityNumber > 0 ? rules.identities[identityNumber - 1] : nil
    }

    /// The identity's number among those of the session, from 1; 0 for none.
    var identityNumber: Int {
        let rules = context.trust.rules
        guard !rules.identities.isEmpty, isSecure, let host else { return 0 }
        return (rules.identityOfHost[host] ?? -1) + 1
    }

    func setIdentity(_ handle: EasyHandle) throws(TransportError) {
        guard let identity else { return }
        switch identity.source {
        case .files(let certificate, let key):
            try handle.set(CURLOPT_SSLCERT, certificate)
            try handle.set(CURLOPT_SSLKEY, key)
        case .pem(let certificate, let key):
            try handle.set(blob: CURLOPT_SSLCERT_BLOB, certificate.utf8)
            try handle.set(blob: CURLOPT_SSLKEY_BLOB, key.utf8)
        case .pkcs12(let bytes):
            try handle.set(CURLOPT_SSLCERTTYPE, "P12")
            try handle.set(blob: CURLOPT_SSLCERT_BLOB, bytes)
        }
        // Without one, OpenSSL would ask at the terminal, and everything would wait for that.
        try handle.set(CURLOPT_KEYPASSWD, identity.password ?? "")
    }

    /// What a failure of libcurl means where the server has asked for a certificate; `nil` if it
    /// has not.
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
            .tlsFailed, "\(host ?? "") asked for a client certificate, got \(what) and hung up",
            advice: advice, libraryCode: Int(code.rawValue))
    }

    /// The check of the certificate of the connection that the transfer has opened last; `nil` if
    /// it has opened none with TLS.
    var check: CertificateCheck? {
        guard let check = handle?.check, check.isOf(self) else { return nil }
        return check
    }
}
