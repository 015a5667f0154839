/// A URI template of RFC 6570, all four levels.
///
/// A spec's paths are templates too, with stricter rules: there a value can't leave its place. Use this
/// type for templates that a server hands out.
///
/// ```swift
/// let template = try URITemplate("https://api.example.com/search{?q,page}{&fields*}")
/// let url = try template.expand(["q": "tea", "fields": ["id", "name"]])
/// ```
public struct URITemplate: Sendable, Hashable {
    /// What a variable stands for.
    public enum Value: Sendable {
        /// A text.
        case text(String)
        /// Several texts; without any, the variable is not defined.
        case list([String])
        /// Names and texts in their order; without any, the variable is not defined.
        case members([(name: String, value: String)])
    }

    enum Part: Sendable, Hashable {
        case literal(String)
        case expression(TemplateExpression)
    }

    /// The template as it was written.
    public let text: String
    private let parts: [Part]

    /// Reads a template.
    /// - Throws: an ``APIError/Cause`` if it is none: a brace without the other, an operator that RFC 6570
    ///   reserves, a name or a character that it does not allow.
    public init(_ text: String) throws {
        self.text = text
        parts = try Self.parts(of: text, isPath: false)
        for case .literal(let literal) in parts where !Self.isLiteral(literal) {
            throw APIError.Cause(
                .invalidParameter, "the template holds a character that a URI can't hold",
                advice: "percent-encode it (RFC 6570, section 2.1)")
        }
    }

    /// The template with its values put in; variables without one are left out.
    /// - Throws: an ``APIError/Cause`` if only the beginning of a list or of members is wanted.
    public func expand(_ values: [String: Value]) throws -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text):
                result += PercentEncoding.encodeReserved(text)
            case .expression(let expression):
                result += try expression.expand(values)
            }
        }
        return result
    }

    static func parts(of text: String, isPath: Bool) throws -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        func refused(_ cause: String) -> APIError.Cause {
            APIError.Cause(
                .invalidParameter, "the \(isPath ? "path" : "template") \(text) \(cause)",
                advice: "close it, or write %7B for a brace")
        }
        while let open = rest.firstIndex(where: { $0 == "{" || !isPath && $0 == "}" }) {
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            guard rest[open] == "{" else { throw refused("has a } without its {") }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw refused("has a { without its }")
            }
            let inner = rest[rest.index(after: open)..<close]
            guard let expression = TemplateExpression(inner, isPath: isPath) else {
                var fault = refused("has a place that is no expression of RFC 6570")
                fault.advice = "write it like {id}, {+path}, {/parts*} or {?query*}"
                throw fault
            }
            parts.append(.expression(expression))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        return parts
    }

    private static func isLiteral(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case UInt8(ascii: "%"):
                PercentEncoding.isEscape(bytes, at: index)
            case 0...0x20, 0x7f: false
            default: !"\"<>\\^`|".utf8.contains(bytes[index])
            }
        }
    }
}

extension URITemplate.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// Several texts.
    public init(arrayLiteral elements: String...) { self = .list(elements) }

    /// Names and texts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self = .members(elements.map { (name: $0.0, value: $0.1) })
    }
}

/// Holds a value of a parameter.
extension URITemplate.Value: RedactedStringConvertible {}
