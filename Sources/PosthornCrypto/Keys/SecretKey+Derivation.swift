internal import Crypto
internal import CryptoExtras
public import FoundationEssentials
public import Posthorn

extension SecretKey {
    /// Derives a key for another purpose by HKDF (RFC 5869).
    /// - Parameters:
    ///   - id: The new key's name.
    ///   - info: What the new key is for; another text gives another key.
    ///   - salt: Random, need not be secret. Empty by default.
    ///   - byteCount: The new key's length, 16 to 1024. 32 by default.
    ///   - hash: SHA-256 by default.
    /// - Throws: a fault of the code `invalidKey` when a length is another.
    public func derived(
        id: String, info: Data, salt: Data = Data(), byteCount: Int = 32, hash: KeyHash = .sha256
    ) throws(APIError.Cause) -> SecretKey {
        guard (16...1024).contains(byteCount) else {
            throw .key("a key of \(byteCount) bytes can't be derived", "ask for 16 to 1024 bytes")
        }
        return try SecretKey(
            id: id, HKDFBytes.key(from: secret, salt: salt, info: info, byteCount, hash))
    }

    /// Stretches a password to a key.
    ///
    /// It takes long on purpose, about a tenth of a second: do it once and keep the key.
    /// - Parameters:
    ///   - password: What a person typed, as UTF-8. Not empty.
    ///   - salt: 16 bytes at least, random for each password and kept beside what it protects.
    ///   - id: The new key's name.
    ///   - stretching: How; scrypt by default.
    ///   - byteCount: The key's length, 16 to 1024. 32 by default.
    /// - Throws: a fault of the code `invalidKey` when a length is another, or the stretching is too
    ///   little.
    public static func password(
        _ password: Data, salt: Data, id: String, by stretching: PasswordStretching = .scrypt(),
        byteCount: Int = 32
    ) throws(APIError.Cause) -> SecretKey {
        guard !password.isEmpty else {
            throw .key("the password is empty", "ask for one")
        }
        guard salt.count >= 16 else {
            throw .key(
                "the salt has \(salt.count) bytes, and 16 are the least",
                "draw 16 random bytes for each password, and keep them")
        }
        guard (16...1024).contains(byteCount) else {
            throw .key("a key of \(byteCount) bytes can't be derived", "ask for 16 to 1024 bytes")
        }
        try stretching.check()
        return try SecretKey(id: id, stretching.key(password, salt, byteCount))
    }
}

/// The hash of a derivation.
public enum KeyHash: Sendable, Hashable {
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512
}

/// HKDF by the name of its hash.
package enum HKDFBytes {
    static func key(
        from secret: SymmetricKey, salt: Data, info: Data, _ count: Int, _ hash: KeyHash
    ) -> SymmetricKey {
        switch hash {
        case .sha256:
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
        case .sha384:
            HKDF<SHA384>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
        case .sha512:
            HKDF<SHA512>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
        }
    }

    /// The bytes, for published vectors: of any length.
    package static func bytes(
        from secret: Data, salt: Data, info: Data, _ count: Int, _ hash: KeyHash
    ) -> Data {
        key(from: SymmetricKey(data: secret), salt: salt, info: info, count, hash)
            .withUnsafeBytes { Data($0) }
    }
}
