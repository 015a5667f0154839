internal import Crypto
public import FoundationEssentials
public import Posthorn

/// A key that both sides hold, with the name that they know it by: for JWE, for `aes128gcm`, for
/// HMAC, and to derive others from.
///
/// Choose a ``SealingKey`` for the sealed envelopes, whose keys have 256 bits; choose a `SecretKey`
/// where the other side decides on the length. The bytes leave it by ``secretJWK`` only, and
/// swift-crypto wipes their memory when the last copy goes.
public struct SecretKey: Sendable {
    /// The key's name, as messages carry it.
    public let id: String
    /// The length in bits.
    public var bitCount: Int { secret.bitCount }
    let secret: SymmetricKey
    /// What HKDF with SHA-256 extracts from it without a salt, once: each message expands it.
    let extracted: SymmetricKey
    let purpose: KeyPurpose

    /// Creates a key from its bytes.
    /// - Parameters:
    ///   - id: 1 to 255 bytes of UTF-8. A new key needs a new id.
    ///   - bytes: 16 to 1024 bytes, uniformly random. For a password there is
    ///     ``password(_:salt:id:by:byteCount:)``.
    /// - Throws: a fault of the code `invalidKey` when either has another length.
    public init(id: String, bytes: some ContiguousBytes) throws(APIError.Cause) {
        try self.init(id: id, SymmetricKey(data: bytes))
    }

    /// Reads a key from a JWK of the type `oct` (RFC 7518, section 6.4).
    /// - Parameters:
    ///   - id: `nil`, the default, takes the `kid`. A thumbprint would tell about the secret.
    /// - Throws: a fault of the code `invalidKey`.
    public init(jwk: Data, id: String? = nil) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        let id = try (id ?? jwk.id).orThrow(.key("the JWK has no `kid`", "give the key an id"))
        try self.init(id: id, SymmetricKey(data: jwk.secret()), purpose: jwk.purpose)
    }

    /// Creates a fresh key from the system's random number generator.
    /// - Parameters:
    ///   - id: 1 to 255 bytes of UTF-8.
    ///   - bitCount: 128 to 8192, in whole bytes. 256 by default.
    /// - Throws: a fault of the code `invalidKey` when either has another length.
    public static func random(id: String, bitCount: Int = 256) throws(APIError.Cause) -> SecretKey {
        guard (128...8192).contains(bitCount), bitCount % 8 == 0 else { throw wrong(bitCount / 8) }
        return try SecretKey(id: id, SymmetricKey(size: .init(bitCount: bitCount)))
    }

    init(id: String, _ secret: SymmetricKey, purpose: KeyPurpose = .any) throws(APIError.Cause) {
        guard (128...8192).contains(secret.bitCount) else { throw Self.wrong(secret.bitCount / 8) }
        self.id = try KeyID.check(id)
        self.secret = secret
        extracted = SymmetricKey(
            data: HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: [UInt8]()))
        self.purpose = purpose
    }

    /// The secret, as a JWK with its id.
    ///
    /// To store where secrets are kept, and nowhere else.
    public var secretJWK: Data {
        let bytes = secret.withUnsafeBytes { Base64URL.encode(Data($0)) }
        return JWK.bytes(
            ["kty": .string("oct"), "k": .string(bytes)], id: id, purpose: purpose)
    }

    private static func wrong(_ count: Int) -> APIError.Cause {
        .key(
            "the key has \(count) bytes, and 16 to 1024 are taken",
            "give the raw bytes of a random key; stretch a password with SecretKey.password")
    }
}

extension SecretKey: RedactedStringConvertible {
    /// The key's id and length, never its bytes.
    public var description: String { "SecretKey(id: \(id.debugDescription), \(bitCount) bits)" }
}

extension SecretKey: Equatable {
    /// Whether the keys have the same bytes, compared in constant time.
    public static func == (left: SecretKey, right: SecretKey) -> Bool {
        left.secret == right.secret
    }
}
