import Crypto
import Foundation
import Posthorn

@testable import PosthornCrypto
@testable import PosthornKeys

// The primitives with their keys and results as bytes, as published test vectors state them.

extension RecordSealer {
    init(_ secret: Data, keyID: String, salt: Data, recordByteCount: Int) {
        self.init(
            SymmetricKey(data: secret), keyID: keyID, salt: salt, recordByteCount: recordByteCount)
    }
}

extension RecordOpener {
    /// Opens a whole body with its head.
    static func whole(_ body: Data, _ secret: Data) throws -> Data {
        let head = try Head(startOf: body, limit: 1 << 20).orThrow(.notOpened)
        var opener = RecordOpener(after: head, secret: SymmetricKey(data: secret))
        return try opener.whole(body.dropFirst(head.byteCount))
    }
}

extension KeyHash {
    /// Derives bytes of any length with HKDF.
    func derivedBytes(from secret: Data, salt: Data, info: Data, _ count: Int) -> Data {
        derivedKey(from: SymmetricKey(data: secret), salt: salt, info: info, count)
            .withUnsafeBytes { Data($0) }
    }
}

extension ContentEncryption {
    func open(
        iv: Data, ciphertext: Data, tag: Data, key: Data, authenticating data: Data
    ) throws -> Data {
        try open(iv: iv, ciphertext: ciphertext, tag: tag, SymmetricKey(data: key), data)
    }
}

extension PrivateKey {
    /// Decrypts RSA-OAEP-256; returns `nil` if the key can't or decryption fails.
    func unwrapped(_ encrypted: Data) -> Data? {
        guard case .rsa(let rsa) = material else { return nil }
        return try? rsa.unwrap(encrypted)
    }
}

extension PasswordStretching {
    /// Derives bytes without checking the parameters, which are too small to protect anything.
    func uncheckedBytes(_ password: Data, salt: Data, _ count: Int) throws -> Data {
        try key(password, salt, count).withUnsafeBytes { Data($0) }
    }
}
