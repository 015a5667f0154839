internal import Crypto
internal import CryptoExtras
public import FoundationEssentials
public import Posthorn

/// A key and the one algorithm that it signs with.
///
/// ```swift
/// let key = try SigningKey(PrivateKey(pem: text, id: "shop-2026"))
/// ```
public struct SigningKey: Sendable {
    /// The key's name, as messages carry it.
    public var id: String { verifying.id }
    /// The one algorithm.
    public var algorithm: SignatureAlgorithm { verifying.algorithm }
    /// What verifies the signatures: the public half, or the secret again.
    public let verifying: VerifyingKey
    private let material: Material

    private enum Material: Sendable {
        case secret
        case pair(PrivateMaterial)
    }

    /// Binds a secret to HMAC.
    /// - Parameters:
    ///   - algorithm: One of the three with HMAC; ``SignatureAlgorithm/hmacSHA256`` by default.
    ///   - allowsShortKeys: Whether the key may be shorter than the hash, as a backend of old may have it:
    ///     as weak as the key is. `false` by default (RFC 7518, section 3.2).
    /// - Throws: a fault of the code `invalidKey` for another algorithm, a shorter key, or a key of another
    ///   purpose.
    public init(
        _ key: SecretKey, algorithm: SignatureAlgorithm = .hmacSHA256,
        allowsShortKeys: Bool = false
    ) throws(APIError.Cause) {
        try key.purpose.require("sig", ["sign", "verify"], algorithm: algorithm.joseName)
        material = .secret
        verifying = try VerifyingKey(
            key, algorithm: algorithm, allowsShortKeys: allowsShortKeys)
    }

    /// Binds a key pair to an algorithm of its kind.
    /// - Parameter algorithm: `nil`, the default, takes Ed25519, ECDSA with the hash that fits the curve,
    ///   or RSASSA-PSS with SHA-512.
    /// - Throws: a fault of the code `invalidKey` if the key is of another kind or purpose.
    public init(
        _ key: PrivateKey, algorithm: SignatureAlgorithm? = nil
    ) throws(APIError.Cause) {
        let algorithm = try SignatureAlgorithm.chosen(algorithm, for: key.kind)
        try key.publicKey.purpose.require(
            "sig", ["sign"], algorithm: algorithm.joseName)
        material = .pair(key.material)
        verifying = try VerifyingKey(signedBy: key.publicKey, algorithm: algorithm)
    }

    /// The signature of a message, for ciphers of your own.
    ///
    /// ECDSA's are two numbers of fixed length, as RFC 9421 and RFC 7518 want them.
    /// - Throws: what swift-crypto throws.
    public func sign(_ message: Data) throws -> Data {
        guard case .pair(let pair) = material else { return verifying.code(message) ?? Data() }
        switch pair {
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
    /// Refuses a key whose id can't stand in a header field.
    func requireFieldID() throws(APIError.Cause) {
        try ensure(
            id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, .sealingFailed,
            "the key's id can't stand in a header field", "name it in visible ASCII")
    }

    /// Refuses a key that is for something else than HMAC, or shorter than its hash.
    func requireHMAC(
        _ algorithm: SignatureAlgorithm = .hmacSHA256, allowsShortKeys: Bool
    ) throws(APIError.Cause) {
        try purpose.require("sig", ["sign", "verify"], algorithm: algorithm.joseName)
        let bits = algorithm.hash.bitCount
        try ensure(
            allowsShortKeys || bitCount >= bits, .invalidKey,
            "the key has \(bitCount) bits, and HMAC wants as many as its hash has, \(bits)",
            "use a longer key; for a backend that knows no other, set `allowsShortKeys`")
    }
}

extension SigningKey: NamedKey {}

extension SigningKey: RedactedStringConvertible {
    /// The algorithm and the id, never a secret.
    public var description: String { "SigningKey(\(algorithm), id: \(id.debugDescription))" }
}
