import CCurl
import FoundationEssentials

// The information that libcurl has about a handle's last transfer.
extension EasyHandle {
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        posthorn_getinfo_long(raw, info, &value)
        return value
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        posthorn_getinfo_offset(raw, info, &value)
        return Int(value)
    }

    /// The TLS session of the handle's connection, and the functions to inspect it.
    private var tls: (UnsafeRawPointer, OpenSSL)? {
        guard let functions = OpenSSL.functions, let session = posthorn_tls_session(raw)
        else { return nil }
        return (session, functions)
    }

    /// The TLS version and the cipher suite of the handle's connection; `nil` without TLS.
    var security: (version: String, cipher: String)? {
        guard let (session, functions) = tls, let version = functions.version(session) else {
            return nil
        }
        let cipher = functions.cipherName(functions.cipher(session))
        return (String(cString: version), cipher.map { String(cString: $0) } ?? "")
    }

    /// The server's certificates of the handle's connection; `nil` without TLS.
    var chain: TransportMetrics.CertificateChain? {
        guard let (session, functions) = tls else { return nil }
        let chain =
            functions.verifiedChainOfSession(session) ?? functions.sentChainOfSession(session)
        let bytes = functions.items(chain).map { Data(functions.bytes($0, by: functions.write)) }
        return TransportMetrics.CertificateChain(bytes) { CertificateText.read($0, functions) }
    }

    /// What is known about the revocation of the server's certificate.
    var revocationChecks: [TransportMetrics.RevocationCheck] {
        posthorn_tls_session(raw).flatMap { CertificateCheck.of($0) }?.revocationChecks ?? []
    }

    /// Whether the TLS handshake of the handle's connection negotiated HTTP/2.
    var usesHTTP2: Bool {
        guard let (session, functions) = tls else { return false }
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        functions.protocolName(session, &name, &count)
        return count == 2 && name?[0] == UInt8(ascii: "h") && name?[1] == UInt8(ascii: "2")
    }

    /// Whether TLS has buffered bytes that libcurl has not read.
    ///
    /// libcurl stops reading at the end of a response, and further bytes of the same record stay in the
    /// buffer.
    var holdsBytes: Bool {
        guard let (session, functions) = tls else { return false }
        return functions.pending(session) > 0
    }

    /// Whether the server may have closed the connection's TLS (RFC 8446, section 6.1).
    ///
    /// `false` without TLS, `true` if the TLS library does not report it.
    func mayHaveEndOfTLS(isSecure: Bool) -> Bool {
        guard isSecure else { return false }
        guard let (session, functions) = tls else { return true }
        let isReceived: Int32 = 2
        return functions.shutdown(session) & isReceived != 0
    }

    /// A time of libcurl, from the start of the transfer; `nil` if it was not reached.
    func time(_ info: CURLINFO) -> Duration? {
        let microseconds = offset(info)
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }
}
