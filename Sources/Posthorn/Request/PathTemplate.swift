/// Fills the `{name}` places of a path.
enum PathTemplate {
    /// The path with each place filled by its value as one percent-encoded segment part.
    static func expand(_ template: String, with values: [String: String]) throws -> String {
        let template = rooted(template)
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            result += PercentEncoding.encodeLiteralPath(rest[..<open])
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw CallFault(
                    .invalidParameter, "the path \(template) has a { without its }",
                    advice: "close it, or write %7B for a brace")
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = values[name] else {
                throw CallFault(
                    .invalidParameter, "the path \(template) has no value for {\(name)}",
                    advice: "call path(\"\(name)\", …) in build(_:)")
            }
            result += PercentEncoding.encode(value)
            rest = rest[rest.index(after: close)...]
        }
        result += PercentEncoding.encodeLiteralPath(rest)
        // Values can't make one, see `check`; the template can.
        guard !hasDotSegment(result) else {
            throw CallFault(
                .invalidParameter, "the path \(template) has a dot segment",
                advice: "write the path without . and ..")
        }
        return result
    }

    /// The template with its first slash; empty if it is.
    static func rooted(_ template: String) -> String {
        template.hasPrefix("/") || template.isEmpty ? template : "/" + template
    }

    /// Whether a server or a proxy may resolve a part of the path to another one (RFC 3986, section
    /// 5.2.4); some do so for `%2e` too.
    static func hasDotSegment(_ path: String) -> Bool {
        path.split(separator: "/").contains { segment in
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }

    /// Refuses the values that would make the path another one: nothing, `.` and `..`.
    static func check(_ value: String, for name: String) throws {
        guard !value.isEmpty, value != ".", value != ".." else {
            throw CallFault(
                .invalidParameter,
                "the path parameter \(name) is \(value.isEmpty ? "empty" : "a dot segment")",
                advice: "give a value that names something")
        }
    }
}
