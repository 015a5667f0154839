/// A hash of bytes for small caches.
///
/// A deliberate collision only causes a cache miss.
enum ByteHash {
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: bytes.count) | 1 << 63
        var index = 0
        while index + 8 <= bytes.count {
            mix(&hash, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        while index < bytes.count {
            mix(&hash, UInt64(bytes[index]))
            index += 1
        }
        return hash ^ hash >> 32
    }

    private static func mix(_ hash: inout UInt64, _ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
    }
}
