// The character classes in the grammars of URLs, header fields and cookies.
extension UInt8 {
    @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

    package var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }

    /// Whether it is an unreserved character (RFC 3986, section 2.3).
    package var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }

    /// Whether it is a space or a tab.
    package var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether a field value may contain it (RFC 9110, section 5.5): all except control characters other than tabs.
    @inlinable package var isFieldByte: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }
}

extension StringProtocol {
    /// Whether the text consists of digits only; `false` if it is empty.
    @inlinable package var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }

    /// Whether the text has no control characters.
    @inlinable package var isWithoutControls: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }

    /// Whether the text is a valid field value, without control characters other than tabs.
    @inlinable package var isFieldText: Bool { utf8.allSatisfy(\.isFieldByte) }
}

extension String {
    /// Splits a field value at a separator outside of quoted strings (RFC 9110, section 5.6.4).
    ///
    /// Empty parts are omitted.
    package func splitOutsideQuotes(at separator: Unicode.Scalar) -> [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return utf8.split { byte in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
            return !isQuoted && byte == UInt8(ascii: separator)
        }.map { Substring($0) }
    }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs.
    package var trimmingBlanks: Substring {
        guard let first = utf8.firstIndex(where: { !$0.isBlank }),
            let last = utf8.lastIndex(where: { !$0.isBlank })
        else { return self[endIndex...] }
        return self[first..<utf8.index(after: last)]
    }

    /// The content of a quoted string (RFC 9110, section 5.6.4), or any other text as it is.
    package var unquoted: String {
        guard utf8.first == UInt8(ascii: "\"") else { return String(self) }
        var (content, isEscaped) = ([UInt8](), false)
        for byte in utf8.dropFirst() {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else if byte == UInt8(ascii: "\""), !isEscaped {
                break
            } else {
                content.append(byte)
                isEscaped = false
            }
        }
        return String(decoding: content, as: UTF8.self)
    }
}
