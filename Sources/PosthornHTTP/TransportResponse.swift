public import FoundationEssentials

/// A complete response.
///
/// A ``Transport`` receives it, a `PayloadCipher` opens it, and a `ResponsePolicy` decodes it.
public struct TransportResponse: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival; repeated fields are not joined.
    public var headers: HTTPFields
    /// The body, decompressed unless the request or the session disables that.
    public var body: Data
    /// The trailer fields after a chunked or HTTP/2 body (RFC 9110, section 6.5).
    public var trailers: HTTPFields
    /// How the completeness of the body was verified.
    public var bodyIntegrity: TransportResponse.BodyIntegrity
    /// The metrics of the transfer; after redirects, those of the last exchange.
    public var metrics: TransportMetrics
    /// The redirects that led to this response, in order.
    ///
    /// Empty if there were none.
    public var redirects: [RedirectPolicy.Hop]
    /// Whether `CallOptions.fallback` or an `HTTPCache` supplied the response because the call failed.
    public package(set) var isFallback = false
    /// What the response of a cache replaces; `nil` if it replaces no failure.
    package var replacedFailure: ReplacedFailure?
    /// Whether it is only a head: the body follows, is written to a file, or does not exist.
    package var isHead = false

    /// Creates a response.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:], body: Data = Data(),
        trailers: HTTPFields? = nil, bodyIntegrity: TransportResponse.BodyIntegrity = .unverified,
        metrics: TransportMetrics = TransportMetrics(), redirects: [RedirectPolicy.Hop] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.trailers = trailers ?? HTTPFields()
        self.bodyIntegrity = bodyIntegrity
        self.metrics = metrics
        self.redirects = redirects
    }

    package init(
        head status: HTTPResponse.Status, _ headers: HTTPFields,
        _ bodyIntegrity: BodyIntegrity = .unverified, redirects: [RedirectPolicy.Hop] = []
    ) {
        self.init(
            status: status, headers: headers, bodyIntegrity: bodyIntegrity, redirects: redirects)
        isHead = true
    }
}

extension TransportResponse: RedactedStringConvertible {
    /// Status, media type, length of the body and ``requestID``; without a length for the head of a stream or a file.
    public var description: String {
        "\(status.text), \(mediaType ?? "no media type")"
            + (isHead && body.isEmpty ? "" : ", \(body.count) bytes")
            + (requestID.map { ", request id \($0)" } ?? "")
    }

    /// The response with its header fields and up to 4,096 bytes of its body.
    ///
    /// - Warning: Contains personal data. Do not write it to logs.
    public var expandedDescription: String {
        Excerpt.message(status.text, headers: headers, body: HTTPBody(body))
    }
}

extension TransportResponse {
    /// The body length that the head announces, in bytes.
    ///
    /// `nil` if it announces none.
    public var contentLength: Int? {
        guard bodyIntegrity == .length else { return nil }
        return headers[.contentLength].flatMap { Int($0.prefix { $0 != "," }) }
    }

    /// The time since the server generated or confirmed the response, in whole seconds.
    ///
    /// Caches report it in the field `Age` (RFC 9111, section 5.1), also those between the server and the client.
    /// `nil` if there is no such field, or if it is no number.
    public var age: Duration? {
        guard let value = headers.value(of: .age), value.isDigits, let seconds = Int64(value) else {
            return nil
        }
        return .seconds(seconds)
    }

    /// A failure that a cache has replaced by a stored response.
    package indirect enum ReplacedFailure: Sendable {
        case error(TransportError)
        case response(TransportResponse)
    }

    /// The evidence that a response body is complete.
    public enum BodyIntegrity: String, Sendable, Hashable {
        /// All bytes that `Content-Length` announced arrived, or status and method do not allow a body.
        case length
        /// The last chunk of a chunked body arrived (RFC 9112, section 7.1).
        case chunked
        /// The compressed data ended as its content coding requires, with a checksum if the coding has one.
        ///
        /// Nothing else marked the end of the body.
        case contentCoding
        /// The bytes match the digest that the caller or the server specified (RFC 9530).
        ///
        /// Nothing else marked the end of the body.
        case digest
        /// There is no evidence, and a truncated body could look the same.
        ///
        /// The server marked the end by closing the connection (RFC 9112, section 8), or sent an HTTP/2 body
        /// without a length.
        case unverified
    }
}
