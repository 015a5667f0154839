/// A layout of documentation comments.
///
/// Text of a spec cannot leave the comment, because every line feed becomes a space and the renderer adds
/// `///` to each line.
enum DocText {
    static func lines(of doc: DocComment, width: Int) -> [String] {
        var lines: [String] = []
        for (index, paragraph) in doc.enumerated() {
            switch paragraph {
            case .text(let text):
                if !lines.isEmpty { lines.append("") }
                let words = DocWords(text)
                // The first sentence is the summary.
                let summary = index == 0 ? words.firstSentence : words.count
                words.fill(0..<summary, width: width, into: &lines)
                if summary < words.count {
                    lines.append("")
                    words.fill(summary..<words.count, width: width, into: &lines)
                }
            case .parameters(let parameters): list(of: parameters, width: width, into: &lines)
            }
        }
        return lines
    }

    /// Returns a text on one line, ended by a period.
    static func sentence(_ text: String) -> String { DocWords(text).text }

    /// Returns the sentence for a deprecation, whose reason may be empty.
    static func deprecation(_ reason: String) -> String {
        "Deprecated" + (reason.isEmpty ? "." : ": " + sentence(reason))
    }

    private static func list(
        of parameters: [(name: String, text: String)], width: Int, into lines: inout [String]
    ) {
        if parameters.count == 1 {
            let words = DocWords(line: "- Parameter \(parameters[0].name): \(parameters[0].text)")
            words.fill(0..<words.count, width: width, hanging: "  ", into: &lines)
            return
        }
        if !parameters.isEmpty { lines.append("- Parameters:") }
        for parameter in parameters {
            let words = DocWords(line: "- \(parameter.name): \(parameter.text)")
            words.fill(0..<words.count, width: width - 2, indent: "  ", hanging: "  ", into: &lines)
        }
    }
}
