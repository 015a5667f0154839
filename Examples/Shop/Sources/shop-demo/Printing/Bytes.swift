import Foundation

/// Readable forms of bytes.
enum Bytes {
    /// Returns a row of bytes in hexadecimal, padded to a full row.
    static func hex(_ row: Data.SubSequence, width: Int) -> String {
        let digits = row.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return padded(digits.joined(separator: " "), width * 3 - 1)
    }

    /// Returns a row of bytes as ASCII, with a dot for each unprintable one.
    static func ascii(_ row: Data.SubSequence, width: Int) -> String {
        let characters = row.map { (0x20..<0x7f).contains($0) ? Character(UnicodeScalar($0)) : "·" }
        return padded(String(characters), width)
    }

    /// Returns a body as text, or its length if it is not UTF-8.
    static func text(_ body: Data) -> String {
        String(validating: body, as: UTF8.self) ?? "\(body.count) bytes that are no text"
    }

    /// Returns a text in rows, broken after a space or a comma near the end of a row if possible.
    ///
    /// If the text has more rows, the last one ends with an ellipsis.
    static func wrapped(_ text: String, width: Int, rows: Int) -> [String] {
        var rest = text[...]
        var lines: [String] = []
        while !rest.isEmpty {
            guard lines.count < rows else {
                lines[rows - 1] = String(lines[rows - 1].dropLast()) + "…"
                break
            }
            let line = row(of: rest, width: width)
            lines.append(String(line))
            rest = rest[line.endIndex...]
        }
        return lines
    }

    private static func row(of text: Substring, width: Int) -> Substring {
        let line = text.prefix(width)
        guard line.endIndex < text.endIndex,
            let last = line.lastIndex(where: { $0 == " " || $0 == "," })
        else { return line }
        let broken = line[...last]
        return broken.count > width / 2 ? broken : line
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
