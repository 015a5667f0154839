package import FoundationEssentials

/// base64url without padding (RFC 4648, section 5), as JOSE writes bytes: of keys, and of what is short.
///
/// Choose ``Base64URLBody`` for ciphertexts and other bodies. Here digits are computed, not looked up, so
/// that no address depends on bytes that may be those of a key.
package enum Base64URL {
    /// How many digits some bytes have.
    static func digitCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    /// The digits of some bytes.
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

    /// Writes the digits of some bytes to where there is room for them.
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

    /// The bytes of some digits; `nil` unless they are exactly what ``encode(_:)`` writes.
    ///
    /// Padding, blanks, the other alphabet and bits that no byte has are refused: whoever takes
    /// several spellings for the same bytes can't say that a message is unchanged.
    package static func decode(_ digits: some Collection<UInt8>) -> Data? {
        let bytes = digits.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0)) }
        return bytes ?? Array(digits).withUnsafeBytes { decode($0) }
    }

    /// The bytes of a text.
    static func decode(_ text: String) -> Data? { decode(text.utf8) }

    private static func decode(_ digits: UnsafeRawBufferPointer) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes = Data(count: digits.count * 3 / 4)
        let isCanonical = bytes.withUnsafeMutableBytes { read(digits, to: $0) }
        return isCanonical ? bytes : nil
    }

    /// Writes the bytes of some digits to where there is room for them.
    /// - Returns: Whether they are the digits of these bytes.
    static func read(
        _ digits: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var place = 0
        var all: Int32 = 0
        var left: UInt32 = 0
        var count: UInt32 = 0
        // Two digits more are a byte, three are two, and the bits that remain are zero.
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

    /// The digit of a value from 0 to 63.
    ///
    /// What is shifted is all ones from the next range on.
    private static func digit(of value: Int32) -> UInt8 {
        var digit = value + 65
        digit += (25 - value) >> 8 & 6
        digit -= (51 - value) >> 8 & 75
        digit -= (61 - value) >> 8 & 13
        digit += (62 - value) >> 8 & 49
        return UInt8(truncatingIfNeeded: digit)
    }

    /// The value of a digit; -1 for what is none.
    ///
    /// What is shifted is all ones inside of a range.
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
