extension Wrapping {
    /// Returns the lines of an attribute, with a long message of `@available` wrapped as text.
    static func attribute(_ attribute: String, width: Int) -> [String] {
        let head = "@available(*, deprecated, message: "
        guard !attribute.fits(width), attribute.hasPrefix(head) else { return [attribute] }
        let message = String(attribute.dropFirst(head.count).dropLast())
        let lines = ["@available(", "    *, deprecated,"]
        if message.count + 13 <= width { return lines + ["    message: \(message)", ")"] }
        if message.count + 8 <= width {
            return lines + ["    message:", "        \(message)", ")"]
        }
        // A multi-line literal, whose lines end with a backslash to join them.
        let words = message.dropFirst().dropLast().split(separator: " ").map(String.init)
        let text = filled(words, width: width - 10)
        return lines + ["    message: \"\"\""] + text.dropLast().map { "        \($0) \\" }
            + text.suffix(1).map { "        \($0)" } + ["        \"\"\"", ")"]
    }
}
