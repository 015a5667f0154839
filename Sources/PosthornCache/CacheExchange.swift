import FoundationEssentials

/// One request that passes a cache: the stored responses for it and the effect of its response.
struct CacheExchange: Sendable {
    /// The caller's request, with its URL upgraded to `https` for HSTS hosts.
    let request: TransportRequest
    /// Its header fields, including the cookies that the session will add.
    let fields: HTTPFields
    /// The key of the stored responses.
    ///
    /// `nil` if the cache does not apply to the method or body, or if the URL is invalid.
    let key: CacheKey?
    let url: HTTPURL?
    let decision: CacheDecision
    let sentAt: Date
    let cache: HTTPCache
    /// The generation of the URL when the exchange began, which reveals later removals.
    let generation: UInt64
    /// The stored responses of the key in the store that processes share; `nil` if there is none.
    let shared: SharedEntries.Snapshot?
    /// Whether a named identity replaces the credentials in the key.
    let hasNamedIdentity: Bool
    /// The session that may add cookies to the request; `nil` if there is none.
    private let session: (any SessionTransport)?

    init(
        _ original: TransportRequest, _ cache: HTTPCache, identity: String?,
        session: (any SessionTransport)?
    ) async {
        let prepared = session?.prepared(original) ?? original
        // For an HSTS host, responses stored under `http` must not be used.
        var request = original
        request.url = prepared.url
        self.request = request
        self.cache = cache
        self.session = session
        hasNamedIdentity = identity != nil
        url = Self.url(of: request)
        // Must be read before anything that a concurrent removal can change.
        generation = url.map { cache.generation(of: $0) } ?? 0
        // Used for the key only. The session adds the cookies when it sends the request.
        let fields = prepared.headers
        self.fields = fields
        sentAt = cache.clock()
        var stored: [StoredResponse] = []
        if let url, Self.isKept(request) {
            let key = CacheKey(
                request, url: url, headers: fields, identity: identity,
                impersonal: cache.impersonal.union(request.options.impersonalFields))
            self.key = key
            shared = await cache.sharedResponses(for: key)
            // Only the server can evaluate preconditions on its state.
            if CacheAdmission.mayReuse(fields) {
                stored =
                    (cache.responses(for: key, fitting: fields, since: generation)
                    + (shared?.responses ?? [])).filter {
                        Self.isFinal($0.status, $0.headers, to: request)
                    }
            }
        } else {
            (key, shared) = (nil, nil)
        }
        decision = CacheDecision(fields, stored: stored, at: sentAt, request.options.cache)
    }

    /// Returns the URL of a request; `nil` if it is invalid, or is sent with dot segments.
    ///
    /// Without them, it would be the URL of another resource, as of another key of an object store.
    private static func url(of request: TransportRequest) -> HTTPURL? {
        guard let url = try? HTTPURL(request.url) else { return nil }
        return url.requestTarget == request.target || !request.url.contains("/.") ? url : nil
    }

    /// A redirect is final only if the caller follows none.
    private static func isFinal(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, to request: TransportRequest
    ) -> Bool {
        request.options.redirects?.followsAny == false
            || !RedirectRule.isRedirect(status.code, headers)
    }

    /// Whether responses to a request are stored: to GET and QUERY, and to other methods with a `CachePolicy`.
    private static func isKept(_ request: TransportRequest) -> Bool {
        guard let body = request.body, request.options.cache?.key == nil else {
            return request.method == .get || request.options.cache != nil && request.method != .head
        }
        // The body is a part of the key (RFC 10008, section 2.7).
        guard request.options.cache != nil || request.method == .query, let count = body.count
        else {
            return false
        }
        return count <= longestBody && body.isInMemory
    }

    /// The maximum length in bytes of a request body that is part of a key.
    private static let longestBody = 64 << 10

    /// Returns the request that revalidates a stored response (RFC 9111, section 4.3.1).
    func conditional(on stored: StoredResponse) -> TransportRequest {
        var request = request
        if let tag = stored.headers.value(of: .eTag) { request.headers[.ifNoneMatch] = tag }
        if let date = stored.headers.value(of: .lastModified) {
            request.headers[.ifModifiedSince] = date
        }
        return request
    }

    /// The use of a response whose head has arrived.
    enum Outcome {
        case pass
        case replace(TransportResponse)
        case replaceFailure(TransportResponse)
        /// Send the request again without a condition, because this response does not match the stored one.
        case repeatPlainly
    }

    /// Evaluates the response to a conditional request.
    func outcome(
        of stored: StoredResponse, _ response: some CacheableResponse
    ) async -> Outcome {
        let now = cache.clock()
        // Without a validator, the request had no condition of the cache, so the caller gets the 304 as it
        // is.
        if response.status == .notModified, stored.hasValidator {
            // At another URL, the same tag may name another representation.
            guard response.redirects.isEmpty, stored.isMeant(by: response.headers) else {
                await cache.invalidate(self)
                return .repeatPlainly
            }
            let fresh = stored.freshened(by: response.headers, sentAt: sentAt, receivedAt: now)
            await cache.store(fresh, of: self)
            let wasFresh =
                !stored.directives.isWhole("no-cache")
                && stored.freshness(at: sentAt, request.options.cache).isFresh
            return .replace(fresh.response(at: now, .validated(wasFresh: wasFresh)))
        }
        // The errors covered by `stale-if-error` (RFC 5861, section 4).
        guard [500, 502, 503, 504].contains(response.status.code),
            let kept = fallback(stored, at: now, for: response.status)
        else { return .pass }
        return .replaceFailure(kept)
    }

    /// The errors of an unreachable server, which a stale response may replace (RFC 5861, section 4).
    ///
    /// `circuitOpen` is that of a `CircuitBreaker` behind the cache, whose module does not depend on this one.
    /// The caller must see all other errors, such as an untrusted certificate.
    private static let unreached: Set<TransportError.Code> = [
        .timedOut, .nameNotResolved, .cannotConnect, .connectionLost, .notRepeated, .truncated,
        .proxyFailed, TransportError.Code(rawValue: "circuitOpen"),
    ]

    /// Returns the stored response that may replace an error, if there is one.
    func fallback(for error: TransportError) -> TransportResponse? {
        guard Self.unreached.contains(error.code), case .validate(let stored) = decision else {
            return nil
        }
        return fallback(stored, at: cache.clock(), for: nil)
    }

    private func fallback(
        _ stored: StoredResponse, at now: Date, for status: HTTPResponse.Status?
    ) -> TransportResponse? {
        guard stored.mayReplaceError(for: fields, at: now, request.options.cache) else {
            return nil
        }
        return stored.response(at: now, .staleIfError(status: status?.code))
    }

    func mayStore(_ response: some CacheableResponse) -> Bool {
        // A refusal refers to one token, and the named identity outlives tokens.
        key != nil && !(hasNamedIdentity && Self.refusals.contains(response.status.code))
            && Self.isFinal(response.status, response.headers, to: request)
            && CacheAdmission.mayStore(response, to: fields)
    }

    private static let refusals: Set<Int> = [401, 403, 407]

    /// Whether a response belongs to the cookies in the key.
    ///
    /// The session's cookies may have changed between the preparation of the key and the sending of the
    /// request.
    func isForSameCookies(_ stored: StoredResponse) -> Bool {
        guard request.headers[.cookie] == nil else { return true }
        guard !hasNamedIdentity || stored.nominated.contains(where: { $0.name == .cookie }) else {
            return true
        }
        return (session?.prepared(request) ?? request).headers[.cookie] == fields[.cookie]
    }

    /// Stores a response from the server if that is allowed.
    ///
    /// Otherwise, removes the responses that it invalidates.
    func kept<Response: CacheableResponse>(_ response: Response) async -> Response {
        guard key != nil else {
            await cache.invalidate(changedBy: request, response)
            return response
        }
        guard mayStore(response) else {
            await refuse(response.status)
            return response
        }
        return await response.stored(by: self)
    }

    func store(_ response: TransportResponse) async {
        await cache.store(
            StoredResponse(
                response, to: fields, hasNamedIdentity: hasNamedIdentity, sentAt: sentAt,
                receivedAt: cache.clock()), of: self)
    }

    /// Removes the stored responses if a newer success may not be stored.
    func refuse(_ status: HTTPResponse.Status) async {
        guard status.kind == .successful, status != .partialContent,
            !CacheDirectives(fields).has("no-store")
        else { return }
        await cache.invalidate(self)
    }
}
