internal import ArgumentParser
internal import PosthornSpec

/// The output format of diagnostics.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
    /// Lines such as `path:line:col: error: rule; found X; write Y`.
    case text
    /// A JSON array of objects.
    case json
    /// Workflow commands of GitHub, which appear as annotations of a pull request.
    case github

    /// Returns diagnostics as text, without a final line feed.
    func text(of diagnostics: [Diagnostic]) -> String {
        switch self {
        case .text: diagnostics.map(\.description).joined(separator: "\n")
        case .json: Self.json(diagnostics)
        case .github: diagnostics.map(Self.annotation).joined(separator: "\n")
        }
    }

    private static func json(_ diagnostics: [Diagnostic]) -> String {
        JSONText.rows(
            diagnostics.map { diagnostic in
                [
                    "path": .text(diagnostic.path), "line": .number(diagnostic.mark.line),
                    "column": .number(diagnostic.mark.column),
                    "severity": .text(diagnostic.severity.rawValue),
                    "rule": .text(diagnostic.rule), "found": .text(diagnostic.found),
                    "write": .text(diagnostic.write),
                ]
            })
    }

    private static func annotation(_ diagnostic: Diagnostic) -> String {
        annotation(
            diagnostic.severity.rawValue, diagnostic.path, diagnostic.mark,
            "\(diagnostic.rule); found \(diagnostic.found); write \(diagnostic.write)")
    }

    /// Returns a workflow command.
    static func annotation(
        _ level: String, _ path: String, _ mark: SourceMark, title: String = "", _ text: String
    ) -> String {
        "::\(level) file=\(escaped(path, isProperty: true)),line=\(mark.line),col=\(mark.column)"
            + (title.isEmpty ? "" : ",title=\(title)") + "::" + escaped(text, isProperty: false)
    }

    /// Percent-encodes the characters that would end a command or a property.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
