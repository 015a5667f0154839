import Posthorn

extension HTTPResponse.Status {
    /// Whether a response of this status to such a request has a body (RFC 9112, section 6.3).
    func hasBody(_ method: HTTPRequest.Method) -> Bool {
        method != .head && code != 204 && code != 304
    }
}
