import FoundationEssentials

/// A transport that keeps answers and gives them again, in front of one that moves bytes.
///
/// ```swift
/// let session = try CurlSession()
/// let transport = CachingTransport(session, cache: HTTPCache())
/// let shop = ShopAPI(ClientConfiguration(transport: transport), …)
/// ```
///
/// It is a private cache (RFC 9111). A response is used again for the same URL, the same values of the
/// fields that `Vary` names, and the same identity: every request field that could say who asks must
/// have the same value, `Authorization` and cookies, those of the session included, also behind a
/// ``TransportWrapper``. A credential that the session itself adds, such as one that a hook gives after a 401, is
/// not seen here: give each user a cache of their own then, or an `identity`.
///
/// Ciphers seal before and open after it, so it keeps and gives sealed responses. One that is tied to its
/// request, as those of `Posthorn-Exchange` are, is never given to another request.
///
/// A response from the cache has the field `Age`, and `Cache-Status` (RFC 9211) says how it came about.
/// Redirects are followed below it: a response that came by one is not kept. A stale response is given for an
/// error if the response has `stale-if-error`, or the endpoint's ``CachePolicy`` a `fallback`.
/// `stale-while-revalidate` is not in force: a stale response is validated first.
public struct CachingTransport: TransportWrapper {
    /// The transport behind the cache.
    public let wrapped: any Transport
    private let cache: HTTPCache
    private let identity: String?

    /// Puts a cache in front of a transport.
    ///
    /// - Parameters:
    ///   - transport: Moves the bytes.
    ///   - cache: Keeps the responses; it may serve several transports.
    ///   - identity: Who calls over this transport, such as an account's number: it stands for
    ///     `Authorization` and cookies, so that answers outlive a token. It is written to disk. `nil`,
    ///     the default, tells callers apart by the fields themselves, and then keeps their responses in
    ///     memory only.
    public init(_ transport: any Transport, cache: HTTPCache, identity: String? = nil) {
        wrapped = transport
        self.cache = cache
        self.identity = identity
    }

    /// Gives a kept response, or sends the request and keeps the response if it may be kept.
    ///
    /// - Throws: a ``TransportError`` of the transport below. Nothing that goes wrong with the cache
    ///   fails a call.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await answer(request) { request throws(TransportError) in
            try await wrapped.send(request)
        }
    }

    /// Gives a kept response as one piece, or the response of the transport below piece by piece.
    ///
    /// A response is kept when its reader has come to the end of it. It is collected meanwhile, up to the
    /// size that the cache keeps.
    /// - Throws: a ``TransportError`` of the transport below.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        guard request.options.usesCache == false else {
            return try await answer(request) { request throws(TransportError) in
                try await wrapped.stream(request)
            }
        }
        guard !CacheDirectives(request.headers).has("only-if-cached") else {
            return TransportStream(.notCached)
        }
        let stream = try await cache.forgetting { () async throws(TransportError) in
            try await wrapped.stream(request)
        }
        cache.forget(changedBy: wrapped.prepared(request), stream)
        return stream
    }

    private func answer<Answer: CacheableResponse>(
        _ request: TransportRequest,
        by send: (TransportRequest) async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        let exchange = CacheExchange(request, cache, identity: identity, transport: wrapped)
        switch exchange.decision {
        case .answer(let answer): return Answer(answer.response(at: exchange.sentAt, .hit))
        case .unavailable: return Answer(.notCached)
        case .send: return try await sendPlainly(exchange, by: send)
        case .validate(let answer):
            let start = ContinuousClock.now
            let response: Answer
            do {
                response = try await send(exchange.conditional(on: answer))
            } catch {
                guard let kept = exchange.substitute(for: error) else { throw error }
                return Answer(kept)
            }
            switch exchange.outcome(of: answer, response) {
            case .replace(let kept):
                await response.discard()
                return response.replaced(by: kept)
            // With another exchange: the 304 may have set the cookies that go out now.
            case .repeatPlainly:
                await response.discard()
                var request = request
                try request.limit(to: request.limits.total, since: start)
                return try await sendPlainly(
                    CacheExchange(request, cache, identity: identity, transport: wrapped), by: send)
            case .pass: return exchange.kept(response)
            }
        }
    }

    private func sendPlainly<Answer: CacheableResponse>(
        _ exchange: CacheExchange,
        by send: (TransportRequest) async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        exchange.kept(
            try await cache.forgetting { () async throws(TransportError) in
                try await send(exchange.request)
            })
    }
}

/// A response, whole or as a stream, that a cache keeps or gives.
protocol CacheableResponse: RedirectableAnswer {
    /// Takes over a kept response.
    init(_ kept: TransportResponse)

    /// A kept response that is given in place of this one.
    func replaced(by kept: TransportResponse) -> Self

    /// The response, which an exchange stores now or when it has been read.
    func stored(by exchange: CacheExchange) -> Self
}

extension TransportResponse: CacheableResponse {
    init(_ kept: TransportResponse) { self = kept }

    func replaced(by kept: TransportResponse) -> TransportResponse {
        var kept = kept
        kept.metrics = metrics
        return kept
    }

    func stored(by exchange: CacheExchange) -> TransportResponse {
        exchange.store(self)
        return self
    }

    /// What stands for a response that is not kept, where only a kept one was wanted.
    fileprivate static var notCached: TransportResponse {
        TransportResponse(
            status: .gatewayTimeout,
            headers: [.contentLength: "0", .cacheStatus: CacheNote.onlyIfCached.value],
            bodyIntegrity: .length)
    }
}

extension CachingTransport: RedactedStringConvertible {
    /// The kind of transport behind the cache, without whose it is.
    public var description: String { "a cache in front of \(type(of: wrapped))" }
}
