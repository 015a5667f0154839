/// Fills the places of a path: `{name}`, and the other expressions of RFC 6570.
enum PathTemplate {
    private static let known = Memoized<[URITemplate.Part]>(limit: 4_096)

    /// The parts of a template that a request of one's own has as a text; it is parsed once.
    static func parts(of template: String) throws -> [URITemplate.Part] {
        let template = rooted(template)
        return try known.value(of: template) { try URITemplate.parts(of: $0, isPath: true) }
    }

    /// The path with each place filled, and the query that the template asks for.
    ///
    /// - Parameter encoded: The places whose values are percent-encoded already.
    /// - Returns: The query without its question mark; empty if there is none.
    static func expand(
        _ template: String, _ parts: [URITemplate.Part], with values: [String: URITemplate.Value],
        encoded: Set<String>
    ) throws -> (path: String, query: String) {
        let template = rooted(template)
        var path = ""
        var query = ""
        var hasQuery = false
        for part in parts {
            switch part {
            case .literal(let text):
                guard !hasQuery else { throw misplaced(template) }
                path += PercentEncoding.encodeLiteralPath(text)
            case .expression(let expression):
                try require(expression, values, template)
                let text = try expression.expand(values, encoded: encoded)
                if expression.operation.isQuery {
                    if !text.isEmpty { query += (query.isEmpty ? "" : "&") + text.dropFirst() }
                    hasQuery = true
                } else {
                    guard !hasQuery else { throw misplaced(template) }
                    path += text
                }
            }
        }
        // Values can't make one, see `check`; the template can.
        guard !DotSegment.occurs(in: path) else {
            throw APIError.Cause(
                .invalidParameter, "the path \(template) has a dot segment",
                advice: "write the path without . and ..")
        }
        // The authority stands right before it, and would take what has no slash for its own.
        guard path.isEmpty || path.hasPrefix("/") else {
            throw APIError.Cause(
                .invalidParameter, "the path \(template) does not start with a slash",
                advice: "give its first place a value, or write the slash before it")
        }
        return (path, query)
    }

    /// A plain place is always filled; others may be left out.
    private static func require(
        _ expression: TemplateExpression, _ values: [String: URITemplate.Value],
        _ template: String
    ) throws {
        guard expression.operation != .fragment else {
            throw APIError.Cause(
                .invalidParameter, "the path \(template) has a fragment, which is never sent",
                advice: "write the path without {#…}")
        }
        guard !expression.operation.isQuery else { return }
        let isRequired = expression.operation == .none || expression.operation == .reserved
        for variable in expression.variables {
            switch values[variable.name] {
            case .text(let text): try check(text, for: variable.name)
            case .list(let texts) where texts.isEmpty && isRequired:
                try check("", for: variable.name)
            case .members(let members) where members.isEmpty && isRequired:
                try check("", for: variable.name)
            case .list(let texts):
                for text in texts { try check(text, for: variable.name) }
            case .members(let members):
                for member in members {
                    try check(member.name, for: variable.name)
                    try check(member.value, for: variable.name)
                }
            case nil where isRequired:
                throw APIError.Cause(
                    .invalidParameter, "the path \(template) has no value for {\(variable.name)}",
                    advice: "call path(\"\(variable.name)\", …) in build(_:)")
            case nil: break
            }
        }
    }

    private static func misplaced(_ template: String) -> APIError.Cause {
        APIError.Cause(
            .invalidParameter, "the path \(template) goes on after its query",
            advice: "write {?…} at the end")
    }

    /// The template with its first slash; empty if it is.
    static func rooted(_ template: String) -> String {
        // `{/parts*}` brings its own.
        template.hasPrefix("/") || template.hasPrefix("{/") || template.isEmpty
            ? template : "/" + template
    }

    /// Refuses the values that would make the path another one: nothing, and what holds `.` or `..`
    /// as a segment of its own, after a server has decoded it.
    static func check(_ value: String, for name: String) throws {
        guard !value.isEmpty, !DotSegment.occurs(in: value) else {
            throw APIError.Cause(
                .invalidParameter,
                "the path parameter \(name) is \(value.isEmpty ? "empty" : "a dot segment")",
                advice: "give a value that names something")
        }
    }
}
