/// Decodes percent-encoded text (RFC 3986, section 2.1).
package enum PercentDecoding {
    /// Returns the text; `nil` if two hexadecimal digits do not follow a `%`, or the bytes are not UTF-8.
    package static func text(_ encoded: some StringProtocol) -> String? {
        bytes(encoded).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the bytes.
    ///
    /// - Parameters:
    ///   - plusIsSpace: Whether a plus sign represents a space, as in forms.
    ///   - isLenient: Whether a `%` that two hexadecimal digits do not follow stays as it is. The result is `nil`
    ///     otherwise.
    package static func bytes(
        _ encoded: some StringProtocol, plusIsSpace: Bool = false, isLenient: Bool = false
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(encoded.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                if rest.count >= 2, let high = HexDigit.value(of: rest[rest.startIndex]),
                    let low = HexDigit.value(of: rest[rest.startIndex + 1])
                {
                    bytes.append(high << 4 | low)
                    rest.removeFirst(2)
                } else {
                    guard isLenient else { return nil }
                    bytes.append(byte)
                }
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
