extension HTTPResponse.Status {
    /// Returns whether a response with this status to a method has a body (RFC 9112, section 6.3).
    package func hasBody(_ method: HTTPRequest.Method) -> Bool {
        method != .head && code != 204 && code != 304
    }
}
