package import FoundationEssentials
import Glibc

/// The random bytes of one message, drawn with one system call.
///
/// They supply the message's exchange id and its nonce, both of which are sent unencrypted. A single call
/// saves time: each one costs as much as about a thousand instructions. The bytes are never reused for
/// another message.
package struct FreshBytes: ~Copyable {
    private let bytes: (UInt64, UInt64, UInt64, UInt64, UInt64)

    package init() {
        var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { Self.fill($0) }
        self.bytes = bytes
    }

    /// Passes the 16 bytes of the exchange id to a closure.
    func withID<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0[..<16])) }
    }

    /// Returns at most 24 bytes for a nonce, none of which are in the exchange id.
    package consuming func nonce(_ count: Int) -> Data {
        withUnsafeBytes(of: bytes) { Data(UnsafeRawBufferPointer(rebasing: $0[16..<16 + count])) }
    }

    /// Returns 12 bytes each, none of which are in the exchange id.
    package consuming func saltAndNonce() -> (salt: Data, nonce: Data) {
        withUnsafeBytes(of: bytes) {
            (
                Data(UnsafeRawBufferPointer(rebasing: $0[16..<28])),
                Data(UnsafeRawBufferPointer(rebasing: $0[28..<40]))
            )
        }
    }

    /// Fills at most 256 bytes; traps if the system has no random numbers.
    package static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress, getentropy(start, bytes.count) == 0 { return }
        // Without the system call, Swift's generator reads the system's random device, or traps if there is
        // none.
        var generator = SystemRandomNumberGenerator()
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
}
