import FoundationEssentials

/// Formats messages for `expandedDescription`, including secrets.
enum Excerpt {
    /// Returns a start line, the header fields and the first 4,096 bytes of a body.
    static func message(_ start: String, headers: HTTPFields, body: HTTPBody?) -> String {
        var lines = [start]
        lines += headers.map { "\($0.name): \($0.value)" }
        if let body { lines += ["", body.data.map(text) ?? HTTPBody.size(body.count)] }
        return lines.joined(separator: "\n")
    }

    private static func text(_ body: Data) -> String {
        if let text = String(validating: body.prefix(limit), as: UTF8.self) {
            return body.count <= limit ? text : text + cut(body)
        }
        // The limit may fall inside a character, which has at most four bytes.
        for length in ((limit - 3)..<limit).reversed() where body.count > limit {
            if let text = String(validating: body.prefix(length), as: UTF8.self) {
                return text + cut(body)
            }
        }
        return "\(body.count) bytes that are not text"
    }

    private static func cut(_ body: Data) -> String { " … \(body.count) bytes in all" }

    private static let limit = 4096
}
