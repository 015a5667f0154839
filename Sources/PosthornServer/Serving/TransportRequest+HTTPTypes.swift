public import FoundationEssentials
public import PosthornCore

extension TransportRequest {
    /// Creates the request that a server received, from the head of swift-http-types and the body.
    ///
    /// - Parameters:
    ///   - head: The method, the path with its query, and the header fields.
    ///   - body: The body; `nil` for a request without one.
    ///   - origin: Scheme and authority as the client sees them, such as `https://api.example.com`. Give it behind a
    ///     proxy, because ciphers and signatures are bound to it. `nil`, the default, takes them from the head.
    public init(_ head: HTTPRequest, body: Data? = nil, origin: String? = nil) {
        let own = "\(head.scheme ?? "http")://\(head.authority ?? head.headerFields[.host] ?? "")"
        self.init(
            method: head.method, url: (origin ?? own) + (head.path ?? "/"),
            headers: head.headerFields, body: body?.isEmpty == true ? nil : body)
    }
}

extension HTTPField.Name {
    fileprivate static let host = HTTPField.Name("Host") ?? .from
}

extension TransportResponse {
    /// The head of the response for swift-http-types, with the length of the body.
    public var head: HTTPResponse {
        var head = HTTPResponse(status: status, headerFields: headers)
        if status.code != 204, status.code != 304, head.headerFields[.contentLength] == nil {
            head.headerFields[.contentLength] = String(body.count)
        }
        return head
    }
}
