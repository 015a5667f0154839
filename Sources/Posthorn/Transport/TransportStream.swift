/// A response whose body is still on its way.
public struct TransportStream: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival, repeated ones kept apart.
    public var headers: HTTPFields
    /// What will prove that nothing is missing when the body ends without an error.
    public var bodyIntegrity: BodyIntegrity
    /// The body.
    ///
    /// It can be read once.
    public var body: ByteStream
    /// The redirects that led to this response, the first one first.
    ///
    /// Empty if the request was answered where it was sent.
    public var redirects: [RedirectHop]
    /// Whether a cache gave it in place of an error.
    var isFallback = false
    /// Whether the bytes of the body are not those on the wire: a content coding was removed.
    package var isDecoded = false

    /// Creates a response.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:],
        bodyIntegrity: BodyIntegrity = .unverified, body: ByteStream, redirects: [RedirectHop] = []
    ) {
        self.status = status
        self.headers = headers
        self.bodyIntegrity = bodyIntegrity
        self.body = body
        self.redirects = redirects
    }
}

extension TransportStream: RedactedStringConvertible {
    /// The status; header fields may hold secrets.
    public var description: String { "\(status.code), a stream" }
}
