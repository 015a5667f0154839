/// Formats the structure around a position in a document.
enum JSONExcerpt {
    /// Returns the brackets, commas, colons and quotes around a byte, marked by `▸`; the rest is `…`.
    static func redacted(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
        let start = max(0, offset - reach)
        let end = min(bytes.count, offset + reach)
        var text = start > 0 ? "…" : ""
        for index in start..<end {
            if index == offset { text += "▸" }
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
                text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
            case 0x20, 0x09, 0x0a, 0x0d: break
            default: if text.last != "…" { text += "…" }
            }
        }
        if offset >= end { text += "▸" }
        if end < bytes.count, text.last != "…" { text += "…" }
        return text
    }

    /// The number of bytes shown on each side.
    private static let reach = 40
}
