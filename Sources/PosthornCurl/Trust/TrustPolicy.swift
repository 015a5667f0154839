public import FoundationEssentials

/// The rules by which a session trusts servers.
///
/// Under every policy a certificate must be valid for the host, according to its subject alternative names
/// (RFC 9525); the common name is ignored. Use ``SessionHooks/didReceiveServerTrust`` for decisions that the
/// policy can't express.
public struct TrustPolicy: Sendable, Hashable {
    /// The trusted certificate authorities, for servers and for HTTPS proxies.
    ///
    /// The default is the system's.
    public var authorities: Authorities
    /// The pinned public keys by host, required in addition to a trusted certificate.
    ///
    /// The key is a host such as `api.example.org`, or `*.example.org` for all names with one more label. If
    /// both match, the host's own entry applies.
    ///
    /// A connection is accepted if the key of any certificate in the verified chain is
    /// pinned, so that you can pin an authority, too. Pin a backup key as well.
    ///
    /// A mismatch fails before any byte of the request is sent, and the error lists the keys that the server
    /// has. The default is empty: any key is accepted.
    public var pins: [String: [Pin]]

    /// Creates a policy with the defaults.
    public init(authorities: Authorities = .system, pins: [String: [Pin]] = [:]) {
        self.authorities = authorities
        self.pins = pins
    }

    /// The certificate authorities that a session trusts.
    ///
    /// A file, including the system's, is read by the first call that needs it, once for all sessions of the
    /// process. Later calls over TLS check the file for changes at most once a minute. Open and resumed
    /// connections keep the previous trust. If a file can't be read, the call fails with the code
    /// `untrustedCertificate`.
    public enum Authorities: Sendable, Hashable {
        /// The authorities of the system.
        case system
        /// The authorities of a PEM file only; the URL is from `URL(filePath:)`.
        case file(URL)
        /// The authorities of a PEM text only; it may include servers' own certificates.
        case pem(String)
        /// The authorities of the system and of a PEM text.
        case systemAnd(pem: String)
    }
}

extension TrustPolicy.Authorities {
    var file: String? {
        switch self {
        case .system, .systemAnd: CurlLibrary.authoritiesFile
        case .file(let url): url.filePath
        case .pem: nil
        }
    }

    var text: String? {
        switch self {
        case .pem(let text), .systemAnd(let text): text
        case .system, .file: nil
        }
    }
}
