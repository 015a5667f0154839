package import PosthornCore
import PosthornKeys

extension EnvelopeCipher.Suite {
    var version: Int { rawValue < 5 ? 1 : 2 }

    /// The purpose of its keys.
    package var purpose: SecretKey.Purpose { version == 2 ? .derivation : .envelopeVersion1 }

    /// Whether messages have an authenticated time.
    package var hasTime: Bool { version == 2 }

    /// The algorithms of version 1; `nil` for version 2.
    var first: EnvelopeSuite? { EnvelopeSuite(rawValue: rawValue) }

    /// The algorithms of version 2.
    enum Cipher { case aesGCM, chaChaPoly }

    var cipher: Cipher { self == .chaCha20Poly1305 ? .chaChaPoly : .aesGCM }

    /// The first field of the additional data.
    var label: String {
        switch self {
        case .aes256GCM: "posthorn.xaes-256-gcm.v2"
        case .chaCha20Poly1305: "posthorn.chacha20-poly1305.v2"
        case .version1AES256GCM, .version1ChaCha20Poly1305, .legacyAES256CBC: first?.label ?? ""
        }
    }

    package var name: String {
        switch self {
        case .aes256GCM: "XAES-256-GCM"
        case .chaCha20Poly1305: "ChaCha20-Poly1305 with derived keys"
        case .version1AES256GCM, .version1ChaCha20Poly1305, .legacyAES256CBC: first?.name ?? ""
        }
    }

    /// Returns the keys of version 2 that a shared key stands for.
    package func keys(of key: SecretKey) throws(APIError.Cause) -> DirectionKeys {
        try key.directionKeys.keys(for: label) { () throws(APIError.Cause) in
            try check(key)
            do {
                return try DirectionKeys(key, format: label, isXAES: self == .aes256GCM)
            } catch {
                throw .notSealed(name, error)
            }
        }
    }

    /// Throws if a key has another length, or does not permit encryption.
    package func check(_ key: SecretKey) throws(APIError.Cause) {
        let bits = self == .legacyAES256CBC ? 512 : 256
        try ensure(
            version == 2 ? key.bitCount >= bits : key.bitCount == bits, .invalidKey,
            "the key has \(key.bitCount) bits, and \(name) takes \(bits)\(version == 2 ? " or more" : "")",
            self == .legacyAES256CBC
                ? "use the 32 bytes for HMAC and then the 32 for AES as one key, or derive one"
                : "give the 32 raw bytes of a random key; decode base64 or hexadecimal digits first"
        )
        try key.require(
            purpose,
            version == 2
                ? ["encrypt", "decrypt", "deriveKey", "deriveBits"] : ["encrypt", "decrypt"],
            algorithm: self == .legacyAES256CBC ? "A256CBC-HS512" : nil)
    }
}
