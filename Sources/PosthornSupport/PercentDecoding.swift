/// Decodes percent-encoded text (RFC 3986, section 2.1).
package enum PercentDecoding {
    /// Returns the text; `nil` if two hexadecimal digits do not follow a `%`, or the bytes are not UTF-8.
    package static func text(_ encoded: some StringProtocol) -> String? {
        bytes(encoded).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the bytes; `nil` if two hexadecimal digits do not follow a `%`.
    package static func bytes(_ encoded: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(encoded.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let high = HexDigit.value(of: rest.removeFirst()),
                let low = HexDigit.value(of: rest.removeFirst())
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
