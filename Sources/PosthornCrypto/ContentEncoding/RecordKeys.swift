internal import Crypto
import FoundationEssentials
import PosthornCore

/// The key of an `aes128gcm` body and the nonces of its records (RFC 8188, sections 2.2 and 2.3).
struct RecordKeys: Sendable {
    private let key: SymmetricKey
    /// The nonce of the first record, split into two numbers.
    private let base: (high: UInt32, low: UInt64)

    static let tagByteCount = 16
    private static let nonceByteCount = 12

    init(_ secret: SymmetricKey, salt: Data) {
        let pseudoRandom = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: salt)
        key = HKDF<SHA256>.expand(
            pseudoRandomKey: pseudoRandom, info: Self.keyInfo, outputByteCount: 16)
        let nonce = HKDF<SHA256>.expand(
            pseudoRandomKey: pseudoRandom, info: Self.nonceInfo,
            outputByteCount: Self.nonceByteCount)
        base = nonce.withUnsafeBytes {
            (
                UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
            )
        }
    }

    private static let keyInfo = Array("Content-Encoding: aes128gcm\0".utf8)
    private static let nonceInfo = Array("Content-Encoding: nonce\0".utf8)

    func seal(_ plaintext: [UInt8], _ number: UInt64, to sealed: inout Data) throws {
        // The limit for one key.
        try ensure(
            number < 1 << 32, .sealingFailed, "the body has more than 2^32 records",
            "take a larger `recordByteCount`, or send several bodies")
        let box = try AES.GCM.seal(plaintext, using: key, nonce: nonce(number))
        // The nonce comes first in `combined` and is never sent.
        sealed.append(box.combined?.dropFirst(Self.nonceByteCount) ?? box.ciphertext + box.tag)
    }

    func open(_ record: Data, _ number: UInt64) throws -> Data {
        try AES.GCM.open(
            .init(
                nonce: nonce(number), ciphertext: record.dropLast(Self.tagByteCount),
                tag: record.suffix(Self.tagByteCount)), using: key)
    }

    /// Returns the base nonce, with the record's number XORed into its last bytes.
    private func nonce(_ number: UInt64) throws -> AES.GCM.Nonce {
        var bytes: (UInt32, UInt32, UInt32) = (base.high.bigEndian, 0, 0)
        let low = base.low ^ number
        bytes.1 = UInt32(truncatingIfNeeded: low >> 32).bigEndian
        bytes.2 = UInt32(truncatingIfNeeded: low).bigEndian
        return try withUnsafeBytes(of: bytes) { try AES.GCM.Nonce(data: Data($0)) }
    }
}
