public import FoundationEssentials
public import Posthorn

/// What a server shows when a TLS connection is opened, and what we think of it.
public struct ServerTrust: Sendable {
    /// The host that is called, without a port; an address without brackets.
    public let host: String
    /// The certificates in DER, the server's own first.
    ///
    /// They are verified up to an authority unless there is a ``failure``; then they are what the server
    /// sent, and prove nothing.
    public let chain: [Data]
    /// The pins of the certificates' keys, in their order; see ``TrustPolicy/pins``.
    public let publicKeys: [String]
    /// All that is wrong, as far as it was looked at; empty if there is no ``failure``.
    public let problems: Problems
    /// What the call would fail with; its message has every one of the ``problems``.
    ///
    /// `nil` if the certificate is valid for the host, of an authority that is trusted, and has a key
    /// that is pinned if any is.
    public let failure: TransportError?

    /// What can be wrong with a server's certificate.
    public struct Problems: OptionSet, Sendable, Hashable {
        /// A bit for each problem.
        public let rawValue: Int
        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// No authority that is trusted vouches for it, or not now: it has expired, for one.
        ///
        /// Nothing that it says is proven then.
        public static let chain = Problems(rawValue: 1)
        /// It is not for the host that is called.
        public static let name = Problems(rawValue: 2)
        /// It has none of the keys that are pinned for the host (``TrustPolicy/pins``).
        public static let key = Problems(rawValue: 4)
    }
}

/// What becomes of a connection whose server has shown its certificate.
public enum TrustDisposition: Sendable, Hashable {
    /// What the session's ``TrustPolicy`` says: ``ServerTrust/failure``, if there is one.
    case performDefault
    /// The server is believed, whatever is wrong with its certificate.
    case trust
    /// The call fails with the code `untrustedCertificate`, also where nothing is wrong.
    case refuse
}

extension ServerTrust {
    /// What a disposition comes to; `nil` if the connection is taken.
    func failure(after disposition: TrustDisposition) -> TransportError? {
        switch disposition {
        case .performDefault: return failure
        case .trust: return nil
        case .refuse:
            var error = TransportError(
                .untrustedCertificate, "the caller refused the certificate of \(host)",
                isSafeToRetry: true)
            error.chain = .shown(chain)
            return error
        }
    }
}
