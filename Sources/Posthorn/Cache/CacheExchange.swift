import FoundationEssentials

/// One request on its way past a cache: what is kept for it, and what its response does to that.
struct CacheExchange: Sendable {
    /// The request as the caller made it.
    let request: TransportRequest
    /// Its fields, with the cookies that the session will add.
    let fields: HTTPFields
    /// `nil` if nothing that is kept has to do with it: another method, or no URL.
    let key: CacheKey?
    let url: HTTPURL?
    let decision: CacheDecision
    let sentAt: Date
    let cache: HTTPCache
    /// The era of the URL when the exchange began, by which the cache knows what was removed since.
    let era: UInt64
    /// Whether a name stands for the credentials.
    private let hasNamedIdentity: Bool
    /// What may add cookies to the request.
    private let transport: any Transport

    init(
        _ original: TransportRequest, _ cache: HTTPCache, identity: String?,
        transport: some Transport
    ) {
        let prepared = transport.prepared(original)
        // Once a host wants TLS, what was kept of `http` is nobody's response.
        var request = original
        request.url = prepared.url
        self.request = request
        self.cache = cache
        self.transport = transport
        hasNamedIdentity = identity != nil
        url = try? HTTPURL(request.url)
        // Before anything is looked at that may change with a removal.
        era = url.map { cache.era(of: $0) } ?? 0
        // The cookies are added anew when the request is sent.
        let fields = prepared.headers
        self.fields = fields
        sentAt = cache.clock()
        var stored: [StoredResponse] = []
        if let url, Self.isKept(request) {
            let key = CacheKey(
                request, url: url, headers: fields, identity: identity,
                impersonal: cache.impersonal)
            self.key = key
            // What says something of the server's own state is answered by nothing that is kept.
            if CacheAdmission.mayAnswer(fields) {
                stored = cache.answers(for: key, fitting: fields, since: era)
                    .filter { Self.mayGive($0.status, $0.headers, to: request) }
            }
        } else {
            key = nil
        }
        decision = CacheDecision(fields, stored: stored, at: sentAt, request.options.cache)
    }

    /// Whether a response is the last one for a request: one that leads on is only for those who say
    /// themselves that they follow none.
    private static func mayGive(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, to request: TransportRequest
    ) -> Bool {
        request.options.redirects?.reach == .nowhere || !RedirectRule.leadsOn(status.code, headers)
    }

    /// Whether answers to a request are kept at all: to a GET, and to what the caller has a rule for.
    private static func isKept(_ request: TransportRequest) -> Bool {
        guard let body = request.body else {
            return request.method == .get || request.options.cache != nil && request.method != .head
        }
        guard request.options.cache != nil, let count = body.count else { return false }
        return count <= longestBody && body.isInMemory
    }

    /// The longest body of a request that is a part of a key, in bytes.
    private static let longestBody = 64 << 10

    /// The request that asks whether a kept response still holds (RFC 9111, section 4.3.1).
    func conditional(on answer: StoredResponse) -> TransportRequest {
        var request = request
        if let tag = answer.headers.value(of: .eTag) { request.headers[.ifNoneMatch] = tag }
        if let date = answer.headers.value(of: .lastModified) {
            request.headers[.ifModifiedSince] = date
        }
        return request
    }

    /// What becomes of a response whose head has come.
    enum Outcome {
        /// It is the caller's.
        case pass
        /// The kept one is the caller's instead.
        case replace(TransportResponse)
        /// It says nothing about what is kept: the request goes out once more without a condition.
        case repeatPlainly
    }

    /// Looks at the response to a conditional request.
    func outcome(of stored: StoredResponse, _ response: some CacheableResponse) -> Outcome {
        let now = cache.clock()
        // Without a condition of ours it is no response to one: the caller gets it as it is.
        if response.status == .notModified, stored.hasValidator {
            // Elsewhere the same tag may name another thing.
            guard response.redirects.isEmpty, stored.isMeant(by: response.headers) else {
                cache.forget(self)
                return .repeatPlainly
            }
            let fresh = stored.freshened(by: response.headers, sentAt: sentAt, receivedAt: now)
            cache.store(fresh, of: self)
            return .replace(fresh.response(at: now, .validated))
        }
        // The errors in the sense of `stale-if-error` (RFC 5861, section 4).
        guard [500, 502, 503, 504].contains(response.status.code),
            let kept = substitute(stored, at: now, for: response.status)
        else { return .pass }
        return .replace(kept)
    }

    /// The errors that say that the server could not be asked or not be heard (RFC 5861, section 4).
    ///
    /// All others are for the caller to know, such as a certificate that is not trusted.
    private static let unreached: Set<TransportError.Code> = [
        .timedOut, .nameNotResolved, .cannotConnect, .connectionLost, .notRepeated, .truncated,
        .proxyFailed,
    ]

    /// The kept response that may stand for an error, if there is one.
    func substitute(for error: TransportError) -> TransportResponse? {
        guard Self.unreached.contains(error.code), case .validate(let answer) = decision else {
            return nil
        }
        return substitute(answer, at: cache.clock(), for: nil)
    }

    private func substitute(
        _ answer: StoredResponse, at now: Date, for status: HTTPResponse.Status?
    ) -> TransportResponse? {
        guard answer.mayReplaceError(for: fields, at: now, request.options.cache) else {
            return nil
        }
        return answer.response(at: now, .staleIfError(status: status?.code))
    }

    /// Whether a response may be kept, as its head says.
    func mayStore(_ response: some CacheableResponse) -> Bool {
        // A refusal speaks of a token, and a name outlives that.
        key != nil && !(hasNamedIdentity && Self.refusals.contains(response.status.code))
            && Self.mayGive(response.status, response.headers, to: request)
            && CacheAdmission.mayStore(response, to: fields)
    }

    private static let refusals: Set<Int> = [401, 403, 407]

    /// Whether a response was for who is in the key: the session's cookies may have changed between the
    /// look at them and their way out.
    func isForSameCookies(_ answer: StoredResponse) -> Bool {
        guard request.headers[.cookie] == nil else { return true }
        guard !hasNamedIdentity || answer.nominated.contains(where: { $0.name == .cookie }) else {
            return true
        }
        return transport.prepared(request).headers[.cookie] == fields[.cookie]
    }

    /// The response that came from the server: it is stored if it may be, else what it shows to be over is
    /// forgotten.
    func kept<Answer: CacheableResponse>(_ response: Answer) -> Answer {
        guard key != nil else {
            cache.forget(changedBy: request, response)
            return response
        }
        guard mayStore(response) else {
            refuse(response.status)
            return response
        }
        return response.stored(by: self)
    }

    func store(_ response: TransportResponse) {
        cache.store(
            StoredResponse(response, to: fields, sentAt: sentAt, receivedAt: cache.clock()),
            of: self)
    }

    /// Forgets what is kept, when a newer response has come in its place that may not be kept.
    func refuse(_ status: HTTPResponse.Status) {
        guard status.kind == .successful, status != .partialContent,
            !CacheDirectives(fields).has("no-store")
        else { return }
        cache.forget(self)
    }
}
