internal import Crypto
public import FoundationEssentials
public import PosthornCore

/// A 256-bit symmetric key with the id that both sides know it by.
///
/// The key's bytes can't be read back: no API, description, debugger or `dump` shows them. Load the bytes
/// from a place for secrets, never from a spec or from source code.
///
/// ```swift
/// let key = try SealingKey(id: "shop-2026-11", bytes: secret)
/// ```
public struct SealingKey: Sendable {
    /// The key's id.
    ///
    /// Every envelope carries it unencrypted.
    public let id: String
    let secret: SymmetricKey

    /// Creates a key from its bytes.
    ///
    /// - Parameters:
    ///   - id: The key's id, 1 to 255 bytes of UTF-8. Give every new key a new id.
    ///   - bytes: 32 uniformly random bytes, such as a `Data` or an array. Don't pass a password; see
    ///     ``SecretKey/password(_:salt:id:by:byteCount:)``.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id or the bytes have another length.
    public init(id: String, bytes: some ContiguousBytes) throws(APIError.Cause) {
        let count = bytes.withUnsafeBytes { $0.count }
        try ensure(
            count == 32, .invalidKey, "the key has \(count) bytes, and an envelope takes 32",
            "give the raw bytes; decode base64 or hexadecimal digits first")
        try self.init(id: id, secret: SymmetricKey(data: bytes))
    }

    /// Generates a key with the system's random number generator.
    ///
    /// - Parameter id: The key's id, 1 to 255 bytes of UTF-8.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the id has another length.
    public static func random(id: String) throws(APIError.Cause) -> SealingKey {
        try SealingKey(id: id, secret: SymmetricKey(size: .bits256))
    }

    /// Creates a key from a derived or imported key.
    ///
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the key does not have 256 bits, or if
    ///   its JWK does not permit encryption.
    public init(_ key: SecretKey) throws(APIError.Cause) {
        try ensure(
            key.bitCount == 256, .invalidKey,
            "the key has \(key.bitCount) bits, and an envelope takes 256",
            "derive one of 32 bytes from it")
        try key.purpose.require("enc", ["encrypt", "decrypt"], algorithm: nil)
        try self.init(id: key.id, secret: key.secret)
    }

    private init(id: String, secret: SymmetricKey) throws(APIError.Cause) {
        self.id = try KeyID.check(id)
        self.secret = secret
    }
}

extension SealingKey: RedactedStringConvertible {
    /// The key's id and length, without its bytes.
    public var description: String { "SealingKey(id: \(id.debugDescription), 256 bits)" }
}
