internal import Crypto
import FoundationEssentials
import Posthorn

/// The keys of one `aes128gcm` body (RFC 8188, sections 2.2 and 2.3), and the nonce of each record.
struct RecordKeys: Sendable {
    private let key: SymmetricKey
    private let base: [UInt8]

    /// The length of a record's tag.
    static let tagByteCount = 16

    init(_ secret: SymmetricKey, salt: Data) {
        let pseudoRandom = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: salt)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.expand(
                pseudoRandomKey: pseudoRandom, info: Data((info + "\0").utf8),
                outputByteCount: count)
        }
        key = derive("Content-Encoding: aes128gcm", 16)
        base = derive("Content-Encoding: nonce", 12).withUnsafeBytes { Array($0) }
    }

    /// Refuses the number of a record too many for one body's key.
    static func check(_ number: UInt64) throws(CallFault) {
        guard number < 1 << 32 else {
            throw CallFault(
                .sealingFailed, "the body has more than 2^32 records",
                advice: "take a larger `recordByteCount`, or send several bodies")
        }
    }

    /// The record of a number.
    func seal(_ plaintext: Data, _ number: UInt64) throws -> (ciphertext: Data, tag: Data) {
        let box = try AES.GCM.seal(plaintext, using: key, nonce: nonce(number))
        return (box.ciphertext, box.tag)
    }

    /// What is in the record of a number.
    func open(_ record: Data, _ number: UInt64) throws -> Data {
        try AES.GCM.open(
            .init(
                nonce: nonce(number), ciphertext: record.dropLast(Self.tagByteCount),
                tag: record.suffix(Self.tagByteCount)), using: key)
    }

    /// The base, with the number in its last bytes.
    private func nonce(_ number: UInt64) throws -> AES.GCM.Nonce {
        var bytes = base
        for index in 0..<8 {
            bytes[11 - index] ^= UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
        }
        return try AES.GCM.Nonce(data: bytes)
    }
}

extension RecordKeys: CustomReflectable {
    /// Nothing: neither the key nor the secret that nonces are made of.
    var customMirror: Mirror { Mirror(self, children: []) }
}
