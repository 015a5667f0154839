internal import Crypto
public import FoundationEssentials
public import PosthornCore

extension SecretKey {
    /// Derives a key for another purpose with HKDF (RFC 5869).
    ///
    /// - Parameters:
    ///   - id: The id of the new key.
    ///   - info: The purpose of the new key. Different values produce independent keys.
    ///   - salt: Random bytes, which need not be secret. Empty by default.
    ///   - byteCount: The length of the new key in bytes, 16 to 1024. 32 by default.
    ///   - hash: The hash function. SHA-256 by default.
    ///   - purpose: What the new key is used for. This package's formats by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if this key is not for ``Purpose/derivation``, or if the
    ///   id or `byteCount` has another length.
    public func derived(
        id: String, info: Data, salt: Data = Data(), byteCount: Int = 32, hash: KeyHash = .sha256,
        for purpose: Purpose = .derivation
    ) throws(APIError.Cause) -> SecretKey {
        try require(.derivation, KeyPermissions.derivation)
        try checkDerived(byteCount)
        var key = try SecretKey(
            id: id, hash.derivedKey(from: secret, salt: salt, info: info, byteCount), for: purpose)
        key.servers = servers
        return key
    }

    /// Derives a key from a password.
    ///
    /// The derivation is deliberately slow and blocks the calling thread. Run it once and keep the key.
    /// - Parameters:
    ///   - password: The password as UTF-8. Must not be empty.
    ///   - salt: At least 16 bytes, random for each password. Store the salt with the data that the key
    ///     protects.
    ///   - id: The id of the new key.
    ///   - stretching: The derivation function. scrypt by default.
    ///   - byteCount: The length of the key in bytes, 16 to 1024. 32 by default.
    ///   - purpose: What the key is used for. This package's formats by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if an argument has another length, or if
    ///   the parameters of `stretching` are out of range.
    public static func password(
        _ password: Data, salt: Data, id: String, by stretching: PasswordStretching = .scrypt(),
        byteCount: Int = 32, for purpose: Purpose = .derivation
    ) throws(APIError.Cause) -> SecretKey {
        try ensure(!password.isEmpty, .invalidKey, "the password is empty", "ask for one")
        try ensure(
            salt.count >= 16, .invalidKey, "the salt has \(salt.count) bytes, and 16 are the least",
            "draw 16 random bytes for each password, and keep them")
        try checkDerived(byteCount)
        try stretching.check()
        return try SecretKey(id: id, stretching.key(password, salt, byteCount), for: purpose)
    }
}

private func checkDerived(_ byteCount: Int) throws(APIError.Cause) {
    try ensure(
        (16...1024).contains(byteCount), .invalidKey,
        "a key of \(byteCount) bytes can't be derived", "ask for 16 to 1024 bytes")
}

/// The hash function of a key derivation.
public enum KeyHash: Sendable, Hashable {
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    var function: any HashFunction.Type {
        switch self {
        case .sha256: SHA256.self
        case .sha384: SHA384.self
        case .sha512: SHA512.self
        }
    }

    var bitCount: Int { self == .sha256 ? 256 : self == .sha384 ? 384 : 512 }

    func digest(of message: Data) -> any Digest { function.hash(data: message) }

    func code(of message: Data, by key: SymmetricKey) -> Data {
        func code<Hash: HashFunction>(_ hash: Hash.Type) -> Data {
            Data(HMAC<Hash>.authenticationCode(for: message, using: key))
        }
        let function = function
        return code(function)
    }

    func derivedKey(
        from secret: SymmetricKey, salt: Data, info: Data, _ count: Int
    ) -> SymmetricKey {
        func key<Hash: HashFunction>(_ hash: Hash.Type) -> SymmetricKey {
            HKDF<Hash>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
        }
        let function = function
        return key(function)
    }
}
