extension ModelResponse {
    /// The text of all messages of the output.
    public var outputText: String {
        output.map { item in
            guard case .message(let message) = item else { return "" }
            switch message.content {
            case .text(let text): return text
            case .parts(let parts):
                return parts.map { if case .outputText(let part) = $0 { part.text } else { "" } }
                    .joined()
            default: return ""
            }
        }.joined()
    }
}
