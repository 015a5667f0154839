internal import PosthornFormat
internal import PosthornSpec

/// The text of a document, in YAML that every reader understands alike, or in JSON.
enum ExportText {
    static func yaml(_ members: [SpecMember]) -> String {
        SpecPrinter.text(of: members.map(careful))
    }

    /// Returns a member with quotes around what YAML 1.1 reads in another way.
    private static func careful(_ member: SpecMember) -> SpecMember {
        SpecMember(
            member.key, careful(member.value), isQuoted: member.isQuoted || isDoubtful(member.key),
            isSeparated: member.isSeparated)
    }

    private static func careful(_ value: SpecValue) -> SpecValue {
        switch value {
        case .text(let text): isDoubtful(text) ? .quoted(text) : value
        case .quoted, .plain, .items, .literal: value
        case .list(let items): .list(items.map(careful))
        case .map(let members): .map(members.map(careful))
        case .block(let members): .block(members.map(careful))
        }
    }

    private static func isDoubtful(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        // Some readers end a text in braces at a question mark.
        if text.utf8.contains(0x3F) { return true }
        if (0x30...0x39).contains(first) { return true }
        return text.utf8.count < 6
            && ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
                .contains(text.lowercased())
    }

    // MARK: JSON

    static func json(_ members: [SpecMember]) -> String { json(.map(members), indent: "\n") + "\n" }

    private static func json(_ value: SpecValue, indent: String) -> String {
        let inner = indent + "  "
        switch value {
        case .text(let text), .quoted(let text): return quoted(text)
        case .plain(let word): return plain(word)
        case .literal(_, let lines): return quoted(lines.joined(separator: "\n"))
        case .items(let items): return json(.list(items.map(\.value)), indent: indent)
        case .list(let items):
            if items.isEmpty { return "[]" }
            let lines = items.map { inner + json($0, indent: inner) }
            return "[\(lines.joined(separator: ","))\(indent)]"
        case .map(let members), .block(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map {
                "\(inner)\(quoted($0.key)): \(json($0.value, indent: inner))"
            }
            return "{\(lines.joined(separator: ","))\(indent)}"
        }
    }

    /// Returns a word of YAML that is no text; a number that JSON has no form for is a text.
    private static func plain(_ word: String) -> String {
        switch PlainValue(word) {
        case .null: "null"
        case .text: quoted(word)
        case .bool, .integer: word
        case .number: ScalarDefault.isNumber(word) ? word : quoted(word)
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || TextSafety.isUnsafe(scalar):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
