extension RedirectPolicy {
    /// A redirect that the rules of ``RedirectPolicy`` allow, before it is followed.
    public struct Proposal: Sendable {
        /// The status of the response, such as 302.
        public let status: HTTPResponse.Status
        /// The header fields of the response.
        public let headers: HTTPFields
        /// The request that the server redirected.
        public let request: TransportRequest
        /// The proposed next request: method, URL, body, and the header fields that may be sent there.
        public package(set) var next: TransportRequest
        /// The redirects before this one, in order.
        public package(set) var history: [RedirectPolicy.Hop]
        let origin: Origin
        /// The URL of ``next`` with its fragment.
        package var target: HTTPURL

        /// Whether the next request goes to another scheme, host or port.
        public var changesOrigin: Bool { origin != target.origin }

        package var hop: RedirectPolicy.Hop {
            RedirectPolicy.Hop(
                method: request.method, url: request.url, status: status, headers: headers,
                target: target.text)
        }
    }
}

extension RedirectPolicy.Proposal: RedactedStringConvertible {
    /// Status and origins, without paths, queries and header fields.
    public var description: String { hop.description }
}
