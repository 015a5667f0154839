package import Crypto
public import FoundationEssentials
public import PosthornCore

/// A shared symmetric key with the id that both sides know it by.
///
/// A key serves one ``Purpose``, so that no message of one format can be taken for one of another. No description,
/// debugger or `dump` shows the bytes; only ``secretJWK`` returns them. Load them from a place for secrets, never from a
/// spec or from source code. swift-crypto wipes their memory when the last copy is released.
public struct SecretKey: Sendable {
    /// What a key is used for.
    ///
    /// A format refuses keys for another purpose.
    public enum Purpose: String, Sendable, Hashable {
        /// This package's formats, each of which derives keys of its own, and ``derived(id:info:salt:byteCount:hash:for:)``.
        ///
        /// These are `EnvelopeCipher`, `ContentEncodingCipher`, `HMACSigner` and a sender of `HPKECipher`.
        case derivation
        /// JWE (RFC 7516), whose algorithms use the key itself.
        case jwe = "JWE"
        /// HMAC with the key itself: JWS, HTTP message signatures and sorted parameters.
        case signatures
        /// `aes128gcm` as in RFC 8188, without the exchange.
        case contentEncoding = "content encoding"
        /// Version 1 of the envelope.
        case envelopeVersion1 = "version 1 of the envelope"
    }

    /// The key's id, which messages carry to name the key.
    public let id: String
    /// What the key is used for.
    public let purpose: Purpose
    /// The names of the servers in the spec that the key is for; `nil`, the default, for all.
    public var servers: Set<String>?
    /// The length of the key in bits.
    public var bitCount: Int { secret.bitCount }
    package let secret: SymmetricKey
    /// The result of HKDF-Extract with SHA-256 and no salt, after which each message only needs HKDF-Expand.
    private let extracted: SymmetricKey
    let permissions: KeyPermissions
    /// The keys of envelopes that this one stands for, by their formats.
    package let directionKeys = Locked<[(format: String, keys: DirectionKeys)]>([])

    /// Creates a key from its bytes.
    ///
    /// - Parameters:
    ///   - id: The key's id, 1 to 255 bytes of UTF-8. Give every new key a new id.
    ///   - bytes: 16 to 1024 uniformly random bytes. For a password, use
    ///     ``password(_:salt:id:by:byteCount:for:)``.
    ///   - purpose: What the key is used for. This package's formats by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id or the bytes have another length.
    public init(
        id: String, bytes: some ContiguousBytes, for purpose: Purpose = .derivation
    ) throws(APIError.Cause) {
        try self.init(id: id, SymmetricKey(data: bytes), for: purpose)
    }

    /// Reads a key from a JWK of the type `oct` (RFC 7518, section 6.4).
    ///
    /// - Parameters:
    ///   - jwk: The JSON of one key.
    ///   - id: The key's id, 1 to 255 bytes of UTF-8. `nil`, the default, uses the JWK's `kid`, and never a thumbprint,
    ///     which would reveal information about the secret.
    ///   - purpose: What the key is used for. The key also refuses what the JWK does not permit.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the JWK is invalid, or if there is no id.
    public init(
        jwk: Data, id: String? = nil, for purpose: Purpose
    ) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        let id = try (id ?? jwk.id).orThrow(.key("the JWK has no `kid`", "give the key an id"))
        try self.init(
            id: id, SymmetricKey(data: jwk.secret()), for: purpose, permissions: jwk.permissions)
    }

    /// Generates a key with the system's random number generator.
    ///
    /// - Parameters:
    ///   - id: The key's id, 1 to 255 bytes of UTF-8.
    ///   - bitCount: The length in bits, 128 to 8192 and a multiple of 8. 256 by default.
    ///   - purpose: What the key is used for. This package's formats by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id or the key would have another length.
    public static func random(
        id: String, bitCount: Int = 256, for purpose: Purpose = .derivation
    ) throws(APIError.Cause) -> SecretKey {
        guard (128...8192).contains(bitCount), bitCount % 8 == 0 else { throw wrong(bitCount / 8) }
        return try SecretKey(id: id, SymmetricKey(size: .init(bitCount: bitCount)), for: purpose)
    }

    init(
        id: String, _ secret: SymmetricKey, for purpose: Purpose,
        permissions: KeyPermissions = KeyPermissions()
    ) throws(APIError.Cause) {
        guard (128...8192).contains(secret.bitCount) else { throw Self.wrong(secret.bitCount / 8) }
        self.id = try KeyID.check(id)
        self.secret = secret
        extracted = SymmetricKey(
            data: HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: [UInt8]()))
        self.purpose = purpose
        self.permissions = permissions
    }

    /// The secret key as a JWK with its id, for a place for secrets.
    public var secretJWK: Data {
        let bytes = secret.withUnsafeBytes { Base64URL.encode(Data($0)) }
        return JWK.bytes(
            ["kty": .string("oct"), "k": .string(bytes)], id: id, permissions: permissions)
    }

    /// Derives a key of 32 bytes for one use in one format (HKDF-Expand).
    package func expanded(_ info: some DataProtocol) -> SymmetricKey {
        HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: info, outputByteCount: 32)
    }

    /// Throws if the key is for another purpose, or if its JWK does not permit the use.
    package func require(
        _ purpose: Purpose, use: String = "enc", _ operations: Set<String>,
        algorithm: String? = nil
    ) throws(APIError.Cause) {
        try ensure(
            self.purpose == purpose, .invalidKey,
            "the key is for \(self.purpose.rawValue), and this use is \(purpose.rawValue)",
            "make another key, with `for: .\(purpose)`")
        try permissions.require(use, operations, algorithm: algorithm)
    }

    private static func wrong(_ count: Int) -> APIError.Cause {
        .key(
            "the key has \(count) bytes, and 16 to 1024 are taken",
            "give the raw bytes of a random key; stretch a password with SecretKey.password")
    }
}

extension SecretKey: Equatable {
    /// Returns whether two keys have the same bytes, compared in constant time.
    public static func == (left: SecretKey, right: SecretKey) -> Bool {
        left.secret == right.secret
    }
}
