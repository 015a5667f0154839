public import FoundationEssentials

/// What a ``Transport`` sends: a request that you made, or one that ``RequestBuilder`` made for a typed call.
///
/// A ``PayloadCipher`` seals it, and errors show it. The options of its transfer are its members too:
///
/// ```swift
/// var request = TransportRequest(url: "https://api.example.com/orders")
/// request.timeouts.total = .seconds(5)
/// ```
@dynamicMemberLookup
public struct TransportRequest: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The absolute URL, already percent-encoded; its scheme is `http` or `https`.
    public var url: String
    /// The header fields, sent in this order.
    ///
    /// A `CurlSession` adds what HTTP requires and, unless they are here, `User-Agent`, `Accept-Encoding` and
    /// the cookies that it keeps, as its configuration says.
    public var headers: HTTPFields
    /// The body.
    ///
    /// `nil` sends none; empty data sends one of length 0.
    public var body: HTTPBody?
    /// How the request is transferred: limits, redirects, cookies, priority, progress.
    public var options: TransferOptions
    /// What a typed call knows of its request beside what is sent; `nil` for a bare request.
    package var details: CallDetails? {
        get { content?.value }
        set { content = newValue.map { Box($0) } }
    }
    private var content: Box<CallDetails>?

    /// Creates a request.
    public init(
        method: HTTPRequest.Method = .get, url: String, headers: HTTPFields = [:],
        body: Data? = nil, timeouts: Timeouts = Timeouts(), redirects: RedirectPolicy? = nil
    ) {
        self.init(method, url, headers, body.map { HTTPBody($0) }, TransferOptions())
        if timeouts != Timeouts() { options.timeouts = timeouts }
        if let redirects { options.redirects = redirects }
    }

    /// Creates a request as a typed call has it, for tests of ciphers and transports.
    public init(
        endpoint: String, method: HTTPRequest.Method, origin: String, route: String,
        target: String, headers: HTTPFields = [:], body: Data? = nil,
        timeouts: Timeouts = Timeouts()
    ) {
        self.init(
            method: method, url: origin + target, headers: headers, body: body, timeouts: timeouts)
        details = CallDetails(endpoint: endpoint, template: route)
    }

    init(
        _ method: HTTPRequest.Method, _ url: String, _ headers: HTTPFields, _ body: HTTPBody?,
        _ options: TransferOptions, _ details: CallDetails? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.options = options
        content = details.map { Box($0) }
    }

    /// An option of the transfer, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { options[keyPath: option] }
        set { options[keyPath: option] = newValue }
    }

    /// Whether the request may reach the server twice: the idempotent methods of RFC 9110, section
    /// 9.2.2, and every request that carries an `Idempotency-Key`.
    public var isRepeatable: Bool {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: true
        default: headers[.idempotencyKey] != nil
        }
    }

    /// The same request with another body.
    public func with(body: HTTPBody?) -> TransportRequest {
        var request = self
        request.body = body
        return request
    }

    /// The time limits that hold for this request.
    package var limits: Timeouts.Limits { options.timeouts.limits(for: body) }
}

extension TransportRequest {
    /// Scheme and authority, such as `https://api.example.com`.
    public var origin: String { String(url[..<startOfTarget]) }

    /// Path and query as they are sent, percent-encoded.
    ///
    /// A cipher may add to the query, as signatures in a URL do; it leaves the rest as it is, and is the first of
    /// a ``ComposedCipher``.
    public var target: String {
        get { String(url[startOfTarget...]) }
        set { url.replaceSubrange(startOfTarget..., with: newValue) }
    }

    private var startOfTarget: String.Index {
        let bytes = url.utf8
        let scheme = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let authority =
            bytes.index(scheme, offsetBy: 3, limitedBy: bytes.endIndex) ?? bytes.endIndex
        let target = bytes[authority...].firstIndex {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
        }
        return target ?? bytes.endIndex
    }
}

extension TransportRequest: RedactedStringConvertible {
    /// Method, origin and route of a typed call, without values; of a bare request the method, the scheme, the
    /// host and the body's length: path and header fields may hold secrets.
    public var description: String {
        let start = "\(method.rawValue) \(visibleOrigin)"
        if let details { return start + details.route }
        return start + (body.map { ", " + HTTPBody.size($0.count) } ?? "")
    }

    /// Scheme, host and port: what may be shown of any URL, which may have a password before its host.
    var visibleOrigin: String {
        let parts = url.split(separator: "://", maxSplits: 1)
        let authority = (parts.last ?? "").prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return (parts.count == 2 ? parts[0] + "://" : "") + host
    }

    /// The request as it is sent, its body cut after 4,096 bytes.
    ///
    /// - Warning: shows parameters, credentials and personal data. Not for logs.
    public var expandedDescription: String {
        Excerpt.message("\(method.rawValue) \(url)", headers: headers, body: body)
    }
}

extension HTTPField.Name {
    /// `Idempotency-Key` of the IETF draft of the same name.
    // swift-format-ignore: NeverForceUnwrap
    // The literal is a token, which a test reads; the type has no other initializer.
    package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
