import FoundationEssentials

/// A transport that caches responses in front of another transport.
///
/// ```swift
/// let session = try CurlSession()
/// let transport = CachingTransport(session, cache: HTTPCache())
/// let shop = ShopAPI(ClientConfiguration(transport: transport), …)
/// ```
///
/// It is a private cache (RFC 9111).
///
/// A stored response is reused for the same URL, the same values of the fields named by `Vary`, and the same
/// identity. The identity consists of all request fields that could tell who the caller is, such as
/// `Authorization` and cookies. It includes the session's cookies, even if a `TransportWrapper` lies
/// between. The cache does not see a credential that the session adds itself, such as one that a hook returns
/// after a 401. In that case, give each user a separate cache, or set `identity`.
///
/// Ciphers seal requests before they reach the cache and open responses after it, so the cache stores sealed
/// responses. A response bound to its request, such as one with `Posthorn-Exchange`, is never reused for
/// another request.
///
/// A response from the cache has an `Age` field, and its `Cache-Status` field (RFC 9211) tells how it was
/// obtained. The wrapped transport follows redirects, and a response obtained through a redirect is not
/// stored. If a call fails with a network error or the status 500, 502, 503 or 504, a stale response can
/// replace the error. This requires `stale-if-error` in the stored response, or `CachePolicy.staleIfError`
/// for the endpoint. With `stale-while-revalidate` in the stored response (RFC 5861, section 3), a call gets the
/// stale response at once, and one task revalidates it.
public struct CachingTransport: TransportWrapper {
    /// The transport behind the cache.
    public let wrapped: any Transport
    private let session: (any SessionTransport)?
    private let cache: HTTPCache
    private let identity: String?

    /// Creates a caching transport in front of another transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - cache: The cache that stores the responses. It can serve several transports.
    ///   - identity: The caller's identity, such as an account number. It replaces `Authorization` and
    ///     cookies in the cache key, so that stored responses outlive a token. It is written to disk. `nil`,
    ///     the default, tells callers apart by the fields themselves; their responses are then stored only in
    ///     memory.
    public init(_ transport: any Transport, cache: HTTPCache, identity: String? = nil) {
        wrapped = transport
        session = transport.session
        self.cache = cache
        self.identity = identity
    }

    /// Returns a stored response, or sends the request and stores the response if that is allowed.
    ///
    /// - Throws: A `TransportError` of the wrapped transport. An error of the cache itself never fails a
    ///   call.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await respond(to: request) { request throws(TransportError) in
            try await wrapped.send(request)
        }
    }

    /// Returns a stored response in one piece, or streams the response of the wrapped transport.
    ///
    /// A response is collected while it is read and stored once the reader has reached its end. A response
    /// larger than the cache's limit for one response is not stored. All open streams together collect at
    /// most twice that limit, and a stream beyond it is not stored. Downloads and streams of server-sent
    /// events bypass the cache.
    ///
    /// - Throws: A `TransportError` of the wrapped transport.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        guard request.options.usesCache == false else {
            return try await respond(to: request.withLongResponse) {
                request throws(TransportError) in
                try await wrapped.stream(request)
            }
        }
        guard !CacheDirectives(request.headers).has("only-if-cached") else {
            return TransportStream(.notCached)
        }
        let stream = try await cache.invalidatingOnFailure { () async throws(TransportError) in
            try await wrapped.stream(request)
        }
        await cache.invalidate(changedBy: session?.prepared(request) ?? request, stream)
        return stream
    }

    private func respond<Response: CacheableResponse>(
        to request: TransportRequest,
        by send: (TransportRequest) async throws(TransportError) -> Response
    ) async throws(TransportError) -> Response {
        let exchange = await CacheExchange(request, cache, identity: identity, session: session)
        switch exchange.decision {
        case .reuse(let stored): return Response(stored.response(at: exchange.sentAt, .hit))
        case .reuseStale(let stored):
            if let key = exchange.key { revalidateLater(request, key) }
            return Response(stored.response(at: exchange.sentAt, .staleWhileRevalidate))
        case .unavailable: return Response(.notCached)
        case .send: return try await sendPlainly(exchange, by: send)
        case .validate(let stored):
            return try await revalidated(stored, by: request, exchange, send)
        }
    }

    /// Returns the response after a conditional request: the stored one or the server's.
    private func revalidated<Response: CacheableResponse>(
        _ stored: StoredResponse, by request: TransportRequest, _ exchange: CacheExchange,
        _ send: (TransportRequest) async throws(TransportError) -> Response
    ) async throws(TransportError) -> Response {
        let start = ContinuousClock.now
        let response: Response
        do {
            response = try await send(exchange.conditional(on: stored))
        } catch {
            guard var kept = exchange.fallback(for: error) else { throw error }
            kept.replacedFailure = .error(error)
            return Response(kept)
        }
        switch await exchange.outcome(of: stored, response) {
        case .replace(let kept):
            await response.discard()
            return response.replaced(by: kept)
        case .replaceFailure(var kept):
            await response.discard()
            kept.replacedFailure = .response(response.asFailure)
            return response.replaced(by: kept)
        // The 304 may have set cookies that are sent now, so this needs a new exchange.
        case .repeatPlainly:
            await response.discard()
            var request = request
            try request.limit(to: request.limits.total, since: start)
            return try await sendPlainly(
                await CacheExchange(request, cache, identity: identity, session: session), by: send)
        case .pass: return await exchange.kept(response)
        }
    }

    /// Revalidates a stored response in a task of its own, unless such a task is running.
    ///
    /// An error without a response leaves the stored response as it is.
    private func revalidateLater(_ request: TransportRequest, _ key: CacheKey) {
        guard cache.beginRevalidation(of: key) else { return }
        var request = request
        // They belong to the call, which has its response. A call may have no time limit, or little time left.
        (request.options.attachment, request.options.onProgress) = (nil, nil)
        request.options.timeouts.total = .seconds(60)
        Task { [request] in
            defer { cache.endRevalidation(of: key) }
            await cache.revalidate(key, within: .seconds(60)) {
                // Another task or process may have revalidated it since the decision.
                let exchange = await CacheExchange(
                    request, cache, identity: identity, session: session)
                guard case .reuseStale(let stored) = exchange.decision else { return }
                _ = try? await revalidated(stored, by: request, exchange) {
                    request throws(TransportError) in try await wrapped.send(request)
                }
            }
        }
    }

    private func sendPlainly<Response: CacheableResponse>(
        _ exchange: CacheExchange,
        by send: (TransportRequest) async throws(TransportError) -> Response
    ) async throws(TransportError) -> Response {
        await exchange.kept(
            try await cache.invalidatingOnFailure { () async throws(TransportError) in
                try await send(exchange.request)
            })
    }
}

/// A complete or streamed response that a cache stores or returns.
protocol CacheableResponse: RedirectableResponse {
    init(_ kept: TransportResponse)

    func replaced(by kept: TransportResponse) -> Self

    /// What a stored response replaces if this response is a failure.
    var asFailure: TransportResponse { get }

    /// Returns the response, which the exchange stores now or once it has been read.
    func stored(by exchange: CacheExchange) async -> Self
}

extension TransportResponse: CacheableResponse {
    init(_ kept: TransportResponse) { self = kept }

    func replaced(by kept: TransportResponse) -> TransportResponse {
        var kept = kept
        kept.metrics = metrics
        return kept
    }

    var asFailure: TransportResponse { self }

    func stored(by exchange: CacheExchange) async -> TransportResponse {
        await exchange.store(self)
        return self
    }

    /// The response to `only-if-cached` when no stored response is usable.
    fileprivate static var notCached: TransportResponse {
        TransportResponse(
            status: .gatewayTimeout,
            headers: [.contentLength: "0", .cacheStatus: CacheNote.onlyIfCached.value],
            bodyIntegrity: .length)
    }
}

extension CachingTransport: RedactedStringConvertible {
    /// The type of the wrapped transport, without the identity.
    public var description: String { "a cache in front of \(type(of: wrapped))" }
}
