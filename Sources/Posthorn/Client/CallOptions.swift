/// What a client, a scope or a single call sets: everything in it may stay unset.
///
/// As ``ClientConfiguration/defaults`` it is the lowest layer; in ``APIService/with(_:)`` it is the
/// highest and wins over the spec.
public struct CallOptions: Sendable {
    /// The base URL, as ``ClientConfiguration/baseURL``.
    ///
    /// `nil` inherits. A credential of the spec goes to the place that is named here, too.
    public var baseURL: String?
    /// The cipher.
    ///
    /// `nil` inherits.
    public var cipher: (any PayloadCipher)?
    /// The response policy.
    ///
    /// `nil` inherits.
    public var responsePolicy: (any ResponsePolicy)?
    /// Limit on the whole call.
    ///
    /// `nil` inherits; zero means no limit.
    public var timeout: Duration?
    /// Limit on the connection's set-up.
    ///
    /// `nil` inherits; zero leaves it to ``timeout``.
    public var connectTimeout: Duration?
    /// Limit on the wait for the answer's first line, as ``Timeouts/firstByte``.
    ///
    /// `nil` inherits; zero leaves it to ``timeout``.
    public var firstByteTimeout: Duration?
    /// Limit on the time in which no byte moves, as ``Timeouts/idle``.
    ///
    /// `nil` inherits; zero leaves it to ``timeout``.
    public var idleTimeout: Duration?

    /// What is done with an answer that names another place.
    ///
    /// `nil` inherits; without any it is left to the transport: a ``Transport`` over libcurl follows
    /// with the rules of ``RedirectPolicy``. A sealed call follows none unless a policy is set, and
    /// then within its origin only, sealed afresh for each place.
    public var redirects: RedirectPolicy?

    /// Whether the transport may add cookies that it keeps, and keep those of the answer.
    ///
    /// `nil` inherits; without any it may, if it keeps cookies at all.
    public var usesCookies: Bool?

    /// What travels with the request inside of the process: to its cipher and its observers.
    public var metadata = RequestMetadata()

    /// What writes the fields or the value of a body.
    ///
    /// `nil` inherits; without any it is JSON.
    public var serializer: (any BodySerializer)?
    /// How values of the query and of forms are written.
    ///
    /// `nil` inherits; without any it is that of `QueryStyle()`.
    public var queryStyle: QueryStyle?
    /// Writes the query, as ``RequestBuilder/queryText``.
    ///
    /// `nil` inherits; without any the items are percent-encoded and joined.
    public var queryText: (@Sendable ([QueryItem]) throws -> String)?
    /// The methods whose ``RequestBuilder/parameters(_:)`` are sent in the URL.
    ///
    /// `nil` inherits; without any they are GET, HEAD and DELETE.
    public var parametersInURL: Set<HTTPRequest.Method>?

    /// Whether the transport packs the body with gzip and says so in `Content-Encoding`.
    ///
    /// `nil` inherits; without any it does not. Only for servers that are known to unpack requests.
    /// Sealed bodies are not packed, nor is one that has a `Content-Encoding` already.
    public var compressesBody: Bool?
    /// How much the call matters beside the others of its session, 1 to 256.
    ///
    /// `nil` inherits; without any it is the transport's matter: 16 for a ``Transport`` over libcurl,
    /// where those of higher priority go first if calls have to wait.
    public var priority: Int?
    /// The network interface or the local address from which the call's connection starts.
    ///
    /// `nil` inherits; without any it is the transport's.
    public var interface: String?
    /// What the call wants of the caches on its way, as its `Cache-Control` field.
    ///
    /// `nil` inherits; without any nothing is sent. A `Cache-Control` that is set as a header field wins.
    public var cacheControl: CacheControl?

    /// Finds an answer to take in place of a failed call's, such as one that was kept of an earlier call.
    ///
    /// Asked once the call has failed on its way or after it, before the error is thrown; neither for a
    /// request that was not sent, nor for a call that was cancelled, nor for a failure that the spec
    /// documents, as that is an answer, nor for streams and files. What it returns is an opened answer: it
    /// is validated and decoded as one that came, and marked by ``Response/isSubstitute``. If that fails,
    /// or with `nil`, the call throws its own error. Observers are told of the failure, and then of the
    /// success.
    ///
    /// `nil` inherits; without any nothing is asked.
    public var fallback: (@Sendable (APIError) async -> TransportResponse?)?

    /// Is told how far the call has come, of the bodies of its request and of its answer.
    ///
    /// `nil` inherits; without any nothing is counted. A session over libcurl calls it each time about
    /// 64 KiB more of a body have moved, and at the end of the transfer, whether it is whole or not: the
    /// last call has the final numbers. A closure that is slow misses what is out of date, never the
    /// newest. Its calls come one after the other on a task of their own, never on the session's thread
    /// or the caller's actor, and the last one has returned when the call of the endpoint returns; where
    /// that returns a stream it comes about when the stream ends. What is sent once more, as after a
    /// redirect, is counted from 0 again. Other transports may call it never.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?

    /// The parameters, in the order in which they were set.
    var settings: [CommonSetting] = []

    /// Creates options that set nothing.
    public init() {}

    /// Adds these options to a builder.
    func apply(to request: inout RequestBuilder) throws {
        if let cipher { request.cipher = .using(cipher) }
        if let responsePolicy { request.responsePolicy = responsePolicy }
        if [timeout, connectTimeout, firstByteTimeout, idleTimeout].contains(where: { $0 != nil }) {
            var timeouts = request.timeouts ?? Timeouts()
            if let timeout { timeouts.total = timeout }
            if let connectTimeout { timeouts.connect = connectTimeout }
            if let firstByteTimeout { timeouts.firstByte = firstByteTimeout }
            if let idleTimeout { timeouts.idle = idleTimeout }
            request.timeouts = timeouts
        }
        if let redirects { request.redirects = redirects }
        if let usesCookies { request.usesCookies = usesCookies }
        request.metadata.merge(metadata)
        if let serializer { request.serializer = serializer }
        if let queryStyle { request.queryStyle = queryStyle }
        if let queryText { request.queryText = queryText }
        if let parametersInURL { request.parametersInURL = parametersInURL }
        if let compressesBody { request.compressesBody = compressesBody }
        if let priority { request.priority = priority }
        if let interface { request.interface = interface }
        if let cacheControl { request.cacheControl = cacheControl }
        if let fallback { request.fallback = fallback }
        if let onProgress { request.onProgress = onProgress }
        for setting in settings { try setting.apply(to: &request) }
    }
}

extension CallOptions: RedactedStringConvertible {
    /// What is set, by name: never a value of a header field or parameter.
    public var description: String {
        var parts: [String] = []
        if let baseURL { parts.append("baseURL \(BaseURL.place(of: baseURL) ?? "set")") }
        if let cipher { parts.append("cipher \(cipher.name)") }
        if let responsePolicy { parts.append("responsePolicy \(responsePolicy.name)") }
        if let timeout { parts.append("timeout \(timeout)") }
        if let connectTimeout { parts.append("connectTimeout \(connectTimeout)") }
        if let firstByteTimeout { parts.append("firstByteTimeout \(firstByteTimeout)") }
        if let idleTimeout { parts.append("idleTimeout \(idleTimeout)") }
        if redirects != nil { parts.append("redirects") }
        if let usesCookies { parts.append("usesCookies \(usesCookies)") }
        if let serializer { parts.append("serializer \(serializer.mediaType)") }
        if queryStyle != nil { parts.append("queryStyle") }
        if queryText != nil { parts.append("queryText") }
        if let parametersInURL {
            let names = parametersInURL.map(\.rawValue).sorted().joined(separator: " ")
            parts.append("parametersInURL \(names)")
        }
        if let compressesBody { parts.append("compressesBody \(compressesBody)") }
        if let priority { parts.append("priority \(priority)") }
        if let interface { parts.append("interface \(interface)") }
        if let cacheControl { parts.append("cacheControl \(cacheControl.fieldValue ?? "")") }
        if fallback != nil { parts.append("fallback") }
        if onProgress != nil { parts.append("onProgress") }
        parts += settings.map { ($0.isOmission ? "without " : "") + $0.parameter.shown }
        return "CallOptions(" + parts.joined(separator: ", ") + ")"
    }
}
