// The character classes in the grammars of URLs, header fields and cookies.
extension UInt8 {
    package var isDigit: Bool { (0x30...0x39).contains(self) }

    package var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }

    /// Whether it is an unreserved character (RFC 3986, section 2.3).
    var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }

    /// Whether it is a space or a tab.
    package var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension StringProtocol {
    /// Whether the text consists of digits only; `false` if it is empty.
    package var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs.
    package var trimmingBlanks: Substring {
        guard let first = utf8.firstIndex(where: { !$0.isBlank }),
            let last = utf8.lastIndex(where: { !$0.isBlank })
        else { return self[endIndex...] }
        return self[first..<utf8.index(after: last)]
    }
}
