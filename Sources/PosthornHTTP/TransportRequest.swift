public import FoundationEssentials

/// A request that a ``Transport`` sends, created by you or by `RequestBuilder` for a typed call.
///
/// A `PayloadCipher` seals it, and errors refer to it. The options of the transfer are members too:
///
/// ```swift
/// var request = TransportRequest(url: "https://api.example.com/orders")
/// request.timeouts.total = .seconds(5)
/// ```
@dynamicMemberLookup
public struct TransportRequest: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The absolute URL, already percent-encoded, with the scheme `http` or `https`.
    public var url: String
    /// The header fields, sent in this order.
    ///
    /// A `CurlSession` adds the fields that HTTP requires. It also adds `User-Agent`, `Accept-Encoding` and
    /// the cookies that it stores, as its configuration states, unless these fields are set here.
    public var headers: HTTPFields
    /// The body.
    ///
    /// `nil` sends none; empty data sends a body of length 0.
    public var body: HTTPBody?
    /// The options of the transfer: timeouts, redirects, cookies, priority, progress.
    public var options: TransferOptions
    package var context: (any RequestContext)?
}

// Outside the struct, to delegate to its memberwise initializer. One that assigns the members copies the whole
// request at its end.
extension TransportRequest {
    /// Creates a request.
    public init(
        method: HTTPRequest.Method = .get, url: String, headers: HTTPFields = [:],
        body: Data? = nil, timeouts: Timeouts = Timeouts(), redirects: RedirectPolicy? = nil
    ) {
        self.init(method, url, headers, body.map { HTTPBody($0) }, TransferOptions())
        if timeouts != Timeouts() { options.timeouts = timeouts }
        if let redirects { options.redirects = redirects }
    }

    package init(
        _ method: HTTPRequest.Method, _ url: String, _ headers: HTTPFields, _ body: HTTPBody?,
        _ options: TransferOptions, _ context: (any RequestContext)? = nil
    ) {
        self.init(
            method: method, url: url, headers: headers, body: body, options: options,
            context: context)
    }

    /// Accesses an option of the transfer, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { options[keyPath: option] }
        set { options[keyPath: option] = newValue }
    }

    /// Whether the request may reach the server twice.
    ///
    /// `true` for the idempotent methods of RFC 9110, section 9.2.2, for QUERY (RFC 10008), and for every
    /// request with an `Idempotency-Key`.
    public var isRepeatable: Bool {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: true
        default: headers[.idempotencyKey] != nil || method == .query
        }
    }

    /// Returns the same request with another body.
    public func with(body: HTTPBody?) -> TransportRequest {
        var request = self
        request.body = body
        return request
    }

    package var limits: Timeouts.Limits { options.timeouts.limits(for: body) }
}

extension TransportRequest {
    /// Scheme and authority, such as `https://api.example.com`.
    public var origin: String { String(url[..<startOfTarget]) }

    /// Path and query as they are sent, percent-encoded.
    ///
    /// A cipher may append to the query, for example a signature. It must leave the rest unchanged, and must
    /// be the first of a `ComposedCipher`.
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
    /// A description without values and secrets.
    ///
    /// For a typed call: method, origin and route. For a bare request: method, scheme, host, port and the
    /// body's length, because path and header fields may contain secrets.
    public var description: String {
        let start = "\(method.rawValue) \(Origin.text(of: url))"
        if let context { return start + context.route }
        return start + (body.map { ", " + HTTPBody.size($0.count) } ?? "")
    }

    /// The request as it is sent; the body is truncated after 4,096 bytes.
    ///
    /// - Warning: Contains parameters, credentials and personal data. Do not write it to logs.
    public var expandedDescription: String {
        Excerpt.message("\(method.rawValue) \(url)", headers: headers, body: body)
    }
}

/// What a typed call knows about its request; a transport carries it and does not read it.
package protocol RequestContext: AnyObject, Sendable {
    /// The path template without values, for descriptions.
    var route: String { get }
    /// Whether the URL has a credential, so that it is not written to disk.
    var hasSecretURL: Bool { get }
}

extension HTTPField.Name {
    /// `Idempotency-Key` of the IETF draft of the same name.
    package static let idempotencyKey = Self(token: "Idempotency-Key")
}
