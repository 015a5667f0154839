#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Searches in the bytes of texts.
///
/// Tools are built for debug, where the generic algorithms of the standard library take many times as long.
extension String {
    /// Returns whether the text has a part, compared byte by byte.
    package func hasPart(_ part: String) -> Bool {
        // The system's search ends at a NUL.
        strstr(self, part) != nil || hasByte(0) && contains(part)
    }

    /// Returns whether the text has a byte.
    package func hasByte(_ byte: UInt8) -> Bool { memchr(self, Int32(byte), utf8.count) != nil }

    /// Returns whether all bytes of the text satisfy a condition.
    package func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return true }
            let count = bytes.count
            var index = 0
            while index < count {
                if !condition(start[index]) { return false }
                index += 1
            }
            return true
        }
    }
}
