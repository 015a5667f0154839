import FoundationEssentials

/// base64url without padding (RFC 4648, section 5), as JOSE writes bytes.
enum Base64URL {
    /// The digits of some bytes.
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: digits(of: Data(bytes)), as: UTF8.self)
    }

    /// The digits of some bytes, as bytes.
    static func digits(of bytes: Data) -> Data {
        var digits = bytes.base64EncodedData()
        digits.withUnsafeMutableBytes { (digits: UnsafeMutableRawBufferPointer) in
            for index in digits.indices {
                let digit = digits[index]
                digits[index] =
                    digit == UInt8(ascii: "+")
                    ? UInt8(ascii: "-") : digit == UInt8(ascii: "/") ? UInt8(ascii: "_") : digit
            }
        }
        digits.removeLast((3 - bytes.count % 3) % 3)
        return digits
    }

    /// The bytes of some digits; `nil` unless they are exactly what ``encode(_:)`` writes.
    ///
    /// Padding, blanks, the other alphabet and bits that no byte has are refused: whoever takes
    /// several spellings for the same bytes can't say that a message is unchanged.
    static func decode(_ digits: some Collection<UInt8>) -> Data? {
        if let bytes = digits.withContiguousStorageIfAvailable({ decode($0) }) { return bytes }
        return Array(digits).withUnsafeBufferPointer { decode($0) }
    }

    private static func decode(_ digits: UnsafeBufferPointer<UInt8>) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes = Data(count: digits.count * 3 / 4)
        // What is no digit has bits that no value has.
        var all: UInt8 = 0
        var left: UInt32 = 0
        bytes.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            values.withUnsafeBufferPointer { values in
                var (index, place) = (0, 0)
                while digits.count - index >= 4 {
                    let one = values[Int(digits[index])]
                    let two = values[Int(digits[index + 1])]
                    let three = values[Int(digits[index + 2])]
                    let four = values[Int(digits[index + 3])]
                    all |= one | two | three | four
                    bytes[place] = one << 2 | two >> 4
                    bytes[place + 1] = two << 4 | three >> 2
                    bytes[place + 2] = three << 6 | four
                    index += 4
                    place += 3
                }
                // Two digits more are a byte, three are two, and the bits that remain are zero.
                var count: UInt32 = 0
                while index < digits.count {
                    let value = values[Int(digits[index])]
                    all |= value
                    left = left << 6 | UInt32(value & 0x3f)
                    count += 6
                    index += 1
                    guard count >= 8 else { continue }
                    count -= 8
                    bytes[place] = UInt8(truncatingIfNeeded: left >> count)
                    left &= (1 << count) - 1
                    place += 1
                }
            }
        }
        return all < 0x40 && left == 0 ? bytes : nil
    }

    /// The bytes of a text.
    static func decode(_ text: String) -> Data? { decode(text.utf8) }

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xff, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        for (value, digit) in alphabet.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
