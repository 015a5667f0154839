package import Crypto
public import FoundationEssentials
public import PosthornCore

/// A shared symmetric key with the id that both sides know it by.
///
/// Use it for sealed envelopes, JWE, `aes128gcm` content encoding, HMAC and key derivation. No description, debugger or
/// `dump` shows the bytes; only ``secretJWK`` returns them. Load them from a place for secrets, never from a spec or
/// from source code. swift-crypto wipes their memory when the last copy is released.
public struct SecretKey: Sendable {
    /// The key's id, which messages carry to name the key.
    public let id: String
    /// The length of the key in bits.
    public var bitCount: Int { secret.bitCount }
    package let secret: SymmetricKey
    /// The result of HKDF-Extract with SHA-256 and no salt.
    ///
    /// Computed once; each message only needs HKDF-Expand.
    package let extracted: SymmetricKey
    package let purpose: KeyPurpose
    /// The keys of envelopes that this one stands for.
    package let directionKeys = DerivedKeys()

    /// Creates a key from its bytes.
    ///
    /// - Parameters:
    ///   - id: The key's id, 1 to 255 bytes of UTF-8. Give every new key a new id.
    ///   - bytes: 16 to 1024 uniformly random bytes. For a password, use
    ///     ``password(_:salt:id:by:byteCount:)``.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id or the bytes have another length.
    public init(id: String, bytes: some ContiguousBytes) throws(APIError.Cause) {
        try self.init(id: id, SymmetricKey(data: bytes))
    }

    /// Reads a key from a JWK of the type `oct` (RFC 7518, section 6.4).
    ///
    /// - Parameters:
    ///   - jwk: The JSON of one key.
    ///   - id: The key's id, 1 to 255 bytes of UTF-8. `nil`, the default, uses the JWK's `kid`. A thumbprint
    ///     is not used as the id because it would reveal information about the secret.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the JWK is invalid, or if there is no
    ///   id.
    public init(jwk: Data, id: String? = nil) throws(APIError.Cause) {
        let jwk = try JWK(jwk)
        let id = try (id ?? jwk.id).orThrow(.key("the JWK has no `kid`", "give the key an id"))
        try self.init(id: id, SymmetricKey(data: jwk.secret()), purpose: jwk.purpose)
    }

    /// Generates a key with the system's random number generator.
    ///
    /// - Parameters:
    ///   - id: The key's id, 1 to 255 bytes of UTF-8.
    ///   - bitCount: The length in bits, 128 to 8192 and a multiple of 8. 256 by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id or the key would have another
    ///   length.
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

    /// The secret key as a JWK with its id.
    ///
    /// Store it only in a place for secrets.
    public var secretJWK: Data {
        let bytes = secret.withUnsafeBytes { Base64URL.encode(Data($0)) }
        return JWK.bytes(["kty": .string("oct"), "k": .string(bytes)], id: id, purpose: purpose)
    }

    private static func wrong(_ count: Int) -> APIError.Cause {
        .key(
            "the key has \(count) bytes, and 16 to 1024 are taken",
            "give the raw bytes of a random key; stretch a password with SecretKey.password")
    }
}

extension SecretKey: RedactedStringConvertible {
    /// The key's id and length, without its bytes.
    public var description: String { "SecretKey(id: \(id.debugDescription), \(bitCount) bits)" }
}

extension SecretKey: Equatable {
    /// Returns whether two keys have the same bytes, compared in constant time.
    public static func == (left: SecretKey, right: SecretKey) -> Bool {
        left.secret == right.secret
    }
}
