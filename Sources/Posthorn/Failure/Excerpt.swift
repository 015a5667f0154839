import FoundationEssentials

/// Shows messages to a person who asked for all of them.
enum Excerpt {
    /// A start line, header fields and the first 4,096 bytes of a body.
    static func message(_ start: String, headers: HTTPFields, body: Data?) -> String {
        var lines = [start]
        lines += headers.map { "\($0.name): \($0.value)" }
        if let body { lines += ["", text(body)] }
        return lines.joined(separator: "\n")
    }

    private static func text(_ body: Data) -> String {
        let shown = body.prefix(4096)
        let cut = shown.count < body.count ? " … \(body.count) bytes in all" : ""
        guard let text = String(validating: shown, as: UTF8.self) else {
            return "\(body.count) bytes that are not text"
        }
        return text + cut
    }
}
