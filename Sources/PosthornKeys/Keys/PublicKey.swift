public import FoundationEssentials
public import PosthornCore

/// The public half of a key pair, which seals messages for the owner and verifies the owner's signatures.
///
/// Supports RSA, P-256, P-384, P-521, X25519 and Ed25519. Keys can be read from and written as PEM, DER or
/// JWK:
///
/// ```swift
/// let key = try PublicKey(pem: text, id: "bank-2026")
/// ```
public struct PublicKey: Sendable {
    /// The key's id, which messages carry to name the key.
    public let id: String
    /// The names of the servers in the spec that the key is for; `nil`, the default, for all.
    public var servers: Set<String>?
    /// The kind of the key, such as RSA or P-256.
    public var kind: KeyKind { material.kind }
    package let material: PublicMaterial
    package let permissions: KeyPermissions

    /// Reads a key from a PEM block `PUBLIC KEY` or `RSA PUBLIC KEY`.
    ///
    /// - Parameter id: 1 to 255 bytes of UTF-8. `nil`, the default, means the key's thumbprint (RFC 7638, SHA-256).
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, also if the text has several blocks.
    public init(pem text: String, id: String? = nil) throws(APIError.Cause) {
        try self.init(der: KeyForm.der(pem: text, .publicKey), id: id)
    }

    /// Reads a key from DER: a `SubjectPublicKeyInfo` (RFC 5280), or PKCS #1 for RSA.
    ///
    /// - Parameter id: As in ``init(pem:id:)``.
    /// - Throws: An `APIError.Cause` with the code `invalidKey`.
    public init(der bytes: Data, id: String? = nil) throws(APIError.Cause) {
        let kind = try KeyForm.kind(der: bytes, .publicKey)
        try self.init(KeyForm.made(kind) { try PublicMaterial(kind, der: bytes) }, id: id)
    }

    /// Reads a key from a JWK (RFC 7517, RFC 8037).
    ///
    /// The key keeps the members `use`, `key_ops` and `alg` and refuses other uses. A JWK with private
    /// members is refused: read it as a ``PrivateKey``, and don't store it where public keys are expected.
    /// - Parameter id: 1 to 255 bytes of UTF-8. `nil`, the default, means the JWK's `kid`, or else the thumbprint.
    /// - Throws: An `APIError.Cause` with the code `invalidKey`.
    public init(jwk: Data, id: String? = nil) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        try self.init(jwk.publicMaterial(), id: id ?? jwk.id, permissions: jwk.permissions)
    }

    init(
        _ material: PublicMaterial, id: String?, permissions: KeyPermissions = KeyPermissions()
    ) throws(APIError.Cause) {
        self.material = material
        self.permissions = permissions
        self.id = try KeyID.check(id ?? JWK.thumbprint(of: material))
    }

    /// The key as DER, a `SubjectPublicKeyInfo` (RFC 5280).
    public var der: Data { material.der }

    /// The key as PEM, a block `PUBLIC KEY`.
    public var pem: String { PEM.text("PUBLIC KEY", der) }

    /// The key as a JWK with its id, its members sorted by name.
    public var jwk: Data { JWK.bytes(JWK.members(of: material), id: id, permissions: permissions) }

    /// The key's thumbprint (RFC 7638), as base64url of SHA-256.
    public var thumbprint: String { JWK.thumbprint(of: material) }
}

extension PublicKey: Equatable {
    /// Returns whether two keys are the same, regardless of their ids.
    public static func == (left: PublicKey, right: PublicKey) -> Bool { left.der == right.der }
}
