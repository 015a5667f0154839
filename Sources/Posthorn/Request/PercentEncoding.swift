/// Percent-encoding by RFC 3986, section 2.
enum PercentEncoding {
    /// Encodes all bytes but the unreserved ones, so that a value can't end its path segment or its
    /// query item, whatever it holds.
    static func encode(_ text: String) -> String {
        encode(text.utf8) { isUnreserved($0) }
    }

    /// Encodes what may not stand in a path as it is.
    ///
    /// What is encoded already stays.
    static func encodeLiteralPath(_ text: some StringProtocol) -> String {
        encode(text.utf8) { isPathCharacter($0) || $0 == UInt8(ascii: "%") }
    }

    /// Encodes what may not stand in a query as it is.
    ///
    /// What is encoded already stays.
    static func encodeLiteralQuery(_ text: some StringProtocol) -> String {
        encode(text.utf8) {
            isPathCharacter($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "?")
        }
    }

    private static func encode(
        _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(hexDigits[Int(byte >> 4)])
                result.append(hexDigits[Int(byte & 15)])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@/".utf8.contains(byte)
    }
}
