package import Crypto
internal import CryptoExtras
package import FoundationEssentials

/// The algorithm that encrypts a JWE's plaintext, its `enc` member (RFC 7518, section 5).
public enum ContentEncryption: String, Sendable, Hashable, CaseIterable {
    /// AES-GCM with a 128-bit key.
    case a128GCM = "A128GCM"
    /// AES-GCM with a 256-bit key.
    case a256GCM = "A256GCM"
    /// AES-CBC with a 128-bit key and HMAC-SHA-256.
    case a128CBCHS256 = "A128CBC-HS256"
    /// AES-CBC with a 256-bit key and HMAC-SHA-512.
    case a256CBCHS512 = "A256CBC-HS512"

    package var keyByteCount: Int {
        switch self {
        case .a128GCM: 16
        case .a256GCM, .a128CBCHS256: 32
        case .a256CBCHS512: 64
        }
    }

    /// A failure to process a message, without a reason, so that nothing reveals which bytes are wrong.
    package struct Refused: Error { package init() {} }

    private var isGCM: Bool { self == .a128GCM || self == .a256GCM }
    private var tagByteCount: Int { self == .a256CBCHS512 ? 32 : 16 }

    /// Encrypts bytes with a fresh nonce.
    package func seal(
        _ plaintext: Data, _ key: SymmetricKey, _ data: Data
    ) throws -> (iv: Data, ciphertext: Data, tag: Data) {
        guard key.bitCount == keyByteCount * 8 else { throw Refused() }
        if isGCM {
            let iv = randomBytes(12)
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: AES.GCM.Nonce(data: iv), authenticating: data)
            return (iv, box.ciphertext, box.tag)
        }
        let (mac, cipher) = Self.halves(key)
        let iv = AES._CBC.IV()
        let ciphertext = try AES._CBC.encrypt(plaintext, using: cipher, iv: iv)
        return (Data(iv), ciphertext, tag(mac, data, Data(iv), ciphertext))
    }

    /// Decrypts the result of ``seal(_:_:_:)``; refuses a tag or a nonce of another length.
    package func open(
        iv: Data, ciphertext: Data, tag: Data, _ key: SymmetricKey, _ data: Data
    ) throws -> Data {
        guard key.bitCount == keyByteCount * 8, tag.count == tagByteCount,
            iv.count == (isGCM ? 12 : 16)
        else { throw Refused() }
        if isGCM {
            return try AES.GCM.open(
                .init(nonce: .init(data: iv), ciphertext: ciphertext, tag: tag), using: key,
                authenticating: data)
        }
        let (mac, cipher) = Self.halves(key)
        // Verifying the tag before decryption prevents padding oracle attacks.
        guard AuthenticationCode.isSame(tag, as: self.tag(mac, data, iv, ciphertext)) else {
            throw Refused()
        }
        return try AES._CBC.decrypt(ciphertext, using: cipher, iv: .init(ivBytes: iv))
    }

    /// Returns the tag of RFC 7518, section 5.2.2.1.
    ///
    /// It covers the additional data, the nonce, the ciphertext and the length of the additional data in
    /// bits.
    private func tag(_ mac: SymmetricKey, _ data: Data, _ iv: Data, _ ciphertext: Data) -> Data {
        let length = withUnsafeBytes(of: UInt64(data.count * 8).bigEndian) { Data($0) }
        func code<Hash: HashFunction>(_ hash: Hash.Type) -> Data {
            var code = HMAC<Hash>(key: mac)
            for part in [data, iv, ciphertext, length] { code.update(data: part) }
            return Data(code.finalize())
        }
        return self == .a128CBCHS256
            ? code(SHA256.self).prefix(16) : code(SHA512.self).prefix(32)
    }

    private static func halves(_ key: SymmetricKey) -> (mac: SymmetricKey, cipher: SymmetricKey) {
        key.withUnsafeBytes { bytes in
            let half = bytes.count / 2
            return (
                SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<half])),
                SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[half...]))
            )
        }
    }
}
