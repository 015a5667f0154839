/// A URI template as defined in RFC 6570, with all four levels.
///
/// Use this type for templates that a server supplies. The paths of a spec are templates too, but with
/// stricter rules: their values can't change the structure of the path.
///
/// ```swift
/// let template = try URITemplate("https://api.example.com/search{?q,page}{&fields*}")
/// let url = try template.expand(["q": "tea", "fields": ["id", "name"]])
/// ```
public struct URITemplate: Sendable, Hashable {
    /// The value of a variable.
    public enum Value: Sendable {
        /// A text.
        case text(String)
        /// A list of texts; if it is empty, the variable is undefined.
        case list([String])
        /// Names and values in order; if there are none, the variable is undefined.
        case members([(name: String, value: String)])
    }

    enum Part: Sendable, Hashable {
        /// A constant text; in a path, it is percent-encoded by ``pathLiteral(_:)``.
        case literal(String)
        case expression(TemplateExpression)

        /// Returns a constant text of a path, encoded once for all calls.
        static func pathLiteral(_ text: String) -> Part {
            .literal(PercentEncoding.encodeLiteralPath(text))
        }
    }

    /// The text of the template.
    public let text: String
    private let parts: [Part]

    /// Parses a template.
    /// - Throws: an ``APIError/Cause`` if the template is invalid. Examples are an unmatched brace, an
    ///   operator that RFC 6570 reserves, and a name or a character that RFC 6570 does not allow.
    public init(_ text: String) throws {
        self.text = text
        parts = try Self.parts(of: text, isPath: false)
        for case .literal(let literal) in parts where !Self.isLiteral(literal) {
            throw APIError.Cause(
                .invalidParameter, "the template holds a character that a URI can't hold",
                advice: "percent-encode it (RFC 6570, section 2.1)")
        }
    }

    /// Returns the template with its values inserted; variables without a value are omitted.
    /// - Throws: an ``APIError/Cause`` if a prefix such as `{name:3}` is used with a list or with members.
    public func expand(_ values: [String: Value]) throws -> String {
        let values = TemplateValues(values)
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += PercentEncoding.encodeReserved(text)
            case .expression(let expression): result += try expression.expand(values, inPath: false)
            }
        }
        return result
    }

    static func parts(of text: String, isPath: Bool) throws -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        func literal(_ text: Substring) -> Part {
            isPath ? .pathLiteral(String(text)) : .literal(String(text))
        }
        func refused(_ cause: String) -> APIError.Cause {
            APIError.Cause(
                .invalidParameter, "the \(isPath ? "path" : "template") \(text) \(cause)",
                advice: "close it, or write %7B for a brace")
        }
        while let open = rest.firstIndex(where: { $0 == "{" || !isPath && $0 == "}" }) {
            if open > rest.startIndex { parts.append(literal(rest[..<open])) }
            guard rest[open] == "{" else { throw refused("has a } without its {") }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw refused("has a { without its }")
            }
            let inner = rest[rest.index(after: open)..<close]
            guard let expression = TemplateExpression(inner, isPath: isPath) else {
                var fault = refused("has a placeholder that is not an expression of RFC 6570")
                fault.advice = "write it like {id}, {+path}, {/parts*} or {?query*}"
                throw fault
            }
            parts.append(.expression(expression))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(literal(rest)) }
        return parts
    }

    private static func isLiteral(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case UInt8(ascii: "%"): PercentEncoding.isEscape(bytes, at: index)
            case 0...0x20, 0x7f: false
            default: !"\"<>\\^`|".utf8.contains(bytes[index])
            }
        }
    }
}

extension URITemplate.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// Creates a list of texts.
    public init(arrayLiteral elements: String...) { self = .list(elements) }

    /// Creates names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        self = .members(elements.map { (name: $0.0, value: $0.1) })
    }
}

/// The description is redacted, because a value may be secret.
extension URITemplate.Value: RedactedStringConvertible {}
