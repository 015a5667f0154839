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
    /// How the session learns that a certificate was revoked.
    ///
    /// By default, it obeys the status that a server staples to its certificate (OCSP).
    public var revocation: Revocation
    /// Whether certificates must follow the profile of RFC 5280 that OpenSSL checks in its strict mode.
    ///
    /// Authorities must, for example, state their key usage, and the certificates that they issue must name the
    /// authority's key. The default is `true`. Set it to `false` for a private authority whose certificates can't
    /// be issued again.
    public var isStrict: Bool

    /// Creates a policy with the defaults.
    public init(
        authorities: Authorities = .system, pins: [String: [Pin]] = [:],
        revocation: Revocation = Revocation(), isStrict: Bool = true
    ) {
        self.authorities = authorities
        self.pins = pins
        self.revocation = revocation
        self.isStrict = isStrict
    }

    /// Returns a policy that trusts only servers with a pinned key, without any authority.
    ///
    /// It is for servers with a self-signed certificate, such as devices. The pin alone identifies the server:
    /// neither names nor dates of its certificate are checked, and only its own key is compared. A host without a
    /// pin is not trusted.
    /// - Parameter pins: The pins by host, as in ``TrustPolicy/pins``; see also `Pin(certificate:)`.
    public static func onlyPinned(_ pins: [String: [Pin]]) -> TrustPolicy {
        TrustPolicy(authorities: .pinnedKeys, pins: pins)
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
        /// No authority: a server is trusted by its pin alone; see ``TrustPolicy/onlyPinned(_:)``.
        case pinnedKeys
    }
}

extension TrustPolicy.Authorities {
    var file: String? {
        switch self {
        case .system, .systemAnd: CurlLibrary.authoritiesFile
        case .file(let url): url.filePath
        case .pem, .pinnedKeys: nil
        }
    }

    var text: String? {
        switch self {
        case .pem(let text), .systemAnd(let text): text
        case .system, .file, .pinnedKeys: nil
        }
    }
}
