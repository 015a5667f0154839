internal import Crypto
internal import CryptoExtras
public import FoundationEssentials
public import Posthorn

/// A key and the one algorithm whose signatures it verifies.
///
/// What a message says of its algorithm is compared with the key's and never obeyed: so neither
/// `none` nor a public key used as the secret of HMAC verifies.
public struct VerifyingKey: Sendable {
    /// The key's name, as messages carry it.
    public let id: String
    /// The one algorithm.
    public let algorithm: SignatureAlgorithm
    private let material: Material

    private enum Material: Sendable {
        case secret(SymmetricKey)
        case half(PublicMaterial)
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
        try ensure(
            algorithm.isHMAC, .invalidKey, "a secret can't be used with \(algorithm)",
            "use HMAC, or a key pair")
        try key.requireHMAC(algorithm, allowsShortKeys: allowsShortKeys)
        id = key.id
        self.algorithm = algorithm
        material = .secret(key.secret)
    }

    /// Binds a public key to an algorithm of its kind.
    /// - Parameter algorithm: `nil`, the default, takes Ed25519, ECDSA with the hash that fits the curve,
    ///   or RSASSA-PSS with SHA-512.
    /// - Throws: a fault of the code `invalidKey` if the key is of another kind or purpose.
    public init(
        _ key: PublicKey, algorithm: SignatureAlgorithm? = nil
    ) throws(APIError.Cause) {
        let algorithm = try SignatureAlgorithm.chosen(algorithm, for: key.kind)
        try key.purpose.require("sig", ["verify"], algorithm: algorithm.joseName)
        try self.init(signedBy: key, algorithm: algorithm)
    }

    /// The half of a key that signs, whatever its JWK says of verifying.
    init(signedBy key: PublicKey, algorithm: SignatureAlgorithm) throws(APIError.Cause) {
        try algorithm.require(key.kind)
        id = key.id
        self.algorithm = algorithm
        material = .half(key.material)
    }

    /// The code of HMAC; `nil` for a key of another algorithm.
    func code(_ message: Data) -> Data? {
        guard case .secret(let secret) = material else { return nil }
        return algorithm.hash.code(of: message, by: secret)
    }

    /// Whether a signature is the message's; HMAC is compared in constant time.
    ///
    /// Signatures have the form of RFC 9421 and RFC 7518: ECDSA's are two numbers of fixed length, never
    /// DER.
    public func verifies(_ signature: Data, of message: Data) -> Bool {
        switch material {
        case .secret: code(message).map { AuthenticationCode.isSame(signature, as: $0) } ?? false
        case .half(.ed25519(let key)): key.isValidSignature(signature, for: message)
        case .half(.p256(let key, _)):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: message)
            } ?? false
        case .half(.p384(let key, _)):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: message)
            } ?? false
        case .half(.p521(let key, _)):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: message)
            } ?? false
        case .half(.rsa(let key)): algorithm.isValid(signature, of: message, by: key.signing)
        case .half(.x25519): false
        }
    }
}

extension VerifyingKey: NamedKey {}

extension VerifyingKey: RedactedStringConvertible {
    /// The algorithm and the id, never a secret.
    public var description: String { "VerifyingKey(\(algorithm), id: \(id.debugDescription))" }
}
