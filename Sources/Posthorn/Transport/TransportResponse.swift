public import FoundationEssentials

/// A whole response: what a ``Transport`` received, a ``PayloadCipher`` opens, and a ``ResponsePolicy`` decodes.
public struct TransportResponse: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival, repeated ones kept apart.
    public var headers: HTTPFields
    /// The body; its content coding is removed, unless the request or the session said to leave it.
    public var body: Data
    /// The fields that came after a chunked or HTTP/2 body (RFC 9110, section 6.5).
    public var trailers: HTTPFields
    /// How it is known that nothing is missing.
    public var bodyIntegrity: BodyIntegrity
    /// What the transfer cost; after redirects, the last one of them.
    public var metrics: TransportMetrics
    /// The redirects that led to this response, the first one first.
    ///
    /// Empty if the request was answered where it was sent.
    public var redirects: [RedirectHop]
    /// Whether ``CallOptions/fallback`` or an ``HTTPCache`` gave it in place of a failed call's.
    public internal(set) var isFallback = false
    /// How a typed call reads it; `nil` for the response to a bare request, which is read as JSON.
    var decoding: Box<ResponseDecoding>?

    /// Creates a response.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:], body: Data = Data(),
        trailers: HTTPFields? = nil, bodyIntegrity: BodyIntegrity = .unverified,
        metrics: TransportMetrics = TransportMetrics(), redirects: [RedirectHop] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.trailers = trailers ?? .none
        self.bodyIntegrity = bodyIntegrity
        self.metrics = metrics
        self.redirects = redirects
    }
}

extension TransportResponse: RedactedStringConvertible {
    /// Status, media type and length of the body.
    public var description: String {
        "\(status.text), \(mediaType ?? "no media type"), \(body.count) bytes"
    }

    /// The response with its header fields and up to 4,096 bytes of its body.
    ///
    /// - Warning: shows personal data. Not for logs.
    public var expandedDescription: String {
        Excerpt.message(status.text, headers: headers, body: HTTPBody(body))
    }
}

/// How it is known that a response is whole.
public enum BodyIntegrity: String, Sendable, Hashable {
    /// All bytes that `Content-Length` announced arrived, or the status and method allow none.
    case length
    /// The last chunk of a chunked body arrived (RFC 9112, section 7.1).
    case chunked
    /// The packed body came to the end that its content coding has, with its checksum where the
    /// coding has one; nothing else marked the end.
    case contentCoding
    /// The bytes have the digest that the caller expects or the server gave (RFC 9530); nothing else
    /// marked the end.
    case digest
    /// Nothing proves it: the server marked the end by closing the connection (RFC 9112, section
    /// 8), or sent a body over HTTP/2 without saying its length. A cut could look the same.
    case unverified
}

extension HTTPFields {
    /// No fields, without a storage of their own.
    package static let none = HTTPFields()
}
