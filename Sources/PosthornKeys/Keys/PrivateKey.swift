internal import CryptoExtras
public import FoundationEssentials
public import PosthornCore

/// A key pair that opens messages sealed for it and signs messages.
///
/// Only ``secretDER``, ``secretPEM`` and ``secretJWK`` expose the secret bytes. No description, debugger,
/// `dump` or error shows them. When the last copy is released, swift-crypto wipes the memory of
/// elliptic-curve keys and BoringSSL wipes the RSA numbers. The strings and `Data` that you read a key from
/// are yours to discard.
public struct PrivateKey: Sendable {
    /// The public half, with the same id.
    public private(set) var publicKey: PublicKey
    /// The key's id, which messages carry to name the key.
    public var id: String { publicKey.id }
    /// The names of the servers in the spec that the key is for; `nil`, the default, for all.
    public var servers: Set<String>? {
        get { publicKey.servers }
        set { publicKey.servers = newValue }
    }
    /// The kind of the key, such as RSA or P-256.
    public var kind: KeyKind { publicKey.kind }
    package let material: PrivateMaterial

    /// Reads a key from a PEM block `PRIVATE KEY`, `RSA PRIVATE KEY` or `EC PRIVATE KEY`.
    ///
    /// - Parameter id: 1 to 255 bytes of UTF-8. `nil`, the default, means the thumbprint of the public half (RFC 7638,
    ///   SHA-256).
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, also if the block is encrypted or not the only one.
    public init(pem text: String, id: String? = nil) throws(APIError.Cause) {
        try self.init(der: KeyForm.der(pem: text, .privateKey), id: id)
    }

    /// Reads a key from DER: PKCS #8 (RFC 5958), PKCS #1 for RSA, or SEC 1 for elliptic curves.
    ///
    /// - Parameter id: As in ``init(pem:id:)``.
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, also if the key is encrypted.
    public init(der bytes: Data, id: String? = nil) throws(APIError.Cause) {
        let kind = try KeyForm.kind(der: bytes, .privateKey)
        try self.init(KeyForm.made(kind) { try PrivateMaterial(kind, der: bytes) }, id: id)
    }

    /// Reads a key from a JWK with private members (RFC 7517, RFC 8037).
    ///
    /// - Parameter id: 1 to 255 bytes of UTF-8. `nil`, the default, means the JWK's `kid`, or else the thumbprint.
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, also if the public members belong to another key.
    public init(jwk: Data, id: String? = nil) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        try self.init(jwk.privateMaterial(), id: id ?? jwk.id, permissions: jwk.permissions)
    }

    /// Generates a key.
    ///
    /// - Parameters:
    ///   - kind: The kind of the key. RSA keys have 3072 bits.
    ///   - id: As in ``init(pem:id:)``.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id is empty or too long.
    public static func random(_ kind: KeyKind, id: String? = nil) throws(APIError.Cause)
        -> PrivateKey
    {
        let material = try KeyForm.made(kind) { () -> PrivateMaterial in
            switch kind {
            case .rsa: .rsa(try RSAPrivateMaterial(.init(keySize: .bits3072)))
            case .p256: try .init(kind, raw: P256.Signing.PrivateKey().rawRepresentation)
            case .p384: try .init(kind, raw: P384.Signing.PrivateKey().rawRepresentation)
            case .p521: try .init(kind, raw: P521.Signing.PrivateKey().rawRepresentation)
            case .x25519: .x25519(.init())
            case .ed25519: .ed25519(.init())
            }
        }
        return try PrivateKey(material, id: id)
    }

    private init(
        _ material: PrivateMaterial, id: String?, permissions: KeyPermissions = KeyPermissions()
    ) throws(APIError.Cause) {
        self.material = material
        publicKey = try PublicKey(material.publicHalf, id: id, permissions: permissions)
    }

    /// The secret key as DER (PKCS #8), for a place for secrets.
    public var secretDER: Data { material.der }

    /// The secret key as PEM (PKCS #8), for a place for secrets.
    public var secretPEM: String { PEM.text("PRIVATE KEY", secretDER) }

    /// The secret key as a JWK with its id, for a place for secrets.
    public var secretJWK: Data {
        JWK.bytes(JWK.members(of: material), id: id, permissions: publicKey.permissions)
    }
}
