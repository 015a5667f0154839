/// Which servers a session believes.
///
/// Whatever it says, a certificate must be valid for the host that is called, by its subject
/// alternative names (RFC 9525); its common name is not looked at. What a server has to show besides
/// is said here, and a case that is not covered is for ``SessionHooks/didReceiveServerTrust``.
public struct TrustPolicy: Sendable, Hashable {
    /// Which certificate authorities are trusted, for servers and for proxies that speak TLS.
    ///
    /// The default is the system's.
    public var authorities: Authorities
    /// The public keys that hosts must have, besides a certificate that is trusted.
    ///
    /// By host, such as `api.example.org`, or `*.example.org` for all names with one label before it;
    /// where both fit, the host's own counts. A pin is `sha256/` and, in Base64, the SHA-256 of a key's
    /// SubjectPublicKeyInfo, the form of RFC 7469 and of curl. The connection is taken if the key of any
    /// certificate of the verified chain is among them, so that an authority can be pinned too; keep
    /// the pin of a key in reserve. What doesn't match fails before a byte of the request is sent, with
    /// the keys that were seen. The default is empty: any key will do.
    public var pins: [String: [String]]

    /// Creates a policy with the defaults.
    public init(authorities: Authorities = .system, pins: [String: [String]] = [:]) {
        self.authorities = authorities
        self.pins = pins
    }

    /// The certificate authorities that a session trusts.
    ///
    /// A file, the system's too, is read by the first call that needs it, once for all sessions of the
    /// process. A call over TLS looks whether it has changed if the last look is more than a minute ago. What is
    /// open, and what is resumed of it, stays trusted. A file that can't be read fails the call with the code
    /// `untrustedCertificate`.
    public enum Authorities: Sendable, Hashable {
        /// Those of the system.
        case system
        /// Those of a PEM file, and no others.
        case file(String)
        /// Those of a PEM text, and no others; servers' own certificates may be among them.
        case pem(String)
        /// Those of the system, and those of a PEM text.
        case systemAnd(pem: String)
    }
}

extension TrustPolicy.Authorities {
    /// The file; `nil` for none.
    var file: String? {
        switch self {
        case .system, .systemAnd: CurlLibrary.authoritiesFile
        case .file(let path): path
        case .pem: nil
        }
    }

    /// The text with what is trusted besides the file.
    var text: String? {
        switch self {
        case .pem(let text), .systemAnd(let text): text
        case .system, .file: nil
        }
    }
}
