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
        try checkDerived(byteCount)
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
        try ensure(!password.isEmpty, .invalidKey, "the password is empty", "ask for one")
        try ensure(
            salt.count >= 16, .invalidKey, "the salt has \(salt.count) bytes, and 16 are the least",
            "draw 16 random bytes for each password, and keep them")
        try checkDerived(byteCount)
        try stretching.check()
        return try SecretKey(id: id, stretching.key(password, salt, byteCount))
    }
}

private func checkDerived(_ byteCount: Int) throws(APIError.Cause) {
    try ensure(
        (16...1024).contains(byteCount), .invalidKey,
        "a key of \(byteCount) bytes can't be derived", "ask for 16 to 1024 bytes")
}

/// The hash of a derivation.
public enum KeyHash: Sendable, Hashable {
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// What swift-crypto has of it.
    var function: any HashFunction.Type {
        switch self {
        case .sha256: SHA256.self
        case .sha384: SHA384.self
        case .sha512: SHA512.self
        }
    }

    /// How many bits it gives.
    var bitCount: Int { self == .sha256 ? 256 : self == .sha384 ? 384 : 512 }

    func digest(of message: Data) -> any Digest { function.hash(data: message) }

    /// The code of HMAC.
    func code(of message: Data, by key: SymmetricKey) -> Data {
        func code<Hash: HashFunction>(_ hash: Hash.Type) -> Data {
            Data(HMAC<Hash>.authenticationCode(for: message, using: key))
        }
        let function = function
        return code(function)
    }
}

/// HKDF by the name of its hash.
package enum HKDFBytes {
    static func key(
        from secret: SymmetricKey, salt: Data, info: Data, _ count: Int, _ hash: KeyHash
    ) -> SymmetricKey {
        func key<Hash: HashFunction>(_ hash: Hash.Type) -> SymmetricKey {
            HKDF<Hash>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
        }
        return key(hash.function)
    }

    /// The bytes, for published vectors: of any length.
    package static func bytes(
        from secret: Data, salt: Data, info: Data, _ count: Int, _ hash: KeyHash
    ) -> Data {
        key(from: SymmetricKey(data: secret), salt: salt, info: info, count, hash)
            .withUnsafeBytes { Data($0) }
    }
}
