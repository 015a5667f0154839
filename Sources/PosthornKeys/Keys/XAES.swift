package import Crypto
internal import CryptoExtras
package import FoundationEssentials

/// A key of XAES-256-GCM (C2SP), which seals each message with a key that it derives from the message's nonce.
///
/// The nonce has 24 bytes: the first 12 select the key, the last 12 are the nonce of AES-GCM.
package struct XAESKey: Sendable {
    private let key: SymmetricKey
    /// The value K1 of the specification.
    private let mask: UInt128

    /// - Parameter key: 256 bits.
    package init(_ key: SymmetricKey) throws {
        self.key = key
        let block = try Self.permuted(0, key)
        mask = block << 1 ^ (block >> 127 == 0 ? 0 : 0x87)
    }

    /// Returns the key of a message: two blocks, each of a counter, the letter X and the salt.
    ///
    /// - Parameter salt: The first 12 bytes of the nonce.
    package func messageKey(_ salt: Data) throws -> SymmetricKey {
        let salt = salt.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        let start = UInt128(UInt8(ascii: "X")) << 104
        return try withUnsafeTemporaryAllocation(byteCount: 32, alignment: 16) { bytes in
            for half in 0..<2 {
                let block = UInt128(half + 1) << 112 | start | salt
                bytes.storeBytes(
                    of: try Self.permuted(block ^ mask, key).bigEndian, toByteOffset: 16 * half,
                    as: UInt128.self)
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(bytes))
        }
    }

    private static func permuted(_ block: UInt128, _ key: SymmetricKey) throws -> UInt128 {
        var block = block.bigEndian
        try withUnsafeMutableBytes(of: &block) { bytes in
            var bytes = bytes
            try AES.permute(&bytes, key: key)
        }
        return UInt128(bigEndian: block)
    }
}
