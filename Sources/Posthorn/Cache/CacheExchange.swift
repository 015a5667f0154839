import FoundationEssentials

/// One request on its way past a cache: what is kept for it, and what its answer does to that.
struct CacheExchange: Sendable {
    /// The request as the caller made it.
    let request: TransportRequest
    /// Its fields, with the cookies that the session will add.
    let fields: HTTPFields
    /// `nil` if nothing that is kept has to do with it: another method, or no URL.
    let key: CacheKey?
    let url: RequestURL?
    let decision: CacheDecision
    let sentAt: Date
    let cache: HTTPCache

    init(
        _ request: TransportRequest, _ cache: HTTPCache, identity: String?, cookies: CookieStore?
    ) {
        self.request = request
        self.cache = cache
        var fields = request.headers
        if request.usesCookies, fields[.cookie] == nil,
            let cookie = cookies?.field(for: request.url)
        {
            fields[.cookie] = cookie
        }
        self.fields = fields
        url = try? RequestURL(request.url)
        sentAt = cache.clock()
        if let url, Self.isKept(request) {
            let key = CacheKey(
                request, url: url, headers: fields, identity: identity,
                impersonal: cache.impersonal)
            self.key = key
            decision =
                CacheAdmission.mayAnswer(fields)
                ? CacheDecision(
                    fields, stored: cache.answers(for: key, fitting: fields), at: sentAt,
                    request.cache) : .send
        } else {
            key = nil
            decision = .send
        }
    }

    /// Whether answers to a request are kept at all: to a GET, and to what the caller has a rule for.
    private static func isKept(_ request: TransportRequest) -> Bool {
        guard let body = request.body else {
            return request.method == .get || request.cache != nil && request.method != .head
        }
        guard request.cache != nil, let count = body.count else { return false }
        return count <= longestBody && body.isInMemory
    }

    /// The longest body of a request that is a part of a key, in bytes.
    private static let longestBody = 64 << 10

    /// The request that asks whether a kept answer still holds (RFC 9111, section 4.3.1).
    func conditional(on answer: StoredAnswer) -> TransportRequest {
        var request = request
        if let tag = answer.headers.value(of: .eTag) { request.headers[.ifNoneMatch] = tag }
        if let date = answer.headers.value(of: .lastModified) {
            request.headers[.ifModifiedSince] = date
        }
        return request
    }

    /// What becomes of an answer whose head has come.
    enum Outcome {
        /// It is the caller's.
        case pass
        /// The kept one is the caller's instead.
        case replace(TransportResponse)
        /// It says nothing about what is kept: the request goes out once more without a condition.
        case repeatPlainly
    }

    /// Looks at the answer to a conditional request.
    func outcome(
        of answer: StoredAnswer, _ status: HTTPResponse.Status, _ headers: HTTPFields,
        isRedirected: Bool
    ) -> Outcome {
        let now = cache.clock()
        // Without a condition of ours it is no answer to one: the caller gets it as it is.
        if status == .notModified, answer.hasValidator {
            // Elsewhere the same tag may name another thing.
            guard !isRedirected, answer.isMeant(by: headers) else {
                cache.forget(self)
                return .repeatPlainly
            }
            let fresh = answer.freshened(by: headers, sentAt: sentAt, receivedAt: now)
            cache.store(fresh, of: self)
            return .replace(fresh.response(at: now, .validated))
        }
        if StoredAnswer.isReplaceable(status),
            answer.mayReplaceError(for: fields, at: now, request.cache)
        {
            return .replace(answer.response(at: now, .staleIfError(status: status.code)))
        }
        return .pass
    }

    /// The kept answer that may stand for an error, if there is one.
    func substitute(for error: TransportError) -> TransportResponse? {
        guard error.code != .cancelled, case .validate(let answer) = decision else { return nil }
        let now = cache.clock()
        guard answer.mayReplaceError(for: fields, at: now, request.cache) else { return nil }
        return answer.response(at: now, .staleIfError(status: nil))
    }

    /// Whether an answer may be kept, as its head says.
    func mayStore(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ completeness: Completeness,
        isRedirected: Bool = false
    ) -> Bool {
        key != nil
            && CacheAdmission.mayStore(
                status, headers, completeness, isRedirected: isRedirected, to: fields)
    }

    /// Keeps a whole answer that came from the server, or forgets what it shows to be over.
    func take(_ response: TransportResponse) {
        guard key != nil else { return invalidate(response.status, response.headers) }
        guard
            mayStore(
                response.status, response.headers, response.completeness,
                isRedirected: !response.redirects.isEmpty)
        else { return refuse(response.status) }
        cache.store(
            StoredAnswer(response, to: fields, sentAt: sentAt, receivedAt: cache.clock()),
            of: self)
    }

    /// Forgets what is kept, when a newer answer has come in its place that may not be kept.
    func refuse(_ status: HTTPResponse.Status) {
        guard status.kind == .successful, status != .partialContent,
            !CacheDirectives(fields).has("no-store")
        else { return }
        cache.forget(self)
    }

    /// Forgets what an unsafe method may have changed (RFC 9111, section 4.4).
    func invalidate(_ status: HTTPResponse.Status, _ headers: HTTPFields) {
        guard let url, !Self.safeMethods.contains(request.method),
            (200..<400).contains(status.code)
        else { return }
        cache.remove(url)
        for name in [HTTPField.Name.location, .contentLocation] {
            guard let place = headers[name], let other = try? url.resolve(place),
                other.origin == url.origin
            else { continue }
            cache.remove(other)
        }
    }

    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]
}
