/// Formats the structure around a position in a document.
enum JSONExcerpt {
    /// Returns the brackets, commas, colons and quotes around a byte, marked by `▸`; the rest is `…`.
    static func redacted(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
        let start = max(0, offset - reach)
        let end = min(bytes.count, offset + reach)
        var text = start > 0 ? "…" : ""
        func omit() { if text.last != "…" { text += "…" } }
        // From the first byte on, because what is in a string is not structure.
        var isInString = false
        var isEscaped = false
        for index in 0..<end {
            let byte = bytes[index]
            let isQuote = byte == UInt8(ascii: "\"") && !isEscaped
            if index >= start {
                if index == offset { text += "▸" }
                switch byte {
                case _ where isQuote: text += "\""
                case _ where isInString: omit()
                case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
                    UInt8(ascii: ","), UInt8(ascii: ":"):
                    text.unicodeScalars.append(Unicode.Scalar(byte))
                case 0x20, 0x09, 0x0a, 0x0d: break
                default: omit()
                }
            }
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
            if isQuote { isInString.toggle() }
        }
        if offset >= end { text += "▸" }
        if end < bytes.count, text.last != "…" { text += "…" }
        return text
    }

    /// The number of bytes shown on each side.
    private static let reach = 40
}
