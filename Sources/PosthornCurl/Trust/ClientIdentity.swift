public import FoundationEssentials

/// A client certificate and its private key, for mutual TLS.
///
/// The description never shows the contents. ``ConnectionOptions/identities`` chooses the servers that
/// receive it.
public struct ClientIdentity: Sendable, Hashable {
    /// Where the certificate and the key come from.
    enum Source: Sendable, Hashable {
        case files(certificate: URL, key: URL)
        case pem(certificate: String, key: String)
        case pkcs12(Data)
    }

    let source: Source
    let password: String?

    /// Creates an identity from two PEM files.
    ///
    /// The certificate file holds the client's certificate, followed by any intermediate certificates. The
    /// session checks both files for changes at most once a second. Later calls use new connections with the new
    /// certificate; running transfers keep theirs. Until the key belongs to the certificate, calls use the previous
    /// pair, and the session reports ``SessionEvent/identityNotReplaced(_:)``.
    /// - Parameters:
    ///   - certificate: The location of the certificate file, from `URL(filePath:)`.
    ///   - key: The location of the file with the private key.
    ///   - password: The password of an encrypted key. The default, `nil`, means that the key is not encrypted.
    public static func files(
        certificate: URL, key: URL, password: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(source: .files(certificate: certificate, key: key), password: password)
    }

    /// Creates an identity from two PEM texts with the contents of ``files(certificate:key:password:)``.
    public static func pem(
        certificate: String, key: String, password: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(source: .pem(certificate: certificate, key: key), password: password)
    }

    /// Creates an identity from the bytes of a PKCS #12 file (RFC 7292).
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - password: The password of the file. `nil` means that it has none.
    public static func pkcs12(_ bytes: Data, password: String?) -> ClientIdentity {
        ClientIdentity(source: .pkcs12(bytes), password: password)
    }
}

extension ClientIdentity: RedactedStringConvertible {}
