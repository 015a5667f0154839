extension TransportRequest {
    /// Checks the request before libcurl receives it, and changes its URL to the form that is sent.
    ///
    /// libcurl sends control characters unchanged. Methods and field names need no check: their types hold
    /// only tokens.
    mutating func check() throws(TransportError) {
        let sent = try HTTPURL.sendable(url)
        if !options.isEmpty { try options.timeouts.check() }
        if let limit = options.maximumResponseBytes, limit < 0 {
            throw .invalidRequest("maximumResponseBytes is \(limit)", "write 0 or more")
        }
        guard method != .head || body == nil else {
            throw .invalidRequest("a HEAD has no body", "leave the body out, or send a GET")
        }
        try body?.check()
        for field in headers {
            guard field.value.isFieldText else {
                throw .invalidRequest(
                    "the header field \(field.name.rawName) holds a control character",
                    "remove it, or encode the value")
            }
            guard !field.name.belongsToConnection else {
                throw .invalidRequest(
                    "the header field \(field.name.rawName) belongs to the connection",
                    "leave it out: it follows from the URL and the body")
            }
        }
        url = sent
    }
}
