import CCurl
import FoundationEssentials
import Posthorn

// What libcurl tells of a handle's last transfer.
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

    /// The TLS session of the connection, while the handle has one, and who knows about it.
    private var tls: (UnsafeRawPointer, CurlLibrary.SessionInfo)? {
        guard let functions = CurlLibrary.sessionInfo, let session = posthorn_tls_session(raw)
        else { return nil }
        return (session, functions)
    }

    /// The TLS version and cipher suite of the connection, while the handle has one; `nil` without
    /// TLS.
    var security: (version: String, cipher: String)? {
        guard let (session, functions) = tls, let version = functions.version(session) else {
            return nil
        }
        let cipher = functions.cipherName(functions.cipher(session))
        return (String(cString: version), cipher.map { String(cString: $0) } ?? "")
    }

    /// The server's certificates, while the handle has a connection; `nil` without TLS.
    var chain: TransportMetrics.CertificateChain? {
        guard let functions = OpenSSL.functions, let session = posthorn_tls_session(raw) else {
            return nil
        }
        let chain =
            functions.verifiedChainOfSession(session) ?? functions.sentChainOfSession(session)
        let bytes = functions.items(chain).map { Data(functions.bytes($0, by: functions.write)) }
        return TransportMetrics.CertificateChain(bytes) { CertificateText.read($0, functions) }
    }

    /// Whether HTTP/2 was agreed on in the connection's TLS handshake, while the handle has one.
    var speaksHTTP2: Bool {
        guard let (session, functions) = tls else { return false }
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        functions.protocolName(session, &name, &count)
        return count == 2 && name?[0] == UInt8(ascii: "h") && name?[1] == UInt8(ascii: "2")
    }

    /// Counts what the connection sends from now on, while the handle has one; `nil` with another
    /// version of TLS than 1.3.
    func countSentRecords() -> TLSRecordLog? {
        guard security?.version == "TLSv1.3", let session = posthorn_tls_session(raw) else {
            return nil
        }
        return CertificateCheck.of(session)?.countSentRecords(of: session)
    }

    /// Whether TLS holds bytes of the connection that nobody has asked for: libcurl reads no further
    /// than a response's length, and what came in the same record stays behind.
    var holdsBytes: Bool {
        guard let (session, functions) = tls else { return false }
        return functions.pending(session) > 0
    }

    /// Whether the server may have ended the connection's TLS (RFC 8446, section 6.1): `false` without TLS, and
    /// `true` where the TLS library does not say.
    func mayHaveEndOfTLS(isSecure: Bool) -> Bool {
        guard isSecure else { return false }
        guard let (session, functions) = tls else { return true }
        let isReceived: Int32 = 2
        return functions.shutdown(session) & isReceived != 0
    }

    /// A time of libcurl, in microseconds from the start of the transfer; `nil` if it has not come.
    func time(_ info: CURLINFO) -> Duration? {
        let microseconds = offset(info)
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }
}
