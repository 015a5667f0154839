package import FoundationEssentials

/// Unpadded base64url (RFC 4648, section 5) for keys and short values, as used by JOSE.
///
/// Use ``Base64URLBody`` for ciphertexts and other bodies. This type computes the characters instead of
/// looking them up, so that no memory address depends on key bytes.
package enum Base64URL {
    /// Returns the number of characters that encode the given number of bytes.
    package static func digitCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    /// Encodes bytes as base64url.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let digits = bytes.withContiguousStorageIfAvailable { encode($0) }
        return digits ?? Array(bytes).withUnsafeBufferPointer { encode($0) }
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: digitCount(bytes.count)) { digits in
            write(UnsafeRawBufferPointer(bytes), to: UnsafeMutableRawBufferPointer(digits))
            return digitCount(bytes.count)
        }
    }

    /// Writes the encoded bytes to a buffer.
    ///
    /// The buffer must hold at least ``digitCount(_:)`` bytes.
    static func write(_ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer) {
        var (index, place) = (0, 0)
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
            }
            for offset in 0...count {
                digits[place + offset] = digit(of: Int32(group >> UInt32(18 - 6 * offset) & 0x3f))
            }
            index += count
            place += count + 1
        }
    }

    /// Decodes base64url; returns `nil` unless the input is exactly what ``encode(_:)`` writes.
    ///
    /// Padding, whitespace, characters of the standard base64 alphabet and non-zero trailing bits are
    /// refused. If several spellings decoded to the same bytes, a message could be altered without detection.
    package static func decode(_ digits: some Collection<UInt8>) -> Data? {
        let bytes = digits.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0)) }
        return bytes ?? Array(digits).withUnsafeBytes { decode($0) }
    }

    package static func decode(_ text: String) -> Data? { decode(text.utf8) }

    private static func decode(_ digits: UnsafeRawBufferPointer) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes = Data(count: digits.count * 3 / 4)
        let isCanonical = bytes.withUnsafeMutableBytes { read(digits, to: $0) }
        return isCanonical ? bytes : nil
    }

    /// Writes the decoded bytes to a buffer.
    ///
    /// - Returns: Whether the input is canonical base64url.
    static func read(
        _ digits: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var place = 0
        var all: Int32 = 0
        var left: UInt32 = 0
        var count: UInt32 = 0
        // Of the last group, two characters encode one byte and three encode two; the remaining bits must be
        // zero.
        for digit in digits {
            let value = value(of: Int32(digit))
            all |= value
            left = left << 6 | UInt32(truncatingIfNeeded: value & 0x3f)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes[place] = UInt8(truncatingIfNeeded: left >> count)
            left &= (1 << count) - 1
            place += 1
        }
        return all >= 0 && left == 0
    }

    /// Returns the character for a value from 0 to 63, in constant time.
    ///
    /// Each shifted difference is all ones for the values above its range and zero otherwise.
    private static func digit(of value: Int32) -> UInt8 {
        var digit = value + 65
        digit += (25 - value) >> 8 & 6
        digit -= (51 - value) >> 8 & 75
        digit -= (61 - value) >> 8 & 13
        digit += (62 - value) >> 8 & 49
        return UInt8(truncatingIfNeeded: digit)
    }

    /// Returns the value of a character, or -1 if it is not in the alphabet, in constant time.
    ///
    /// Each shifted term is all ones inside its range and zero outside.
    private static func value(of digit: Int32) -> Int32 {
        var value: Int32 = -1
        value += ((64 - digit) & (digit - 91)) >> 8 & (digit - 64)
        value += ((96 - digit) & (digit - 123)) >> 8 & (digit - 70)
        value += ((47 - digit) & (digit - 58)) >> 8 & (digit + 5)
        value += ((44 - digit) & (digit - 46)) >> 8 & 63
        value += ((94 - digit) & (digit - 96)) >> 8 & 64
        return value
    }
}
