/// Fills the `{name}` places of a path.
enum PathTemplate {
    /// The path with each place filled by its value as one percent-encoded segment part.
    static func expand(_ template: String, with values: [String: String]) throws -> String {
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
        return result.hasPrefix("/") || result.isEmpty ? result : "/" + result
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
