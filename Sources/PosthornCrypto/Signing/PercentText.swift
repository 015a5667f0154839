import PosthornCore

/// Percent-encoding for canonical requests, with uppercase digits.
///
/// Encodes all characters except the unreserved ones of RFC 3986.
enum PercentText {
    /// Percent-encodes bytes.
    ///
    /// - Parameter isKept: Returns whether a byte stays as it is, in addition to the unreserved characters.
    static func encode(
        _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool = { _ in false }
    ) -> String {
        PercentEncoding.encode(bytes) { $0.isUnreserved || isKept($0) }
    }

    /// Encodes a name and its value for a query or a form.
    static func pair(_ name: String, _ value: String) -> String {
        "\(encode(name.utf8))=\(encode(value.utf8))"
    }

    /// Encodes as HTML forms do, but a space as `%20` (RFC 9421, section 2.2.8).
    static func form(_ bytes: some Sequence<UInt8>) -> String {
        encode(bytes) { $0 == UInt8(ascii: "*") }.replacing("~", with: "%7E")
    }

    /// Decodes percent-encoded text; a percent sign without two digits stays as it is.
    ///
    /// - Parameter plusIsSpace: Whether a plus sign represents a space, as in forms.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = HexDigit.value(of: bytes[index + 1]),
                let low = HexDigit.value(of: bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
                continue
            }
            let isPlus = plusIsSpace && bytes[index] == UInt8(ascii: "+")
            result.append(isPlus ? UInt8(ascii: " ") : bytes[index])
            index += 1
        }
        return result
    }
}
