/// What percent-encoded text stands for (RFC 3986, section 2.1).
package enum PercentDecoding {
    /// The text; `nil` if a `%` is no part of a code, or the bytes are no UTF-8.
    package static func text(_ encoded: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(encoded.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let high = digit(rest.removeFirst()),
                let low = digit(rest.removeFirst())
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
