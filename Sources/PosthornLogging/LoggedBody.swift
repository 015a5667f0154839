internal import FoundationEssentials

/// The part of a body that a log may have.
enum LoggedBody {
    /// The first bytes as text and the length of all; the length alone if none are to be shown or
    /// they are no text.
    static func text(_ body: Data, _ limit: Int) -> String {
        let size = "\(body.count) bytes"
        guard limit > 0, !body.isEmpty else { return size }
        let end = body.prefix(limit)
        // The limit may fall into a character, which has four bytes at most.
        for dropped in 0..<4 {
            guard let text = String(validating: end.dropLast(dropped), as: UTF8.self) else {
                continue
            }
            let shown = onOneLine(text)
            return body.count <= limit ? shown : "\(shown)… (\(size))"
        }
        return size
    }

    /// A body must not write lines of its own into the log, nor commands of a terminal.
    private static func onOneLine(_ text: String) -> String {
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
