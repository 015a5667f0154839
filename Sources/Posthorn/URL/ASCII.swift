// The characters of which the grammars of URLs, header fields and cookies are made.
extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }

    var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }

    /// Whether no part of a URL encodes it (RFC 3986, section 2.3).
    var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }

    /// Whether it is a space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension StringProtocol {
    /// Whether there are digits, and nothing else.
    var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    var trimmingBlanks: Substring {
        guard let first = utf8.firstIndex(where: { !$0.isBlank }),
            let last = utf8.lastIndex(where: { !$0.isBlank })
        else { return self[endIndex...] }
        return self[first..<utf8.index(after: last)]
    }
}
