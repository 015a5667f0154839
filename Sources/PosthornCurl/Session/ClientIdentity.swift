public import FoundationEssentials
public import Posthorn

/// A certificate that tells servers who calls, with its private key (mutual TLS).
///
/// It never prints. See ``ConnectionOptions/identities`` for who gets to see it.
public struct ClientIdentity: Sendable, Hashable {
    /// Where it is, or what it is.
    enum Source: Sendable, Hashable {
        case files(certificate: String, key: String)
        case pem(certificate: String, key: String)
        case pkcs12(Data)
    }

    let source: Source
    let password: String?

    /// One in two PEM files: the certificate, followed by those between it and its authority, and the
    /// key.
    ///
    /// They are read for each connection, so that new ones count from the next one on.
    /// - Parameter password: That of an encrypted key. The default, `nil`, is for one that is not.
    public static func files(
        certificate: String, key: String, password: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(source: .files(certificate: certificate, key: key), password: password)
    }

    /// One of two PEM texts, as in ``files(certificate:key:password:)``.
    public static func pem(
        certificate: String, key: String, password: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(source: .pem(certificate: certificate, key: key), password: password)
    }

    /// The bytes of a PKCS #12 file (RFC 7292) with both.
    /// - Parameter password: The file's own. `nil` is for one without.
    public static func pkcs12(_ bytes: Data, password: String?) -> ClientIdentity {
        ClientIdentity(source: .pkcs12(bytes), password: password)
    }
}

extension ClientIdentity: RedactedStringConvertible {}
