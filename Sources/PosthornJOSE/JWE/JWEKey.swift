internal import Crypto
public import PosthornCore
public import PosthornKeys

/// A key for JWE, bound to a single algorithm.
///
/// A message's algorithm is compared with the key's before any computation. A sender can therefore never make
/// the key be used with another algorithm.
public struct JWEKey: NamedKey {
    enum Material: Sendable {
        case secret(SymmetricKey)
        case pair(PublicMaterial, PrivateMaterial?)
    }

    /// The key's id, the `kid` of messages.
    public let id: String
    /// The only `alg` that messages may have.
    public let algorithm: JWEAlgorithm
    /// The `enc` values that messages may have; sealing uses the first.
    public let encryptions: [ContentEncryption]
    /// The names of the servers in the spec that the key is for; `nil`, the default, for all.
    public var servers: Set<String>?
    let material: Material

    /// Binds a shared key to `dir`, `A128KW` or `A256KW`.
    ///
    /// - Parameters:
    ///   - key: The shared key, whose purpose is ``SecretKey/Purpose/jwe``.
    ///   - algorithm: The only `alg` that messages may have.
    ///   - encryptions: The encryptions that messages may have; sealing uses the first. `nil`, the default,
    ///     allows `A128GCM` for `dir` with a key of 128 bits, and `A256GCM` otherwise.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the key has another length or does not
    ///   permit this use, if the algorithm takes a key pair, or if `encryptions` is empty.
    public init(
        _ key: SecretKey, _ algorithm: JWEAlgorithm, encryptions: [ContentEncryption]? = nil
    ) throws(APIError.Cause) {
        let encryptions =
            encryptions ?? (algorithm == .direct && key.bitCount == 128 ? [.a128GCM] : [.a256GCM])
        switch algorithm {
        case .direct:
            for encryption in encryptions {
                try Self.require(encryption.keyByteCount * 8, of: key, for: encryption.rawValue)
                try key.require(.jwe, ["encrypt", "decrypt"], algorithm: encryption.rawValue)
            }
        case .a128KW, .a256KW:
            try Self.require(algorithm == .a128KW ? 128 : 256, of: key, for: algorithm.rawValue)
            try key.require(.jwe, ["wrapKey", "unwrapKey"], algorithm: algorithm.rawValue)
        default:
            throw .key(
                "\(algorithm.rawValue) takes a key pair, and this is a secret key",
                "use dir, A128KW or A256KW")
        }
        try self.init(key, algorithm, encryptions, .secret(key.secret))
    }

    /// Binds the recipient's public key to `RSA-OAEP-256` or an `ECDH-ES` algorithm.
    ///
    /// The bound key only seals.
    /// - Parameters:
    ///   - key: The recipient's public key.
    ///   - algorithm: The only `alg` that messages may have.
    ///   - encryptions: The encryptions that messages may have; sealing uses the first. `A256GCM` by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the algorithm does not take a key of
    ///   this kind, if the key does not permit this use, or if `encryptions` is empty.
    public init(
        _ key: PublicKey, _ algorithm: JWEAlgorithm, encryptions: [ContentEncryption] = [.a256GCM]
    ) throws(APIError.Cause) {
        try Self.check(key, algorithm)
        try self.init(key, algorithm, encryptions, .pair(key.material, nil))
    }

    /// Binds your own key pair, which also opens, as its public half is bound.
    ///
    /// - Throws: An `APIError.Cause` with the code `invalidKey`, as for a public key.
    public init(
        _ key: PrivateKey, _ algorithm: JWEAlgorithm, encryptions: [ContentEncryption] = [.a256GCM]
    ) throws(APIError.Cause) {
        try Self.check(key.publicKey, algorithm)
        try self.init(
            key, algorithm, encryptions, .pair(key.publicKey.material, key.material))
    }

    private init(
        _ key: some NamedKey, _ algorithm: JWEAlgorithm, _ encryptions: [ContentEncryption],
        _ material: Material
    ) throws(APIError.Cause) {
        try ensure(
            !encryptions.isEmpty, .invalidKey, "no encryption is allowed",
            "name one, such as .a256GCM")
        (id, servers) = (key.id, key.servers)
        self.algorithm = algorithm
        self.encryptions = encryptions
        self.material = material
    }

    private static func require(
        _ bits: Int, of key: SecretKey, for algorithm: String
    ) throws(APIError.Cause) {
        try ensure(
            key.bitCount == bits, .invalidKey,
            "the key has \(key.bitCount) bits, and \(algorithm) takes \(bits)",
            "use a key of that length, or derive one")
    }

    private static func check(_ key: PublicKey, _ algorithm: JWEAlgorithm) throws(APIError.Cause) {
        let kinds: [KeyKind] =
            switch algorithm {
            case .rsaOAEP256: [.rsa]
            case .ecdhES, .ecdhESA128KW, .ecdhESA256KW: [.p256, .p384, .p521, .x25519]
            default: []
            }
        try ensure(
            kinds.contains(key.kind), .invalidKey,
            "\(algorithm.rawValue) does not take a key of \(key.kind)",
            kinds.isEmpty
                ? "bind a SecretKey to it"
                : "use one of " + kinds.map(\.rawValue).joined(separator: ", "))
        try key.permissions.require(
            "enc",
            algorithm == .rsaOAEP256
                ? ["encrypt", "decrypt", "wrapKey", "unwrapKey"] : ["deriveKey", "deriveBits"],
            algorithm: algorithm.rawValue)
    }
}
