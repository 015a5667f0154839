internal import CryptoExtras
import FoundationEssentials
import PosthornCore

/// A signature algorithm with its hash function.
///
/// Each key is bound to one algorithm (``SigningKey``, ``VerifyingKey``). The algorithm that a message names
/// never selects it.
/// The raw value is the algorithm's name in RFC 9421, or in RFC 7518 if it has none there.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// HMAC with SHA-256.
    ///
    /// Every verifier has the secret and can sign too.
    case hmacSHA256 = "hmac-sha256"
    /// HMAC with SHA-384, only for JWS.
    case hmacSHA384 = "HS384"
    /// HMAC with SHA-512, only for JWS.
    case hmacSHA512 = "HS512"
    /// Ed25519 (RFC 8032).
    case ed25519 = "ed25519"
    /// ECDSA on P-256 with SHA-256, with signatures of 64 bytes.
    case ecdsaP256 = "ecdsa-p256-sha256"
    /// ECDSA on P-384 with SHA-384, with signatures of 96 bytes.
    case ecdsaP384 = "ecdsa-p384-sha384"
    /// ECDSA on P-521 with SHA-512, with signatures of 132 bytes, only for JWS.
    case ecdsaP521 = "ES512"
    /// RSASSA-PSS with SHA-256 and 32 bytes of salt, only for JWS.
    case rsaPSSSHA256 = "PS256"
    /// RSASSA-PSS with SHA-384 and 48 bytes of salt, only for JWS.
    case rsaPSSSHA384 = "PS384"
    /// RSASSA-PSS with SHA-512 and 64 bytes of salt.
    case rsaPSSSHA512 = "rsa-pss-sha512"
    /// RSASSA-PKCS1-v1_5 with SHA-256, for servers that support nothing stronger.
    case rsaPKCS1SHA256 = "rsa-v1_5-sha256"
    /// RSASSA-PKCS1-v1_5 with SHA-384, only for JWS with servers that support nothing stronger.
    case rsaPKCS1SHA384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512, only for JWS with servers that support nothing stronger.
    case rsaPKCS1SHA512 = "RS512"

    /// Creates the algorithm with the given JOSE `alg`; returns `nil` if it is not supported.
    public init?(joseName: String) {
        guard let found = Self.allCases.first(where: { $0.joseName == joseName }) else {
            return nil
        }
        self = found
    }

    /// The algorithm's JOSE `alg` (RFC 7518, section 3.1; RFC 8037).
    public var joseName: String { traits.joseName }

    /// The algorithm's `alg` in RFC 9421, section 6.2; `nil` if it is not registered there.
    package var httpName: String? { rawValue == joseName ? nil : rawValue }

    /// The algorithm's JOSE name, its key kind (`nil` for a secret key) and its hash.
    private var traits: (joseName: String, keyKind: KeyKind?, hash: KeyHash) {
        switch self {
        case .hmacSHA256: ("HS256", nil, .sha256)
        case .hmacSHA384: ("HS384", nil, .sha384)
        case .hmacSHA512: ("HS512", nil, .sha512)
        case .ed25519: ("EdDSA", .ed25519, .sha512)
        case .ecdsaP256: ("ES256", .p256, .sha256)
        case .ecdsaP384: ("ES384", .p384, .sha384)
        case .ecdsaP521: ("ES512", .p521, .sha512)
        case .rsaPSSSHA256: ("PS256", .rsa, .sha256)
        case .rsaPSSSHA384: ("PS384", .rsa, .sha384)
        case .rsaPSSSHA512: ("PS512", .rsa, .sha512)
        case .rsaPKCS1SHA256: ("RS256", .rsa, .sha256)
        case .rsaPKCS1SHA384: ("RS384", .rsa, .sha384)
        case .rsaPKCS1SHA512: ("RS512", .rsa, .sha512)
        }
    }

    var hash: KeyHash { traits.hash }

    var isHMAC: Bool { traits.keyKind == nil }

    static func chosen(
        _ algorithm: SignatureAlgorithm?, for kind: KeyKind
    ) throws(APIError.Cause) -> SignatureAlgorithm {
        if let algorithm { return algorithm }
        switch kind {
        case .ed25519: return .ed25519
        case .p256: return .ecdsaP256
        case .p384: return .ecdsaP384
        case .p521: return .ecdsaP521
        case .rsa: return .rsaPSSSHA512
        case .x25519:
            throw .key(
                "a key of the kind \(kind) does not sign",
                "use Ed25519, P-256, P-384, P-521, RSA or a SecretKey")
        }
    }

    /// Throws if the key is of another kind, for example for an RSA key with HMAC.
    func require(_ kind: KeyKind) throws(APIError.Cause) {
        try ensure(
            traits.keyKind == kind, .invalidKey,
            "a key of the kind \(kind) can't be used with \(rawValue)",
            "give the algorithm a key of its own kind")
    }
}

extension SignatureAlgorithm {
    private var padding: _RSA.Signing.Padding {
        joseName.hasPrefix("PS") ? .PSS : .insecurePKCS1v1_5
    }

    func signature(of message: Data, by key: _RSA.Signing.PrivateKey) throws -> Data {
        let digest = hash.digest(of: message)
        return try key.signature(for: digest, padding: padding).rawRepresentation
    }

    func isValid(_ bytes: Data, of message: Data, by key: _RSA.Signing.PublicKey) -> Bool {
        let digest = hash.digest(of: message)
        return key.isValidSignature(.init(rawRepresentation: bytes), for: digest, padding: padding)
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The algorithm's name.
    public var description: String { rawValue }
}
