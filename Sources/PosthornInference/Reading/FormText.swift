internal import PosthornForeign

/// Reads forms and percent-encoded texts.
enum FormText {
    /// Reads `a=1&b=2`.
    static func pairs(_ text: some StringProtocol) -> [Sample.Pair] {
        text.split(separator: "&").map { part in
            let sides = part.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Sample.Pair(
                name: sides[0].percentDecoded(plusIsSpace: true),
                value: sides.count > 1 ? sides[1].percentDecoded(plusIsSpace: true) : "")
        }
        .filter { !$0.name.isEmpty }
    }

    /// Reads the parts of a multipart body; files have no value.
    static func parts(_ text: String, _ mediaType: String) -> [Sample.Pair]? {
        guard let mark = parameter("boundary", of: mediaType), !mark.isEmpty else { return nil }
        let pieces = text.components(between: "--" + mark)
        guard pieces.count > 1 else { return nil }
        return pieces.dropFirst().compactMap { piece in
            let piece = piece.replacing("\r\n", with: "\n")
            guard !piece.hasPrefix("--"), let end = piece.firstRange(of: "\n\n"),
                let name = parameter("name", of: String(piece[..<end.lowerBound]))
            else { return nil }
            let head = piece[..<end.lowerBound]
            let isFile = parameter("filename", of: String(head)) != nil
            var value = piece[end.upperBound...]
            if value.hasSuffix("\n") { value = value.dropLast() }
            return Sample.Pair(name: name, value: isFile ? nil : String(value))
        }
    }

    /// Returns a parameter of a header field, such as the boundary of a media type.
    private static func parameter(_ name: String, of text: String) -> String? {
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].trimmed.lowercased() == name else { continue }
            let value = sides[1].trimmed
            return value.hasPrefix("\"") && value.count > 1
                ? String(value.dropFirst().dropLast()) : value
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without spaces around it.
    var trimmed: String {
        var text = Substring(self)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop { $0.isWhitespace })
    }

    /// Returns the texts between a separator.
    func components(between separator: String) -> [String] {
        var result: [String] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) {
            result.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return result + [String(rest)]
    }
}
