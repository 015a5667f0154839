public import FoundationEssentials
public import Posthorn

/// The public half of a key pair: others seal for its owner and verify what the owner signed.
///
/// RSA, P-256, P-384, P-521, X25519 and Ed25519, read from PEM, DER or JWK and written as either:
///
/// ```swift
/// let key = try PublicKey(pem: text, id: "bank-2026")
/// ```
public struct PublicKey: Sendable {
    /// The key's name, as messages carry it.
    public let id: String
    /// What it is a key of.
    public var kind: KeyKind { material.kind }
    let material: PublicMaterial
    let purpose: KeyPurpose

    /// Reads a key from PEM: a block `PUBLIC KEY` or `RSA PUBLIC KEY`.
    /// - Parameters:
    ///   - id: 1 to 255 bytes of UTF-8; `nil`, the default, takes the key's thumbprint (RFC 7638,
    ///     SHA-256).
    /// - Throws: a fault of the code `invalidKey` that says what the text holds instead.
    public init(pem text: String, id: String? = nil) throws(APIError.Cause) {
        try self.init(der: KeyForm.publicDER(pem: text), id: id)
    }

    /// Reads a key from DER: a `SubjectPublicKeyInfo` (RFC 5280), for RSA also PKCS #1.
    /// - Parameters:
    ///   - id: As for PEM.
    /// - Throws: a fault of the code `invalidKey` that says what the bytes are instead.
    public init(der bytes: Data, id: String? = nil) throws(APIError.Cause) {
        let kind = try KeyForm.publicKind(der: bytes)
        let material = try attempt({ try PublicMaterial(kind, der: bytes) }) {
            KeyForm.invalid(kind, $0)
        }
        try self.init(material, id: id)
    }

    /// Reads a key from a JWK (RFC 7517, 8037).
    ///
    /// `use`, `key_ops` and `alg` are kept: the key refuses other uses. A JWK with private members is
    /// refused: it is read as a ``PrivateKey``, and must not lie where public keys are expected.
    /// - Parameters:
    ///   - id: `nil`, the default, takes the `kid`, or else the thumbprint.
    /// - Throws: a fault of the code `invalidKey`.
    public init(jwk: Data, id: String? = nil) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        let material = try jwk.publicMaterial()
        try self.init(material, id: id ?? jwk.id, purpose: jwk.purpose)
    }

    init(
        _ material: PublicMaterial, id: String?, purpose: KeyPurpose = .any
    ) throws(APIError.Cause) {
        self.material = material
        self.purpose = purpose
        self.id = try KeyID.check(id ?? JWK.thumbprint(of: material))
    }

    /// The key as DER, a `SubjectPublicKeyInfo`.
    public var der: Data { material.der }

    /// The key as PEM.
    public var pem: String { PEM.text("PUBLIC KEY", der) }

    /// The key as a JWK with its id, members by name.
    public var jwk: Data { JWK.bytes(JWK.members(of: material), id: id, purpose: purpose) }

    /// The thumbprint of RFC 7638: SHA-256, as base64url.
    public var thumbprint: String { JWK.thumbprint(of: material) }
}

extension PublicKey: RedactedStringConvertible {
    /// The key's kind and id.
    public var description: String { "PublicKey(\(kind), id: \(id.debugDescription))" }
}

extension PublicKey: Equatable {
    /// Whether the keys are the same, whatever they are called.
    public static func == (left: PublicKey, right: PublicKey) -> Bool { left.der == right.der }
}
