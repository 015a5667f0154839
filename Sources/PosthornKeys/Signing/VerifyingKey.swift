internal import Crypto
public import FoundationEssentials
public import PosthornCore

/// A key bound to the one algorithm whose signatures it verifies.
///
/// The algorithm that a message names is only compared with the key's. Neither `none` nor a public key used
/// as an HMAC secret can therefore pass verification.
public struct VerifyingKey: Sendable {
    /// The key's id, which messages carry to name the key.
    public let id: String
    /// The only algorithm of the key.
    public let algorithm: SignatureAlgorithm
    /// The names of the servers in the spec that the key is for; `nil`, the default, for all.
    public var servers: Set<String>?
    private let material: Material

    private enum Material: Sendable {
        case secret(SymmetricKey)
        case half(PublicMaterial)
    }

    /// Binds a secret key to an HMAC algorithm.
    ///
    /// - Parameters:
    ///   - key: The secret key, whose purpose is ``SecretKey/Purpose/signatures``.
    ///   - algorithm: One of the three HMAC algorithms; ``SignatureAlgorithm/hmacSHA256`` by default.
    ///   - allowsShortKeys: Whether the key may be shorter than the hash (RFC 7518, section 3.2), for an existing backend
    ///     that requires it. The signature is then only as strong as the key. `false` by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the algorithm is no HMAC, or the key is too short or
    ///   does not permit this use.
    public init(
        _ key: SecretKey, algorithm: SignatureAlgorithm = .hmacSHA256,
        allowsShortKeys: Bool = false
    ) throws(APIError.Cause) {
        try ensure(
            algorithm.isHMAC, .invalidKey, "a secret can't be used with \(algorithm)",
            "use HMAC, or a key pair")
        try key.requireHMAC(algorithm, allowsShortKeys: allowsShortKeys)
        id = key.id
        servers = key.servers
        self.algorithm = algorithm
        material = .secret(key.secret)
    }

    /// Binds a public key to an algorithm for its kind.
    ///
    /// - Parameter algorithm: `nil`, the default, selects Ed25519, ECDSA with the hash for the curve, or RSASSA-PSS with
    ///   SHA-512.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the key is of another kind or does not permit
    ///   verification.
    public init(_ key: PublicKey, algorithm: SignatureAlgorithm? = nil) throws(APIError.Cause) {
        let algorithm = try SignatureAlgorithm.chosen(algorithm, for: key.kind)
        try key.permissions.require("sig", ["verify"], algorithm: algorithm.joseName)
        try self.init(signedBy: key, algorithm: algorithm)
    }

    /// Creates the verifying half of a signing key, even if its JWK does not permit verification.
    init(signedBy key: PublicKey, algorithm: SignatureAlgorithm) throws(APIError.Cause) {
        try algorithm.require(key.kind)
        id = key.id
        servers = key.servers
        self.algorithm = algorithm
        material = .half(key.material)
    }

    /// Returns the HMAC of a message; `nil` for a key with another algorithm.
    func code(_ message: Data) -> Data? {
        guard case .secret(let secret) = material else { return nil }
        return algorithm.hash.code(of: message, by: secret)
    }

    /// Returns whether a signature belongs to a message; compares HMACs in constant time.
    ///
    /// Signatures have the form of RFC 9421 and RFC 7518. ECDSA signatures are two numbers of fixed length,
    /// never DER.
    public func verifies(_ signature: Data, of message: Data) -> Bool {
        switch material {
        case .secret: code(message).map { AuthenticationCode.isSame(signature, as: $0) } ?? false
        case .half(.ed25519(let key)): key.isValidSignature(signature, for: message)
        case .half(.p256(let key, _)):
            (try? key.isValidSignature(.init(rawRepresentation: signature), for: message)) ?? false
        case .half(.p384(let key, _)):
            (try? key.isValidSignature(.init(rawRepresentation: signature), for: message)) ?? false
        case .half(.p521(let key, _)):
            (try? key.isValidSignature(.init(rawRepresentation: signature), for: message)) ?? false
        case .half(.rsa(let key)): algorithm.isValid(signature, of: message, by: key)
        case .half(.x25519): false
        }
    }
}

extension VerifyingKey: NamedKey {}
