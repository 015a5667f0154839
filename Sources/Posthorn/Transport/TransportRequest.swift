public import FoundationEssentials

/// What a ``Transport`` sends.
public struct TransportRequest: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The absolute URL, already percent-encoded; its scheme is `http` or `https`.
    public var url: String
    /// The header fields, sent in this order.
    ///
    /// A ``CurlSession`` adds what HTTP requires and, unless they are here, `User-Agent`,
    /// `Accept-Encoding` and the cookies that it keeps, as its configuration says.
    public var headers: HTTPFields
    /// The body.
    ///
    /// `nil` sends none; empty data sends one of length 0.
    public var body: MessageBody?
    /// How long the parts of the transfer may take.
    ///
    /// The default is `Timeouts()`: 60 seconds for all of it, or 60 seconds without progress if ``body`` is a
    /// file, a stream or larger than 1 MiB. A response that is a stream or a file counts in the 60 seconds; set
    /// ``Timeouts/total`` to `nil` for those.
    public var timeouts: Timeouts {
        get { ownTimeouts.fitting(body) }
        set { ownTimeouts = newValue }
    }
    private var ownTimeouts: Timeouts
    /// What is done with an answer that names another place.
    ///
    /// `nil`, the default, leaves it to the transport; a ``CurlSession`` follows as its
    /// configuration says.
    public var redirects: RedirectPolicy?
    /// Whether the transport may add cookies that it keeps, and keep those of the answers.
    ///
    /// The default is `true`. A request with a `Cookie` field of its own takes care of its cookies
    /// itself: none are added and none are kept.
    public var usesCookies = true
    /// Whether the transport packs the body with gzip (RFC 9110, section 8.4), unless it has a
    /// `Content-Encoding` already.
    ///
    /// The default is `false`. A transport that can't pack sends the body as it is.
    public var compressesBody = false
    /// How much the request matters beside the others of its session, 1 to 256.
    ///
    /// `nil`, the default, leaves it to the transport.
    public var priority: Int?
    /// The network interface or the local address from which the connection starts.
    ///
    /// `nil`, the default, leaves it to the transport.
    public var interface: String?
    /// How long a cache may give its answer again, beyond what the answer says itself.
    ///
    /// `nil`, the default, leaves it to the answer. Only a ``CachingTransport`` reads it.
    public var cache: CacheRule?
    /// Whether the transport may answer a 401 with a credential and send the request again: not a sealed
    /// one, which is for one attempt.
    package var answersChallenges = true
    /// Whether a cache may give the answer, and keep it: not events, which are asked for to have new ones
    /// (WHATWG HTML, section 9.2.2: the cache mode of an event source is `no-store`).
    package var usesCache = true
    /// What is told how far the transfer has come, as ``CallOptions/onProgress``.
    ///
    /// `nil`, the default, costs nothing. A transport that does not count calls it never.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?

    /// Creates a request.
    public init(
        method: HTTPRequest.Method = .get, url: String, headers: HTTPFields = [:],
        body: Data? = nil, timeouts: Timeouts = Timeouts(), redirects: RedirectPolicy? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body.map { MessageBody($0) }
        ownTimeouts = timeouts
        self.redirects = redirects
    }

    /// Whether the request may reach the server twice: the idempotent methods of RFC 9110, section
    /// 9.2.2, and every request that carries an `Idempotency-Key`.
    public var isRepeatable: Bool {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: true
        default: headers[.idempotencyKey] != nil
        }
    }
}

extension TransportRequest: RedactedStringConvertible {
    /// Method, scheme, host and the body's length: path and header fields may hold secrets.
    public var description: String {
        let parts = url.split(separator: "://", maxSplits: 1)
        let authority = (parts.last ?? "").prefix { !"/?#\\".contains($0) }
        let host = authority[
            (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
        let scheme = parts.count == 2 ? parts[0] + "://" : ""
        return "\(method.rawValue) \(scheme)\(host)"
            + (body.map { ", " + MessageBody.size($0.count) } ?? "")
    }
}

extension HTTPField.Name {
    /// `Idempotency-Key` of the IETF draft of the same name.
    // swift-format-ignore: NeverForceUnwrap
    // The literal is a token, which a test reads; the type has no other initializer.
    package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
