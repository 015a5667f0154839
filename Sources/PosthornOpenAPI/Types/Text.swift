internal import PosthornForeign
internal import PosthornSpec

/// The documentation of a document, as a spec can have it.
enum Text {
    /// Returns a description without what a spec file must not contain; `nil` if it says nothing.
    static func doc(_ node: Node?) -> String? { node?.string.flatMap(doc) }

    /// Returns whether a name or a value has nothing that a spec file must not contain.
    static func isSafe(_ text: String) -> Bool {
        !text.unicodeScalars.contains(where: TextSafety.isUnsafe)
    }

    static func doc(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        var text = text
        // A block of YAML ends with a line feed.
        while let last = text.utf8.last, last == 0x0A || last == 0x20 { text.removeLast() }
        let (isPlain, isTidy) = look(at: &text)
        if !isPlain { text = cleaned(text) }
        if !isPlain || !isTidy { text = tidied(text) }
        if SecretScan.finds(in: text) { text = withoutSecrets(text) }
        return text.isEmpty ? nil : text
    }

    /// Returns a text without spaces and empty lines at its ends, and without spaces at the ends of its lines.
    private static func tidied(_ text: String) -> String {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { trimmedEnd(Substring($0)) }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        // Without an indentation of its own, YAML would take that of the first line.
        if let first = lines.first { lines[0] = first.drop { $0 == " " } }
        guard lines.count == 1 else { return lines.joined(separator: "\n") }
        return lines[0].split(separator: " ").joined(separator: " ")
    }

    /// Returns whether a text has printable ASCII and line breaks alone, and whether its spaces are between words.
    private static func look(at text: inout String) -> (isPlain: Bool, isTidy: Bool) {
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return (true, true) }
            var index = 0
            var isTidy = true
            var previous: UInt8 = 0x0A
            while index < bytes.count {
                let byte = start[index]
                if byte <= 0x20 {
                    if byte < 0x20 && byte != 0x0A { return (false, false) }
                    if previous == 0x20 || byte == 0x0A && index == 0 { isTidy = false }
                    if byte == 0x20 && index == 0 { isTidy = false }
                } else if byte > 0x7E {
                    return (false, false)
                }
                previous = byte
                index += 1
            }
            return (true, isTidy && previous > 0x20)
        }
    }

    private static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": break
            case "\t": result.append(contentsOf: "    ".unicodeScalars)
            case _ where TextSafety.isUnsafe(scalar): break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func trimmedEnd(_ line: Substring) -> Substring {
        var line = line
        while line.utf8.last == 0x20 { line.removeLast() }
        return line
    }

    /// Returns a text with `…` for each word that may be a secret, of which the generator would warn.
    private static func withoutSecrets(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            SecretScan.finds(in: String(line))
                ? line.split(separator: " ", omittingEmptySubsequences: false)
                    .map { SecretScan.finds(in: String($0)) ? "…" : String($0) }
                    .joined(separator: " ")
                : String(line)
        }.joined(separator: "\n")
    }
}
