/// Lays out documentation comments.
///
/// What a spec says cannot leave the comment: every line feed becomes a space, and each line gets
/// its own `///` from the renderer.
enum DocText {
    static func lines(of doc: DocComment, width: Int) -> [String] {
        var lines: [String] = []
        for (index, paragraph) in doc.enumerated() {
            switch paragraph {
            case .text(let text):
                if !lines.isEmpty { lines.append("") }
                if index == 0 {
                    let (summary, rest) = split(sentence(text))
                    lines += wrapped(summary, width: width)
                    if !rest.isEmpty { lines += [""] + wrapped(rest, width: width) }
                } else {
                    lines += wrapped(sentence(text), width: width)
                }
            case .parameters(let parameters):
                lines += list(of: parameters, width: width)
            }
        }
        return lines
    }

    /// A text on one line, with a full stop.
    static func sentence(_ text: String) -> String {
        let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" }
        let joined = words.joined(separator: " ")
        guard let last = joined.last else { return "" }
        return ".!?:".contains(last) ? joined : joined + "."
    }

    /// The first sentence, which is the summary, and the others.
    private static func split(_ text: String) -> (summary: String, rest: String) {
        var previous: Character = " "
        for index in text.indices {
            if text[index] == " ", previous == "." {
                return (String(text[..<index]), String(text[text.index(after: index)...]))
            }
            previous = text[index]
        }
        return (text, "")
    }

    private static func list(
        of parameters: [(name: String, text: String)], width: Int
    ) -> [String] {
        if parameters.count == 1 {
            return wrapped(
                "- Parameter \(parameters[0].name): \(parameters[0].text)", width: width,
                hanging: "  ")
        }
        var lines = parameters.isEmpty ? [] : ["- Parameters:"]
        for parameter in parameters {
            lines += wrapped(
                "- \(parameter.name): \(parameter.text)", width: width - 2, hanging: "  "
            ).map { "  " + $0 }
        }
        return lines
    }

    private static func wrapped(_ text: String, width: Int, hanging: String = "") -> [String] {
        let words = text.split(separator: " ").map(String.init)
        let lines = Wrapping.filled(words, width: width - hanging.count)
        return lines.prefix(1) + lines.dropFirst().map { hanging + $0 }
    }
}
