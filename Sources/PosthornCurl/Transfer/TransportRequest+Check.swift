extension TransportRequest {
    /// Checks the request before libcurl receives it, and returns it with its URL in the form that is sent.
    ///
    /// libcurl sends control characters unchanged. Methods and field names need no check: their types hold
    /// only tokens.
    func checked() throws(TransportError) -> TransportRequest {
        let url = try HTTPURL.sendable(url)
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
        guard url != self.url else { return self }
        var sent = self
        sent.url = url
        return sent
    }
}
