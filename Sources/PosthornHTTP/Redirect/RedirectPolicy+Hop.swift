extension RedirectPolicy {
    /// A redirect that was followed.
    public struct Hop: Sendable {
        /// The method of the request that the server redirected.
        public let method: HTTPRequest.Method
        /// The URL of the request that the server redirected.
        public let url: String
        /// The status of the response, such as 302.
        public let status: HTTPResponse.Status
        /// The header fields of the response.
        public let headers: HTTPFields
        /// The URL of the next request, with the inherited fragment (RFC 9110, section 10.2.2).
        ///
        /// The target of the last hop is the URL of the response.
        public let target: String

        /// Creates a hop, for transports that follow redirects and for tests.
        public init(
            method: HTTPRequest.Method, url: String, status: HTTPResponse.Status,
            headers: HTTPFields = [:], target: String
        ) {
            self.method = method
            self.url = url
            self.status = status
            self.headers = headers
            self.target = target
        }
    }
}

extension RedirectPolicy.Hop: RedactedStringConvertible {
    /// Status and origins, because paths, queries and header fields may contain secrets.
    public var description: String {
        "\(status.code) from \(Origin.text(of: url)) to \(Origin.text(of: target))"
    }
}
