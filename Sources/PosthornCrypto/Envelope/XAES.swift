internal import Crypto
internal import CryptoExtras
import FoundationEssentials
import PosthornKeys

/// A key of XAES-256-GCM (C2SP), which seals each message with a key that it derives from the message's nonce.
///
/// The nonce has 24 bytes: the first 12 select the key, the last 12 are the nonce of AES-GCM.
struct XAESKey: Sendable {
    /// The code of no bytes, which each derivation continues.
    private let code: AES.CMAC

    /// - Parameter key: 256 bits.
    init(_ key: SymmetricKey) throws { code = try AES.CMAC(key: key) }

    /// Returns the key of a message, by a counter mode of AES-CMAC (NIST SP 800-108r1, section 4.1).
    ///
    /// - Parameter salt: The first 12 bytes of the nonce.
    func messageKey(_ salt: Data) -> SymmetricKey {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { key in
            for half in 0..<2 {
                var code = code
                code.update(data: [0, UInt8(half) + 1, UInt8(ascii: "X"), 0] + salt)
                let place = UnsafeMutableRawBufferPointer(rebasing: key[(16 * half)...])
                code.finalize().withUnsafeBytes { place.copyMemory(from: $0) }
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(key))
        }
    }
}
