internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec

/// Writes JSON without control characters that a terminal interprets, and without the values that the spec hides.
struct JSONPrinter {
    var palette = Palette(isColoured: false)
    /// The names of the members whose values are hidden.
    var hidden: Set<String> = []

    /// Returns a value in indented lines.
    func lines(_ value: OrderedJSON, indent: Int = 0) -> String {
        let inner = "\n" + String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        switch value {
        case .array(let items) where !items.isEmpty:
            let rows = items.map { inner + lines($0, indent: indent + 2) }
            return "[" + rows.joined(separator: ",") + end + "]"
        case .object(let members) where !members.isEmpty:
            let rows = members.map { name, value in
                inner + palette.name(Self.quoted(name)) + ": "
                    + lines(shown(name, value), indent: indent + 2)
            }
            return "{" + rows.joined(separator: ",") + end + "}"
        case .array: return "[]"
        case .object: return "{}"
        case .value(let value):
            return value.parts.map { lines($0, indent: indent) } ?? scalar(value)
        }
    }

    /// Returns a value in one line.
    func line(_ value: OrderedJSON) -> String {
        switch value {
        case .array(let items): "[" + items.map(line).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { "\(Self.quoted($0.name)):\(line(shown($0.name, $0.value)))" }
                .joined(separator: ",") + "}"
        case .value(let value): value.parts.map(line) ?? scalar(value)
        }
    }

    private func shown(_ name: String, _ value: OrderedJSON) -> OrderedJSON {
        hidden.contains(name) ? .text(RedactedFields.mark) : value
    }

    private func scalar(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): palette.text(Self.quoted(text))
        case .number(let number): palette.number(number.text)
        case .bool(let bool): palette.warning(String(bool))
        case .null, .array, .object: palette.dim("null")
        }
    }

    /// Returns a text as JSON, with escapes for all characters that are not visible.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where TextSafety.isUnsafe(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension JSONValue {
    /// The value with its members in the order of their names; `nil` for a scalar.
    fileprivate var parts: OrderedJSON? {
        switch self {
        case .array(let items): .array(items.map { .value($0) })
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value)) })
        default: nil
        }
    }
}
