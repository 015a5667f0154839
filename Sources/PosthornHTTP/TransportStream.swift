/// A response whose body is still being received.
public struct TransportStream: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival; repeated fields are not joined.
    public var headers: HTTPFields
    /// How the completeness of the body is verified if it ends without an error.
    public var bodyIntegrity: TransportResponse.BodyIntegrity
    /// The body, which can be read once.
    public var body: ByteStream
    /// The redirects that led to this response, in order.
    ///
    /// Empty if there were none.
    public var redirects: [RedirectPolicy.Hop]
    /// Whether a cache supplied the response in place of an error.
    package var isFallback = false
    package var replacedFailure: TransportResponse.ReplacedFailure?
    /// Whether the body was decompressed and thus differs from the bytes on the wire.
    package var isDecoded = false

    /// Creates a response.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:],
        bodyIntegrity: TransportResponse.BodyIntegrity = .unverified, body: ByteStream,
        redirects: [RedirectPolicy.Hop] = []
    ) {
        self.status = status
        self.headers = headers
        self.bodyIntegrity = bodyIntegrity
        self.body = body
        self.redirects = redirects
    }
}

extension TransportStream {
    /// The head as a response without a body.
    package var head: TransportResponse {
        get {
            var head = TransportResponse(
                head: status, headers, bodyIntegrity, redirects: redirects)
            (head.isFallback, head.replacedFailure) = (isFallback, replacedFailure)
            return head
        }
        set {
            (status, headers, bodyIntegrity) = (
                newValue.status, newValue.headers, newValue.bodyIntegrity
            )
        }
    }
}

extension TransportStream: RedactedStringConvertible {
    /// The status; header fields may contain secrets.
    public var description: String { "\(status.code), a stream" }
}
