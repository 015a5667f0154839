internal import FoundationEssentials

/// The part of a body that a log may have.
enum LoggedBody {
    /// The first bytes as text and the length of all; the length alone if none are to be shown or
    /// they are no text.
    /// - Parameter count: The length of all if `body` is the beginning of it.
    static func text(_ body: Data, _ limit: Int, of count: Int? = nil) -> String {
        let count = count ?? body.count
        let size = "\(count) bytes"
        guard limit > 0, !body.isEmpty else { return size }
        let end = body.prefix(limit)
        let isCut = end.count < count
        // The cut may fall into a character, which has four bytes at most.
        for dropped in 0..<(isCut ? min(4, end.count) : 1) {
            guard let text = String(validating: end.dropLast(dropped), as: UTF8.self) else {
                continue
            }
            let shown = onOneLine(text)
            return isCut ? "\(shown)… (\(size))" : shown
        }
        return size
    }

    /// What a peer has sent must not write lines of its own into the log, nor commands of a terminal.
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
