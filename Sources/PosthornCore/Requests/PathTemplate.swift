/// Fills the placeholders of a path: `{name}` and the other expressions of RFC 6570.
enum PathTemplate {
    private static let known = Memoized<[URITemplate.Part]>(limit: 4_096)

    /// Returns the parsed parts of a template; results are memoized.
    private static func parts(of template: String) throws -> [URITemplate.Part] {
        try known.value(of: template) { try URITemplate.parts(of: rooted($0), isPath: true) }
    }

    /// Returns the path with its placeholders filled, and the query that the template defines.
    ///
    /// - Returns: The query without its question mark; empty if there is none.
    static func expand(
        _ template: String, with values: TemplateValues
    ) throws -> (path: String, query: String) {
        var path = ""
        var query = ""
        var hasQuery = false
        for part in try parts(of: template) {
            switch part {
            case .literal(let text):
                guard !hasQuery else { throw misplaced(template) }
                path += text
            case .expression(let expression):
                try require(expression, values, template)
                let text = try expression.expand(values, inPath: true)
                if expression.operation.isQuery {
                    if !text.isEmpty { query += (query.isEmpty ? "" : "&") + text.dropFirst() }
                    hasQuery = true
                } else {
                    guard !hasQuery else { throw misplaced(template) }
                    path += text
                }
            }
        }
        // `check` rejects values that form a dot segment; the template itself can contain one.
        guard !DotSegment.occurs(in: values.haveDotNames ? try literals(of: template) : path) else {
            throw APIError.Cause(
                .invalidParameter, "the path \(rooted(template)) has a dot segment",
                advice: "write the path without . and ..")
        }
        // The path follows the authority, and text without a leading slash would become part of the host.
        guard path.isEmpty || path.utf8.first == UInt8(ascii: "/") else {
            throw APIError.Cause(
                .invalidParameter, "the path \(rooted(template)) does not start with a slash",
                advice: "give its first place a value, or write the slash before it")
        }
        return (path, query)
    }

    /// Returns the template with a letter in place of each expression.
    private static func literals(of template: String) throws -> String {
        try parts(of: template).map { if case .literal(let text) = $0 { text } else { "x" } }
            .joined()
    }

    /// Throws if a plain placeholder has no value; the other expressions are optional.
    private static func require(
        _ expression: TemplateExpression, _ values: TemplateValues, _ template: String
    ) throws {
        guard expression.operation != .fragment else {
            throw APIError.Cause(
                .invalidParameter,
                "the path \(rooted(template)) has a fragment, which is never sent",
                advice: "write the path without {#…}")
        }
        guard !expression.operation.isQuery else { return }
        let isRequired = expression.operation == .none || expression.operation == .reserved
        for variable in expression.variables {
            let entry = values.entry(variable.name)
            let name = "the path parameter \(variable.name)"
            switch entry?.value {
            case .text(let text):
                try check(text, name, allowsDots: entry?.hasDotNames == true)
            case .list(let texts):
                // An element may be empty, as the text between two slashes may be.
                if isRequired || !texts.isEmpty, texts.allSatisfy(\.isEmpty) {
                    try check("", name)
                }
                for (index, text) in texts.enumerated() where !text.isEmpty {
                    try check(text, "element \(index + 1) of " + name)
                }
            case .members(let members) where members.isEmpty && isRequired:
                try check("", name)
            case .members(let members):
                for member in members {
                    try check(member.name, "a name in " + name)
                    try check(member.value, "a value in " + name)
                }
            case nil where isRequired:
                throw APIError.Cause(
                    .invalidParameter,
                    "the path \(rooted(template)) has no value for {\(variable.name)}",
                    advice: "call path(\"\(variable.name)\", …) in build(_:)")
            case nil: break
            }
        }
    }

    private static func misplaced(_ template: String) -> APIError.Cause {
        APIError.Cause(
            .invalidParameter, "the path \(rooted(template)) continues after its query",
            advice: "write {?…} at the end")
    }

    /// Returns the template with a leading slash; an empty template stays empty.
    static func rooted(_ template: String) -> String {
        // `{/parts*}` expands to a leading slash itself.
        template.hasPrefix("/") || template.hasPrefix("{/") || template.isEmpty
            ? template : "/" + template
    }

    /// Throws if a value would change the structure of the path.
    ///
    /// That is an empty value, or one that contains `.` or `..` as a segment after a server has decoded it.
    private static func check(
        _ value: String, _ what: String, allowsDots: Bool = false
    ) throws(APIError.Cause) {
        guard !value.isEmpty else {
            throw APIError.Cause(
                .invalidParameter, "\(what) is empty", advice: "pass a value that is not empty")
        }
        guard !allowsDots, let position = DotSegment.position(in: value) else { return }
        let isWhole = !value.contains { "/\\%".contains($0) }
        throw APIError.Cause(
            .invalidParameter,
            (isWhole ? what : "segment \(position) of \(what)") + " is a dot segment",
            advice: "pass a value without the segments `.` and `..`, or, if they are names for the "
                + "server, an EncodedPath(encoding:)")
    }
}
