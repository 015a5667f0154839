internal import Crypto
public import FoundationEssentials
public import PosthornCore

/// A key bound to the one algorithm that it signs with.
///
/// ```swift
/// let key = try SigningKey(PrivateKey(pem: text, id: "shop-2026"))
/// ```
public struct SigningKey: Sendable {
    /// The key's id, which messages carry to name the key.
    public var id: String { verifying.id }
    /// The only algorithm of the key.
    public var algorithm: SignatureAlgorithm { verifying.algorithm }
    /// The key that verifies the signatures: the public half, or the same secret.
    public private(set) var verifying: VerifyingKey
    /// The names of the servers in the spec that the key is for; `nil`, the default, for all.
    public var servers: Set<String>? {
        get { verifying.servers }
        set { verifying.servers = newValue }
    }
    /// `nil` for HMAC, whose secret is in ``verifying``.
    private let pair: PrivateMaterial?

    /// Binds a secret key to an HMAC algorithm.
    ///
    /// The parameters are those of ``VerifyingKey/init(_:algorithm:allowsShortKeys:)``.
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, also if the key does not permit signing.
    public init(
        _ key: SecretKey, algorithm: SignatureAlgorithm = .hmacSHA256,
        allowsShortKeys: Bool = false
    ) throws(APIError.Cause) {
        pair = nil
        verifying = try VerifyingKey(key, algorithm: algorithm, allowsShortKeys: allowsShortKeys)
    }

    /// Binds a key pair to an algorithm for its kind.
    ///
    /// - Parameter algorithm: As in ``VerifyingKey/init(_:algorithm:)``; `nil` by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, also if the key does not permit signing.
    public init(_ key: PrivateKey, algorithm: SignatureAlgorithm? = nil) throws(APIError.Cause) {
        let algorithm = try SignatureAlgorithm.chosen(algorithm, for: key.kind)
        try key.publicKey.permissions.require("sig", ["sign"], algorithm: algorithm.joseName)
        pair = key.material
        verifying = try VerifyingKey(signedBy: key.publicKey, algorithm: algorithm)
    }

    /// Signs a message, for use in your own ciphers.
    ///
    /// ECDSA signatures are two numbers of fixed length, as in RFC 9421 and RFC 7518.
    /// - Throws: The error from swift-crypto.
    public func sign(_ message: Data) throws -> Data {
        switch pair {
        case nil: return verifying.code(message) ?? Data()
        case .ed25519(let key): return try key.signature(for: message)
        case .p256(let key, _): return try key.signature(for: message).rawRepresentation
        case .p384(let key, _): return try key.signature(for: message).rawRepresentation
        case .p521(let key, _): return try key.signature(for: message).rawRepresentation
        case .rsa(let key): return try algorithm.signature(of: message, by: key.signing)
        case .x25519: throw APIError.Cause.key("an X25519 key does not sign", "use Ed25519")
        }
    }
}

extension SecretKey {
    package func requireFieldID() throws(APIError.Cause) {
        try ensure(
            id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, .sealingFailed,
            "the key's id contains a character that a header field can't contain",
            "use an id of visible ASCII")
    }

    /// Throws if the key does not permit HMAC, or if it is shorter than the hash.
    package func requireHMAC(
        _ algorithm: SignatureAlgorithm = .hmacSHA256, allowsShortKeys: Bool
    ) throws(APIError.Cause) {
        try require(.signatures, use: "sig", ["sign", "verify"], algorithm: algorithm.joseName)
        let bits = algorithm.hash.bitCount
        try ensure(
            allowsShortKeys || bitCount >= bits, .invalidKey,
            "the key has \(bitCount) bits, and HMAC wants as many as its hash has, \(bits)",
            "use a longer key; for a backend that knows no other, set `allowsShortKeys`")
    }
}

extension SigningKey: NamedKey {}
