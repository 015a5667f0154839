package import FoundationEssentials

/// Unpadded base64url (RFC 4648, section 5), as used by JOSE.
///
/// For keys, the characters are computed instead of looked up, so that no memory address depends on key bytes. With
/// `isPublic`, for ciphertexts, headers and other bytes that are not secret, most of them are looked up in a table, two
/// at a time. Foundation's base64 is not used because it writes into its own buffer, which must then be copied, runs
/// at half the speed, and accepts non-canonical input.
package enum Base64URL {
    package static func digitCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    package static func encode(_ bytes: some Collection<UInt8>, isPublic: Bool = false) -> String {
        func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
            String(unsafeUninitializedCapacity: digitCount(bytes.count)) { digits in
                write(UnsafeRawBufferPointer(bytes), to: .init(digits), isPublic: isPublic)
                return digitCount(bytes.count)
            }
        }
        return bytes.withContiguousStorageIfAvailable(encode)
            ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    /// Writes the encoded bytes to a buffer of at least ``digitCount(_:)`` bytes.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer,
        isPublic: Bool = false
    ) {
        let (first, place) = isPublic ? writeByTable(bytes, to: digits) : (0, 0)
        writeComputed(.init(rebasing: bytes[first...]), to: .init(rebasing: digits[place...]))
    }

    /// Decodes base64url; returns `nil` unless the input is exactly what ``encode(_:isPublic:)`` writes.
    ///
    /// Padding, whitespace, characters of the standard base64 alphabet and non-zero trailing bits are
    /// refused. If several spellings decoded to the same bytes, a message could be altered without detection.
    package static func decode(
        _ digits: some Collection<UInt8>, isPublic: Bool = false
    ) -> Data? {
        func decode(_ digits: UnsafeBufferPointer<UInt8>) -> Data? {
            guard digits.count % 4 != 1 else { return nil }
            let digits = UnsafeRawBufferPointer(digits)
            var bytes = Data(count: digits.count * 3 / 4)
            let isValid = bytes.withUnsafeMutableBytes { bytes in
                let (first, place) = isPublic ? readByTable(digits, to: bytes) ?? (-1, 0) : (0, 0)
                return first >= 0
                    && readComputed(
                        .init(rebasing: digits[first...]), to: .init(rebasing: bytes[place...]))
            }
            return isValid ? bytes : nil
        }
        return digits.withContiguousStorageIfAvailable(decode)
            ?? Array(digits).withUnsafeBufferPointer(decode)
    }

    package static func decode(_ text: String) -> Data? { decode(text.utf8) }

    private static func writeComputed(
        _ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer
    ) {
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

    private static func readComputed(
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
