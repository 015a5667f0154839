internal import Crypto
public import FoundationEssentials
public import Posthorn

/// A 256-bit key with the name that both sides know it by.
///
/// The key's bytes go in and never come out: no description, debugger or `dump` shows them. Read
/// them from where secrets are kept, never from a spec or from source code.
///
/// ```swift
/// let key = try SealingKey(id: "shop-2026-11", bytes: secret)
/// ```
public struct SealingKey: Sendable {
    /// The key's name.
    ///
    /// It stands in every envelope, readable by anybody on the way.
    public let id: String
    let secret: SymmetricKey

    /// Creates a key from its bytes.
    /// - Parameters:
    ///   - id: 1 to 255 bytes of UTF-8. A new key needs a new id.
    ///   - bytes: 32 bytes, such as a `Data` or an array, uniformly random: a password is no key.
    /// - Throws: a fault of the code `invalidKey` when either has another length.
    public init(id: String, bytes: some ContiguousBytes) throws(APIError.Cause) {
        let count = bytes.withUnsafeBytes { $0.count }
        try ensure(
            count == 32, .invalidKey, "the key has \(count) bytes, and an envelope takes 32",
            "give the raw bytes; decode base64 or hexadecimal digits first")
        try self.init(id: id, secret: SymmetricKey(data: bytes))
    }

    /// Creates a fresh key from the system's random number generator.
    /// - Parameter id: 1 to 255 bytes of UTF-8.
    /// - Throws: a fault of the code `invalidKey` when the id has another length.
    public static func random(id: String) throws(APIError.Cause) -> SealingKey {
        try SealingKey(id: id, secret: SymmetricKey(size: .bits256))
    }

    /// Takes a derived or imported key.
    /// - Throws: a fault of the code `invalidKey` when it has not 256 bits.
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
    /// The key's id and length, never its bytes.
    public var description: String { "SealingKey(id: \(id.debugDescription), 256 bits)" }
}
