/// Characters that a spec must not contain, because they are invisible or reorder the text shown.
package enum TextSafety {
    /// Returns whether a character is unsafe.
    ///
    /// Unsafe are control characters other than line feed, carriage return and tab, line separators that
    /// Swift and YAML treat differently, characters that change the text direction, the byte order mark and
    /// noncharacters.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        case 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Returns the code point of a character, such as `U+202E`.
    static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
