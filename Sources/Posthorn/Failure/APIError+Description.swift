extension APIError: RedactedStringConvertible {
    /// Endpoint, stage, cause and way out, without parameter values, header values and bodies.
    public var description: String {
        var text = "\(endpoint) failed while \(stage.rawValue): \(message)"
        if let advice { text += "; \(advice)" }
        if let request { text += " [\(request.description)" + (response == nil ? "]" : "") }
        if let response {
            text += request == nil ? " [" : " → "
            text += "\(response.description)]"
        }
        return text
    }

    /// ``description`` and also the full URL, the header fields and up to 4,096 bytes of the
    /// bodies.
    ///
    /// - Warning: shows parameters, credentials and personal data. Not for logs.
    public var expandedDescription: String {
        var parts = [description]
        if let request { parts.append(request.expandedDescription) }
        if let response { parts.append(response.expandedDescription) }
        if let underlying { parts.append("caused by \(underlying)") }
        return parts.joined(separator: "\n")
    }
}

extension APIError.EnvelopeError: RedactedStringConvertible {
    /// The code; the message may be personal.
    public var description: String { "code \(code.shown)" }
}
