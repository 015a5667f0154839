internal import Crypto
internal import CryptoExtras
public import FoundationEssentials
public import Posthorn

/// A key pair: opens what others sealed for it, and signs.
///
/// Its bytes leave it by the three properties whose names start with `secret` only; no description,
/// debugger, `dump` or error shows them. swift-crypto wipes the memory of elliptic keys and BoringSSL
/// that of RSA numbers when the last copy goes; texts and `Data` that a key was read from are the
/// caller's to drop.
public struct PrivateKey: Sendable {
    /// The public half, with the same id.
    public let publicKey: PublicKey
    /// The key's name, as messages carry it.
    public var id: String { publicKey.id }
    /// What it is a key of.
    public var kind: KeyKind { publicKey.kind }
    let material: PrivateMaterial

    /// Reads a key from PEM: a block `PRIVATE KEY`, `RSA PRIVATE KEY` or `EC PRIVATE KEY`.
    /// - Parameters:
    ///   - id: 1 to 255 bytes of UTF-8; `nil`, the default, takes the thumbprint of the public half
    ///     (RFC 7638, SHA-256).
    /// - Throws: a fault of the code `invalidKey` that says what the text holds instead.
    public init(pem text: String, id: String? = nil) throws(APIError.Cause) {
        try self.init(der: KeyForm.privateDER(pem: text), id: id)
    }

    /// Reads a key from DER: PKCS #8 (RFC 5958), for RSA also PKCS #1, for curves also SEC 1.
    /// - Parameters:
    ///   - id: As for PEM.
    /// - Throws: a fault of the code `invalidKey` that says what the bytes are instead.
    public init(der bytes: Data, id: String? = nil) throws(APIError.Cause) {
        let kind = try KeyForm.privateKind(der: bytes)
        let material = try attempt({ try PrivateMaterial(kind, der: bytes) }) {
            KeyForm.invalid(kind, $0)
        }
        try self.init(material, id: id)
    }

    /// Reads a key from a JWK with private members (RFC 7517, 8037).
    /// - Parameters:
    ///   - id: `nil`, the default, takes the `kid`, or else the thumbprint.
    /// - Throws: a fault of the code `invalidKey`, also if the public members belong to another key.
    public init(jwk: Data, id: String? = nil) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        try self.init(jwk.privateMaterial(), id: id ?? jwk.id, purpose: jwk.purpose)
    }

    /// Creates a fresh key.
    /// - Parameters:
    ///   - kind: What it is to be a key of; RSA has 3072 bits.
    ///   - id: As for PEM.
    /// - Throws: a fault of the code `invalidKey` when the id has no length from 1 to 255.
    public static func random(_ kind: KeyKind, id: String? = nil) throws(APIError.Cause)
        -> PrivateKey
    {
        let material = try attempt { () -> PrivateMaterial in
            switch kind {
            case .rsa: .rsa(try RSAPrivateMaterial(.init(keySize: .bits3072)))
            case .p256: try .p256(raw: P256.Signing.PrivateKey().rawRepresentation)
            case .p384: try .p384(raw: P384.Signing.PrivateKey().rawRepresentation)
            case .p521: try .p521(raw: P521.Signing.PrivateKey().rawRepresentation)
            case .x25519: .x25519(.init())
            case .ed25519: .ed25519(.init())
            default:
                throw APIError.Cause.key("there is no such kind of key", "use one of KeyKind")
            }
        } or: {
            KeyForm.invalid(kind, $0)
        }
        return try PrivateKey(material, id: id)
    }

    private init(
        _ material: PrivateMaterial, id: String?, purpose: KeyPurpose = .any
    ) throws(APIError.Cause) {
        self.material = material
        let half = try attempt(material.publicHalf) {
            .key("the key's public half could not be made", "make a new key", because: $0)
        }
        publicKey = try PublicKey(half, id: id, purpose: purpose)
    }

    /// The secret, as DER (PKCS #8).
    ///
    /// To store where secrets are kept, and nowhere else.
    public var secretDER: Data { material.der }

    /// The secret, as PEM (PKCS #8).
    ///
    /// To store where secrets are kept, and nowhere else.
    public var secretPEM: String { PEM.text("PRIVATE KEY", secretDER) }

    /// The secret, as a JWK with its id.
    ///
    /// To store where secrets are kept, and nowhere else.
    public var secretJWK: Data {
        JWK.bytes(JWK.members(of: material), id: id, purpose: publicKey.purpose)
    }
}

extension PrivateKey {
    /// What RSA-OAEP-256 carries, for published vectors; `nil` if the key can't or it is refused.
    package func unwrapped(_ encrypted: Data) -> Data? {
        guard case .rsa(let rsa) = material else { return nil }
        return try? rsa.unwrap(encrypted)
    }
}

extension PrivateKey: RedactedStringConvertible {
    /// The key's kind and id, never its bytes.
    public var description: String { "PrivateKey(\(kind), id: \(id.debugDescription))" }
}
