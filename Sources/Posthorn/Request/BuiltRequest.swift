public import FoundationEssentials

/// A request as the builder made it: what a ``PayloadCipher`` seals and what errors show.
public struct BuiltRequest: Sendable {
    /// The endpoint's name.
    public let endpoint: String
    /// The method.
    public internal(set) var method: HTTPRequest.Method
    /// Scheme and authority, such as `https://api.example.com`.
    public let origin: String
    /// The path template of the endpoint, such as `/orders/{id}`: the route without its values.
    ///
    /// A path of the base URL, in which webhooks and bots have their secrets, is `/…` before it.
    public let route: String
    /// Path and query as they are sent, percent-encoded.
    ///
    /// A cipher may add to the query, as signatures in a URL do; it leaves the rest as it is, and is the
    /// first of a ``ComposedCipher``.
    public var target: String
    /// The header fields.
    public var headers: HTTPFields
    /// The body.
    ///
    /// `nil` if the call sends none.
    public var body: MessageBody?
    /// The time limits, as ``TransportRequest/timeouts``.
    public var timeouts: Timeouts {
        get { ownTimeouts.fitting(body) }
        set { ownTimeouts = newValue }
    }
    private var ownTimeouts: Timeouts
    /// What is done with an answer that names another place.
    ///
    /// `nil` leaves it to the transport; a sealed call then follows none.
    public var redirects: RedirectPolicy?
    /// Whether the transport may add cookies that it keeps, and keep those of the answer.
    ///
    /// They are added after the request has been sealed, so that a cipher never seals or signs them.
    public var usesCookies = true
    /// Whether the transport packs the body with gzip (RFC 9110, section 8.4), unless it has a
    /// `Content-Encoding` already.
    ///
    /// The default is `false`. A sealed body is not packed.
    public var compressesBody = false
    /// How much the request matters beside the others of its session, 1 to 256.
    ///
    /// `nil`, the default, leaves it to the transport.
    public var priority: Int?
    /// The network interface or the local address from which the connection starts.
    ///
    /// `nil`, the default, leaves it to the transport.
    public var interface: String?
    /// Whose credential the call carries; it is added before the request is sealed.
    ///
    /// `nil` if nobody's.
    public var auth: AuthChoice?
    /// How often the spec lets a failed call be repeated.
    ///
    /// `nil` if it does not say. Not in force yet: nothing is repeated.
    public var retry: RetryRule?
    /// How long the spec lets the answer be used again.
    ///
    /// `nil` if it does not say. In force over a ``CachingTransport``.
    public var cache: CacheRule?

    /// Whether a cache may give the answer, as in ``TransportRequest``.
    var usesCache = true

    /// What travels with the request inside of the process, and never on the wire.
    public var metadata = RequestMetadata()

    /// What ties the answer to this attempt; `nil` until a cipher has drawn it.
    ///
    /// A member and not metadata: each sealed call has one, and a dictionary costs it more than the id.
    package var exchangeID: String?

    /// What is told how far the transfer has come; `nil` if nothing is.
    var onProgress: (@Sendable (TransferProgress) -> Void)?

    /// What the query and the body were made of; empty in requests that no builder made.
    var parameters = RequestParameters()

    /// Whether path and query are those of a link or a redirect, which may repeat what a signer added.
    package var hasServersTarget = false

    /// The fields that the spec says are sealed.
    var sealed = SealedPlaces()

    /// Creates a request, for tests of ciphers and transports.
    public init(
        endpoint: String, method: HTTPRequest.Method, origin: String, route: String,
        target: String, headers: HTTPFields = [:], body: Data? = nil,
        timeouts: Timeouts = Timeouts()
    ) {
        self.endpoint = endpoint
        self.method = method
        self.origin = origin
        self.route = route
        self.target = target
        self.headers = headers
        self.body = body.map { MessageBody($0) }
        ownTimeouts = timeouts
    }

    /// The absolute URL.
    public var url: String { origin + target }
}

extension BuiltRequest: RedactedStringConvertible {
    /// Method, origin and route, without values.
    public var description: String { "\(method.rawValue) \(origin)\(route)" }

    /// The request as it is sent, its body cut after 4,096 bytes.
    ///
    /// - Warning: shows parameters, credentials and personal data. Not for logs.
    public var expandedDescription: String {
        Excerpt.message("\(method.rawValue) \(url)", headers: headers, body: body)
    }
}
