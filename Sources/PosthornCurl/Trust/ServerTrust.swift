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
    /// What the call would fail with.
    ///
    /// `nil` if the certificate is valid for the host, of an authority that is trusted, and has a key
    /// that is pinned if any is.
    public let failure: TransportError?
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
    /// What a disposition comes to.
    ///
    /// `nil` if the connection is taken.
    func failure(after disposition: TrustDisposition) -> TransportError? {
        switch disposition {
        case .performDefault: failure
        case .trust: nil
        case .refuse:
            TransportError(
                .untrustedCertificate, "the caller refused the certificate of \(host)",
                nothingSent: true)
        }
    }
}
