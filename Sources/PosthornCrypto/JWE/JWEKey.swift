internal import Crypto
public import Posthorn

/// A key for JWE, bound to the one algorithm that it is used with.
///
/// What a message says is compared with it before anything is computed: nobody can make a key be used
/// with another algorithm than its owner chose.
public struct JWEKey: NamedKey {
    enum Material: Sendable {
        case secret(SymmetricKey)
        case pair(PublicMaterial, PrivateMaterial?)
    }

    /// The key's name, the `kid` of messages.
    public let id: String
    /// The one `alg` that messages may have.
    public let algorithm: JWEAlgorithm
    /// The `enc` that messages may have, the first one for sealing.
    public let encryptions: [ContentEncryption]
    let material: Material

    /// Binds a key that both sides hold: `dir`, `A128KW` or `A256KW`.
    /// - Parameters:
    ///   - encryptions: What messages may be encrypted with; sealing takes the first. For `dir` the
    ///     default is AES-GCM of the key's length, for others `A256GCM`.
    /// - Throws: a fault of the code `invalidKey` when the key has another length, or was made for
    ///   another use.
    public init(
        _ key: SecretKey, _ algorithm: JWEAlgorithm, encryptions: [ContentEncryption]? = nil
    ) throws(APIError.Cause) {
        let encryptions =
            encryptions ?? (algorithm == .direct && key.bitCount == 128 ? [.a128GCM] : [.a256GCM])
        switch algorithm {
        case .direct:
            for encryption in encryptions {
                try Self.require(encryption.keyByteCount * 8, of: key, for: encryption.rawValue)
            }
            for encryption in encryptions {
                try key.purpose.require(
                    "enc", ["encrypt", "decrypt"], algorithm: encryption.rawValue)
            }
        case .a128KW, .a256KW:
            try Self.require(algorithm == .a128KW ? 128 : 256, of: key, for: algorithm.rawValue)
            try key.purpose.require("enc", ["wrapKey", "unwrapKey"], algorithm: algorithm.rawValue)
        default:
            throw .key(
                "\(algorithm.rawValue) takes a key pair, and this is a secret key",
                "use dir, A128KW or A256KW")
        }
        try self.init(id: key.id, algorithm, encryptions, .secret(key.secret))
    }

    /// Binds the public key of whoever is to open: `RSA-OAEP-256` or one of `ECDH-ES`.
    ///
    /// It seals only.
    /// - Parameters:
    ///   - encryptions: What messages may be encrypted with; sealing takes the first. `A256GCM` by
    ///     default.
    /// - Throws: a fault of the code `invalidKey` when the key is of another kind, or for another use.
    public init(
        _ key: PublicKey, _ algorithm: JWEAlgorithm, encryptions: [ContentEncryption] = [.a256GCM]
    ) throws(APIError.Cause) {
        try Self.check(key, algorithm)
        try self.init(id: key.id, algorithm, encryptions, .pair(key.material, nil))
    }

    /// Binds one's own key pair, which opens: `RSA-OAEP-256` or one of `ECDH-ES`.
    /// - Parameters:
    ///   - encryptions: What messages may be encrypted with. `A256GCM` by default.
    /// - Throws: a fault of the code `invalidKey` when the key is of another kind, or for another use.
    public init(
        _ key: PrivateKey, _ algorithm: JWEAlgorithm, encryptions: [ContentEncryption] = [.a256GCM]
    ) throws(APIError.Cause) {
        try Self.check(key.publicKey, algorithm)
        try self.init(
            id: key.id, algorithm, encryptions, .pair(key.publicKey.material, key.material))
    }

    private init(
        id: String, _ algorithm: JWEAlgorithm, _ encryptions: [ContentEncryption],
        _ material: Material
    ) throws(APIError.Cause) {
        try ensure(
            !encryptions.isEmpty, .invalidKey, "no encryption is allowed",
            "name one, such as .a256GCM")
        self.id = id
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
        try key.purpose.require(
            "enc",
            algorithm == .rsaOAEP256
                ? ["encrypt", "decrypt", "wrapKey", "unwrapKey"] : ["deriveKey", "deriveBits"],
            algorithm: algorithm.rawValue)
    }
}

extension JWEKey: RedactedStringConvertible {
    /// The key's id and algorithm, never its bytes.
    public var description: String { "JWEKey(\(algorithm.rawValue), id: \(id.debugDescription))" }
}
