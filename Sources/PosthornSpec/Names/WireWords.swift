/// The words of a wire name as ASCII bytes.
///
/// Every field of a spec is parsed here, so the code works on bytes instead of characters.
struct WireWords {
    private var bytes: [UInt8] = []
    /// The index in `bytes` after each word.
    private var ends: [Int] = []
    private var hasLowercase = false
    private var hasUppercase = false

    /// Splits a name into words.
    ///
    /// The result is `nil` if the name has anything but ASCII letters, digits and separators, or starts with
    /// a digit.
    init?(_ name: Substring) {
        var start = 0
        for byte in name.utf8 {
            if Self.isSeparator(byte) {
                if bytes.count > start { ends.append(bytes.count) }
                start = bytes.count
                continue
            }
            if byte.isLowercase {
                hasLowercase = true
            } else if byte.isUppercase {
                hasUppercase = true
            } else if !byte.isDigit {
                return nil
            }
            bytes.append(byte)
        }
        if bytes.count > start { ends.append(bytes.count) }
        guard let first = bytes.first, !first.isDigit else { return nil }
    }

    /// Returns the words as one lowerCamelCase name, in which acronyms after the first word are in capitals.
    func camelCase(_ acronyms: Acronyms) -> String {
        // Most names are one word in small letters.
        if !hasUppercase, ends.count == 1 { return String(decoding: bytes, as: UTF8.self) }
        var result = bytes
        if !hasLowercase { Self.lowercase(&result, 0..<result.count) }
        Self.lowercase(&result, 0..<lowered)
        for end in ends.dropLast() where result[end].isLowercase { result[end] -= 0x20 }
        var start = 0
        for index in 1..<(result.count + 1) {
            let isEnd = index == result.count
            guard isEnd || result[index].isUppercase && !result[index - 1].isUppercase else {
                continue
            }
            if start > 0 {
                let capitals = acronyms.capitals(in: result[start..<index])
                for place in start..<start + capitals where result[place].isLowercase {
                    result[place] -= 0x20
                }
            }
            start = index
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The number of leading letters to lowercase.
    ///
    /// These are the leading capitals, except one that starts the next part of the word.
    private var lowered: Int {
        let count = ends[0]
        var capitals = 0
        while capitals < count, bytes[capitals].isUppercase { capitals += 1 }
        guard capitals > 0, capitals < count else { return capitals }
        // The plural of an abbreviation, such as `IDs`.
        if capitals + 1 == count, bytes[capitals] == UInt8(ascii: "s") { return capitals }
        return capitals > 1 && bytes[capitals].isLowercase ? capitals - 1 : capitals
    }

    /// Returns a name without the `X-` of header fields (RFC 6648), unless the rest can be no name.
    static func withoutPrefix(_ name: String) -> Substring {
        guard name.hasPrefix("X-") || name.hasPrefix("x-") else { return name[...] }
        let rest = name.dropFirst(2)
        return rest.utf8.first?.isLetter == true ? rest : name[...]
    }

    private static func lowercase(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range where bytes[index].isUppercase { bytes[index] += 0x20 }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x24, 0x2D, 0x2E, 0x2F, 0x3A, 0x40, 0x5B, 0x5D, 0x5F: true
        default: false
        }
    }
}
