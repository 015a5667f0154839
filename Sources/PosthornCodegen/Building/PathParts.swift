/// The parts of a path template, as a generated `EndpointRoute` lists them.
enum PathParts {
    /// Returns the parts as Swift code, empty for a path without parameters.
    static func spelled(_ template: String) -> [String] {
        guard template.contains("{") else { return [] }
        var parts: [String] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(literal(String(rest[..<open]))) }
            parts.append(expression(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(literal(String(rest))) }
        return parts
    }

    /// Returns the Swift code of a parameter or expression.
    ///
    /// Examples are `.value("id")` and `.expression("?", "page", "tags*")`.
    private static func expression(_ inner: Substring) -> String {
        let operation = inner.first.flatMap { "+./;?&".contains($0) ? $0 : nil }
        if operation == nil, !inner.contains(where: { "*,:".contains($0) }) {
            return ".value(\(literal(String(inner))))"
        }
        let names = inner.dropFirst(operation == nil ? 0 : 1).split(separator: ",")
        let texts = ["\"\(operation ?? " ")\""] + names.map { literal(String($0)) }
        return ".expression(\(texts.joined(separator: ", ")))"
    }
}
