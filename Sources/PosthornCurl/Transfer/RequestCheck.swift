/// The final check of a request before libcurl receives it.
///
/// libcurl sends control characters unchanged. Methods and field names need no check: their types hold
/// only tokens.
enum RequestCheck {
    /// Checks a request.
    ///
    /// - Returns: The request with its URL in the form in which it is sent.
    static func checked(_ request: TransportRequest) throws(TransportError) -> TransportRequest {
        let url = try HTTPURL.sendable(request.url)
        if !request.options.isEmpty { try request.options.timeouts.check() }
        if let limit = request.options.maximumResponseBytes, limit < 0 {
            throw .invalidRequest("maximumResponseBytes is \(limit)", "write 0 or more")
        }
        guard request.method != .head || request.body == nil else {
            throw .invalidRequest("a HEAD has no body", "leave the body out, or send a GET")
        }
        try request.body?.check()
        for field in request.headers {
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
        guard url != request.url else { return request }
        var sent = request
        sent.url = url
        return sent
    }
}
