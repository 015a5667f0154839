internal import FoundationEssentials

enum LoggedBody {
    /// Returns the first bytes as text and the total length in bytes.
    ///
    /// Returns only the length if the limit is 0 or the bytes are not UTF-8 text.
    /// - Parameter count: The total length, if `body` is only its beginning.
    static func text(_ body: Data, _ limit: Int, of count: Int? = nil) -> String {
        let count = count ?? body.count
        let size = "\(count) bytes"
        guard limit > 0, !body.isEmpty else { return size }
        let end = body.prefix(limit)
        let isCut = end.count < count
        // The limit may fall within a character, which has at most four bytes.
        for dropped in 0..<(isCut ? min(4, end.count) : 1) {
            guard let text = String(validating: end.dropLast(dropped), as: UTF8.self) else {
                continue
            }
            let shown = onOneLine(text)
            return isCut ? "\(shown)… (\(size))" : shown
        }
        return size
    }

    /// Escapes line breaks and control characters.
    ///
    /// A peer's text must not forge log lines or send commands to a terminal.
    static func onOneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
