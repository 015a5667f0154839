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

/// Opens a body with its head, in pieces.
struct BodyOpener {
    let secret: Data
    private var start = Data()
    private var opener: RecordOpener?

    init(_ secret: Data) { self.secret = secret }

    mutating func change(_ piece: Data) throws -> Data {
        guard opener == nil else { return try opener?.change(piece) ?? Data() }
        start.append(piece)
        guard try RecordOpener.Head(startOf: start, limit: 1 << 20) != nil else { return Data() }
        let (first, records) = try RecordOpener.start(of: start, secret)
        opener = first
        return records.isEmpty ? Data() : try opener?.change(records) ?? Data()
    }

    mutating func end() throws -> Data {
        guard opener != nil else { throw APIError.Cause.notOpened }
        return try opener?.end() ?? Data()
    }
}

extension RecordOpener {
    /// Opens a whole body with its head.
    static func whole(_ body: Data, _ secret: Data) throws -> Data {
        var (opener, records) = try start(of: body, secret)
        return try opener.whole(records)
    }

    /// Reads the head of a body.
    static func start(of body: Data, _ secret: Data) throws -> (RecordOpener, records: Data) {
        let head = try Head(startOf: body, limit: 1 << 20).orThrow(.notOpened)
        let opener = RecordOpener(after: head, secret: SymmetricKey(data: secret))
        return (opener, body.dropFirst(head.byteCount))
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
