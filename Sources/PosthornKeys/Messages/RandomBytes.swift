package import FoundationEssentials
import Glibc

/// Returns at most 256 random bytes from one system call; traps if the system has no random numbers.
///
/// A message draws the bytes of its exchange id, its salt and its nonce at once: a call costs as much as about a
/// thousand instructions.
package func randomBytes(_ count: Int) -> Data {
    var random = Data(count: count)
    random.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress, getentropy(start, bytes.count) == 0 { return }
        // Without the system call, Swift's generator reads the system's random device, or traps if there is none.
        var generator = SystemRandomNumberGenerator()
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
    return random
}
