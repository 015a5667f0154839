public import FoundationEssentials

/// A server's certificates in a TLS handshake, and the result of their verification.
public struct ServerTrust: Sendable {
    /// The host of the request, without a port; an IPv6 address has no brackets.
    public let host: String
    /// The certificates in DER, the server's own first.
    ///
    /// Without a ``failure`` they form the verified chain up to a certificate authority. With a failure they
    /// may be the unverified certificates that the server sent, which prove nothing.
    public let chain: [Data]
    /// The pins of the certificates' public keys, in the order of the chain; see ``TrustPolicy/pins``.
    public let publicKeys: [Pin]
    /// All problems that the verification found; empty if there is no ``failure``.
    public let problems: Problems
    /// The error with which the call would fail; its message names all ``problems``.
    ///
    /// `nil` if a trusted authority issued the certificate, it is valid for the host, and one of its keys
    /// matches the host's pins, if there are any.
    public let failure: TransportError?

    /// The problems of a server's certificate.
    public struct Problems: OptionSet, Sendable, Hashable {
        /// The bits of the problems.
        public let rawValue: Int
        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The certificate is not trusted: for example, it has expired or its authority is unknown.
        ///
        /// Its contents are unverified.
        public static let chain = Problems(rawValue: 1)
        /// The certificate is not valid for the host.
        public static let name = Problems(rawValue: 2)
        /// The certificates have none of the keys that are pinned for the host (``TrustPolicy/pins``).
        public static let key = Problems(rawValue: 4)
        /// A revocation list has the certificate, or the lists say nothing about it.
        public static let revocation = Problems(rawValue: 8)
    }
}

extension ServerTrust {
    /// The decision about a server's certificate.
    public enum Disposition: Sendable, Hashable {
        /// Applies the session's ``TrustPolicy``: the call fails with ``ServerTrust/failure``, if there is one.
        case performDefault
        /// Trusts the server despite any problem of its certificate.
        case trust
        /// Fails the call with the code `untrustedCertificate`, even if there is no problem.
        case refuse
    }
}

extension ServerTrust {
    func failure(after disposition: ServerTrust.Disposition) -> TransportError? {
        switch disposition {
        case .performDefault: return failure
        case .trust: return nil
        case .refuse:
            var error = TransportError(
                .untrustedCertificate, "your trust hook rejected the certificate of \(host)",
                isSafeToRetry: true)
            error.chain = .shown(chain)
            return error
        }
    }
}
