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
        let isCut = body.count > 4096
        guard let text = beginning(body.prefix(4096), isCut: isCut) else {
            return "\(body.count) bytes that are not text"
        }
        return isCut ? "\(text) … \(body.count) bytes in all" : text
    }

    /// Returns the text of bytes, without a character at their end that was cut; `nil` if they are not text.
    private static func beginning(_ bytes: Data, isCut: Bool) -> String? {
        // A character has at most four bytes.
        (0..<(isCut ? min(4, bytes.count) : 1)).lazy.compactMap { dropped in
            String(validating: bytes.dropLast(dropped), as: UTF8.self)
        }.first
    }
}
