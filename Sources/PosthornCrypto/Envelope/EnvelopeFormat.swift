package import PosthornCore

/// The format of an envelope, identified by its first byte.
///
/// Each cipher opens only the envelopes of its own format.
package struct EnvelopeFormat: Sendable {
    enum Algorithm { case aesGCM, chaChaPoly, cbcHMAC }

    let version: UInt8
    let algorithm: Algorithm
    let name: String
    let label: String

    /// Whether it is of version 1, which has no salt, no audience and no time.
    var isFirst: Bool { version < 5 }

    /// AES-256-GCM with keys transported by RSA-OAEP (RFC 8017, section 7.1).
    static let rsaOAEP = EnvelopeFormat(
        version: 3, algorithm: .aesGCM, name: "RSA-OAEP-256 with AES-256-GCM",
        label: "posthorn.rsa-oaep-256.v1")
}

extension EnvelopeCipher.Suite {
    package var format: EnvelopeFormat {
        let (algorithm, name, label): (EnvelopeFormat.Algorithm, String, String) =
            switch self {
            case .aes256GCM: (.aesGCM, "XAES-256-GCM", "posthorn.xaes-256-gcm.v2")
            case .chaCha20Poly1305:
                (
                    .chaChaPoly, "ChaCha20-Poly1305 with derived keys",
                    "posthorn.chacha20-poly1305.v2"
                )
            case .version1AES256GCM: (.aesGCM, "AES-256-GCM", "posthorn.aes-gcm.v1")
            case .version1ChaCha20Poly1305:
                (.chaChaPoly, "ChaCha20-Poly1305", "posthorn.chacha20-poly1305.v1")
            case .legacyAES256CBC:
                (.cbcHMAC, "AES-256-CBC with HMAC-SHA-512", "posthorn.aes-cbc-hmac.v1")
            }
        return EnvelopeFormat(version: rawValue, algorithm: algorithm, name: name, label: label)
    }

    package var name: String { format.name }

    package var hasTime: Bool { !format.isFirst }

    package var purpose: SecretKey.Purpose { format.isFirst ? .envelopeVersion1 : .derivation }

    /// Returns the keys that a shared key stands for: in version 1, the key itself.
    package func keys(of key: SecretKey) throws(APIError.Cause) -> DirectionKeys {
        let format = format
        guard !format.isFirst else {
            try check(key)
            return DirectionKeys(
                keyID: key.id, request: .fixed(key.secret), response: .fixed(key.secret))
        }
        let known = key.directionKeys.withLock { $0.first { $0.format == format.label }?.keys }
        if let known { return known }
        try check(key)
        let keys = try attempt {
            try DirectionKeys(key, format: format.label, isXAES: format.algorithm == .aesGCM)
        } or: {
            .notSealed(format.name, $0)
        }
        key.directionKeys.withLock { $0.append((format.label, keys)) }
        return keys
    }

    /// Throws if a key has another length, or does not permit encryption.
    package func check(_ key: SecretKey) throws(APIError.Cause) {
        let bits = self == .legacyAES256CBC ? 512 : 256
        try ensure(
            hasTime ? key.bitCount >= bits : key.bitCount == bits, .invalidKey,
            "the key has \(key.bitCount) bits, and \(name) takes \(bits)\(hasTime ? " or more" : "")",
            self == .legacyAES256CBC
                ? "use the 32 bytes for HMAC and then the 32 for AES as one key, or derive one"
                : "give the 32 raw bytes of a random key; decode base64 or hexadecimal digits first"
        )
        try key.require(
            purpose,
            hasTime ? ["encrypt", "decrypt", "deriveKey", "deriveBits"] : ["encrypt", "decrypt"],
            algorithm: self == .legacyAES256CBC ? "A256CBC-HS512" : nil)
    }
}
