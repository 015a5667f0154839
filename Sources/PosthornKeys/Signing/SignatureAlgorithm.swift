internal import Crypto
internal import CryptoExtras
import FoundationEssentials
import PosthornCore

/// A signature algorithm with its hash function.
///
/// Each key is bound to one algorithm (``SigningKey``, ``VerifyingKey``). The algorithm that a message names
/// never selects it.
public struct SignatureAlgorithm: RawRepresentable, Sendable, Hashable {
    /// The algorithm's name in RFC 9421, or in RFC 7518 if it has none there.
    public let rawValue: String

    /// Creates an algorithm with the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// HMAC with SHA-256.
    ///
    /// Every verifier has the secret and can sign too.
    public static let hmacSHA256 = Self(rawValue: "hmac-sha256")
    /// HMAC with SHA-384, only for JWS.
    public static let hmacSHA384 = Self(rawValue: "HS384")
    /// HMAC with SHA-512, only for JWS.
    public static let hmacSHA512 = Self(rawValue: "HS512")
    /// Ed25519 (RFC 8032).
    public static let ed25519 = Self(rawValue: "ed25519")
    /// ECDSA on P-256 with SHA-256, with signatures of 64 bytes.
    public static let ecdsaP256 = Self(rawValue: "ecdsa-p256-sha256")
    /// ECDSA on P-384 with SHA-384, with signatures of 96 bytes.
    public static let ecdsaP384 = Self(rawValue: "ecdsa-p384-sha384")
    /// ECDSA on P-521 with SHA-512, with signatures of 132 bytes, only for JWS.
    public static let ecdsaP521 = Self(rawValue: "ES512")
    /// RSASSA-PSS with SHA-256 and 32 bytes of salt, only for JWS.
    public static let rsaPSSSHA256 = Self(rawValue: "PS256")
    /// RSASSA-PSS with SHA-384 and 48 bytes of salt, only for JWS.
    public static let rsaPSSSHA384 = Self(rawValue: "PS384")
    /// RSASSA-PSS with SHA-512 and 64 bytes of salt.
    public static let rsaPSSSHA512 = Self(rawValue: "rsa-pss-sha512")
    /// RSASSA-PKCS1-v1_5 with SHA-256, for servers that support nothing stronger.
    public static let rsaPKCS1SHA256 = Self(rawValue: "rsa-v1_5-sha256")

    /// RSASSA-PKCS1-v1_5 with SHA-384, only for JWS with servers that support nothing stronger.
    public static let rsaPKCS1SHA384 = Self(rawValue: "RS384")
    /// RSASSA-PKCS1-v1_5 with SHA-512, only for JWS with servers that support nothing stronger.
    public static let rsaPKCS1SHA512 = Self(rawValue: "RS512")

    /// Creates the algorithm with the given JOSE `alg`; returns `nil` if it is not supported.
    public init?(joseName: String) {
        guard let found = Self.traits.first(where: { $0.value.joseName == joseName }) else {
            return nil
        }
        self = found.key
    }

    /// The algorithm's JOSE `alg` (RFC 7518, section 3.1; RFC 8037).
    ///
    /// `nil` if the algorithm is not supported.
    public var joseName: String? { Self.traits[self]?.joseName }

    /// The algorithm's `alg` in RFC 9421, section 6.2; `nil` if it is not registered there.
    package var httpName: String? { rawValue == joseName ? nil : rawValue }

    /// Each algorithm's JOSE name, its key kind (`nil` for a secret key) and its hash.
    private static let traits: [Self: (joseName: String, keyKind: KeyKind?, hash: KeyHash)] = [
        .hmacSHA256: ("HS256", nil, .sha256), .hmacSHA384: ("HS384", nil, .sha384),
        .hmacSHA512: ("HS512", nil, .sha512), .ed25519: ("EdDSA", .ed25519, .sha512),
        .ecdsaP256: ("ES256", .p256, .sha256), .ecdsaP384: ("ES384", .p384, .sha384),
        .ecdsaP521: ("ES512", .p521, .sha512), .rsaPSSSHA256: ("PS256", .rsa, .sha256),
        .rsaPSSSHA384: ("PS384", .rsa, .sha384), .rsaPSSSHA512: ("PS512", .rsa, .sha512),
        .rsaPKCS1SHA256: ("RS256", .rsa, .sha256), .rsaPKCS1SHA384: ("RS384", .rsa, .sha384),
        .rsaPKCS1SHA512: ("RS512", .rsa, .sha512),
    ]

    /// The hash function of the signature or the HMAC.
    var hash: KeyHash { Self.traits[self]?.hash ?? .sha256 }

    var isHMAC: Bool { Self.traits[self].map { $0.keyKind == nil } ?? false }

    /// Returns the given algorithm, or the default one for the kind of key.
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
        default:
            throw .key(
                "a key of the kind \(kind) does not sign",
                "use Ed25519, P-256, P-384, P-521, RSA or a SecretKey")
        }
    }

    /// Throws if the key is of another kind, for example for an RSA key with HMAC.
    func require(_ kind: KeyKind) throws(APIError.Cause) {
        try ensure(
            Self.traits[self]?.keyKind == kind, .invalidKey,
            "a key of the kind \(kind) can't be used with \(rawValue)",
            "give the algorithm a key of its own kind")
    }
}

extension SignatureAlgorithm {
    private var padding: _RSA.Signing.Padding {
        joseName?.hasPrefix("PS") == true ? .PSS : .insecurePKCS1v1_5
    }

    func signature(of message: Data, by key: _RSA.Signing.PrivateKey) throws -> Data {
        func sign(_ digest: some Digest) throws -> Data {
            try key.signature(for: digest, padding: padding).rawRepresentation
        }
        let digest = hash.digest(of: message)
        return try sign(digest)
    }

    func isValid(_ bytes: Data, of message: Data, by key: _RSA.Signing.PublicKey) -> Bool {
        func isValid(_ digest: some Digest) -> Bool {
            key.isValidSignature(.init(rawRepresentation: bytes), for: digest, padding: padding)
        }
        let digest = hash.digest(of: message)
        return isValid(digest)
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The algorithm's name.
    public var description: String { rawValue }
}
