internal import Crypto
internal import CryptoExtras
import FoundationEssentials

/// A key of XAES-256-GCM (C2SP), which seals each message with a key that it derives from the message's nonce.
///
/// The nonce has 24 bytes: the first 12 select the key, the last 12 are the nonce of AES-GCM.
struct XAESKey: Sendable {
    private let key: SymmetricKey
    /// The key K1 of the derivation, which all messages share (NIST SP 800-38B, section 6.1).
    private let subkey: [UInt8]

    /// - Parameter key: 256 bits.
    init(_ key: SymmetricKey) throws {
        self.key = key
        var block = [UInt8](repeating: 0, count: 16)
        try AES.permute(&block, key: key)
        let carry: UInt8 = block[0] >> 7 == 1 ? 0x87 : 0
        for index in 0..<15 { block[index] = block[index] << 1 | block[index + 1] >> 7 }
        block[15] = block[15] << 1 ^ carry
        subkey = block
    }

    /// Returns the key of a message.
    ///
    /// - Parameter salt: The first 12 bytes of the nonce.
    func messageKey(_ salt: Data) throws -> SymmetricKey {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { key in
            for half in 0..<2 {
                var block = UnsafeMutableBufferPointer(rebasing: key[16 * half..<16 * half + 16])
                _ = block.update(fromContentsOf: [0, UInt8(half) + 1, UInt8(ascii: "X"), 0])
                _ = block[4...].update(fromContentsOf: salt)
                for index in 0..<16 { block[index] ^= subkey[index] }
                try AES.permute(&block, key: self.key)
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(key))
        }
    }
}
