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
        guard !diagnostics.isEmpty else { return "[]" }
        let objects = diagnostics.map { diagnostic in
            let fields = [
                ("path", quoted(diagnostic.path)), ("line", "\(diagnostic.mark.line)"),
                ("column", "\(diagnostic.mark.column)"),
                ("severity", quoted(diagnostic.severity.rawValue)),
                ("rule", quoted(diagnostic.rule)), ("found", quoted(diagnostic.found)),
                ("write", quoted(diagnostic.write)),
            ]
            return "  { " + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + " }"
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n]"
    }

    /// Returns a text as a JSON string.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func annotation(_ diagnostic: Diagnostic) -> String {
        let path = escaped(diagnostic.path, isProperty: true)
        return "::\(diagnostic.severity.rawValue) file=\(path),line=\(diagnostic.mark.line),"
            + "col=\(diagnostic.mark.column)::"
            + escaped(
                "\(diagnostic.rule); found \(diagnostic.found); write \(diagnostic.write)",
                isProperty: false)
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
