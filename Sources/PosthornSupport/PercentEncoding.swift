/// Percent-encoding as defined in RFC 3986, section 2.
package enum PercentEncoding {
    /// Encodes all bytes except the unreserved ones, so that no value can end its path segment or query item.
    package static func encode(_ text: String) -> String { encode(text, keeping: \.isUnreserved) }

    /// Encodes a name and its value for a query or a form.
    package static func pair(_ name: String, _ value: String) -> String {
        "\(encode(name))=\(encode(value))"
    }

    /// Encodes as HTML forms do, but a space as `%20` (RFC 9421, section 2.2.8).
    package static func encodeFormItem(_ bytes: some Sequence<UInt8>) -> String {
        encode(bytes) { $0.isUnreserved && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }
    }

    /// Encodes the bytes that are not allowed in a path.
    ///
    /// Existing percent-encoding is kept.
    package static func encodeLiteralPath(_ text: some StringProtocol) -> String {
        encode(text) { isPathCharacter($0) || $0 == UInt8(ascii: "%") }
    }

    /// Encodes the bytes that are not allowed in a query.
    ///
    /// Existing percent-encoding is kept.
    package static func encodeLiteralQuery(_ text: some StringProtocol) -> String {
        encode(text) {
            isPathCharacter($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "?")
        }
    }

    /// Encodes a value of a path.
    /// - Parameters:
    ///   - keepsReserved: Whether characters that are allowed in a path stay as they are, including slashes.
    ///   - keepsEscapes: Whether existing percent-encoding is kept.
    package static func encodePath(_ text: String, keepsReserved: Bool, keepsEscapes: Bool)
        -> String
    {
        encode(text) {
            $0.isUnreserved || keepsReserved && isPathCharacter($0)
                || keepsEscapes && $0 == UInt8(ascii: "%")
        }
    }

    /// Encodes the bytes that are neither unreserved nor reserved (RFC 6570, section 3.2.3).
    ///
    /// Existing percent-encoding is kept.
    package static func encodeReserved(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var index = -1
        return encode(bytes) { byte in
            index += 1
            switch byte {
            case UInt8(ascii: "%"): return isEscape(bytes, at: index)
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"):
                return true
            default: return isPathCharacter(byte)
            }
        }
    }

    /// Whether two hexadecimal digits follow the percent sign at the index.
    package static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        index + 2 < bytes.count && HexDigit.value(of: bytes[index + 1]) != nil
            && HexDigit.value(of: bytes[index + 2]) != nil
    }

    /// Encodes a text, without a copy if nothing needs encoding.
    @inlinable package static func encode(
        _ text: some StringProtocol, keeping isKept: (UInt8) -> Bool
    ) -> String {
        text.utf8.allSatisfy(isKept) ? String(text) : encode(text.utf8, keeping: isKept)
    }

    package static func encode(
        _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(digit(byte >> 4))
                result.append(digit(byte & 15))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns a hexadecimal digit in uppercase.
    package static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }

    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        // ! $ & ' ( ) * + , / : ; = @
        case 0x21, 0x24, 0x26...0x2c, 0x2f, 0x3a, 0x3b, 0x3d, 0x40: true
        default: byte.isUnreserved
        }
    }
}
