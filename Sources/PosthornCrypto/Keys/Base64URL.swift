import FoundationEssentials

/// base64url without padding (RFC 4648, section 5), as JOSE writes bytes.
enum Base64URL {
    /// The digits of some bytes.
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        let digits = Data(bytes).base64EncodedString().utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: digit
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes of some digits; `nil` unless they are exactly what ``encode(_:)`` writes.
    ///
    /// Padding, blanks, the other alphabet and bits that no byte has are refused: whoever takes
    /// several spellings for the same bytes can't say that a message is unchanged.
    static func decode(_ digits: some Collection<UInt8>) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes = Data(capacity: digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value != 0xff else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            bits &= (1 << UInt32(count)) - 1
        }
        return bits == 0 ? bytes : nil
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
