import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The random bytes of one message, for its id and its nonce, drawn from the system at once: each time
/// that the system is asked takes as long as a thousand instructions.
///
/// Nothing of it is kept for another message. Both parts are sent in the clear.
struct FreshBytes: ~Copyable {
    private let bytes: (UInt64, UInt64, UInt64, UInt64)

    init() {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { Self.fill($0) }
        self.bytes = bytes
    }

    /// Gives 16 bytes that name an exchange.
    func withID<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0[..<16])) }
    }

    /// The nonce or the salt, 16 bytes at most, none of which are in the id.
    consuming func nonce(_ count: Int) -> Data {
        withUnsafeBytes(of: bytes) { Data(UnsafeRawBufferPointer(rebasing: $0[16..<16 + count])) }
    }

    /// Fills 256 bytes at most; traps if the system has no random numbers.
    static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress, getentropy(start, bytes.count) == 0 { return }
        // A system without this call has a file instead, which Swift's generator reads; or it has nothing,
        // and then the generator traps.
        var generator = SystemRandomNumberGenerator()
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
}
