/// The storage rules of a cache, as pure functions of request and response (RFC 9111, section 3).
enum CacheAdmission {
    /// Whether a response may be stored.
    ///
    /// A response obtained through a redirect is not stored. It belongs to another URL, and its request may
    /// have lacked the credentials.
    ///
    /// - Parameter request: The header fields of the request.
    static func mayStore(_ response: some CacheableResponse, to request: HTTPFields) -> Bool {
        let status = response.status
        guard response.redirects.isEmpty, response.bodyIntegrity != .unverified,
            status.code >= 200, status.code != 206, status.code != 304,
            !CacheDirectives(request).has("no-store"), request[.range] == nil,
            !Vary(response.headers).isEverything,
            !request.contains(where: { once.contains($0.name.canonicalName) })
        else { return false }
        let rules = CacheDirectives(response.headers)
        return rules.has("must-understand") ? status.isUnderstood : !rules.has("no-store")
    }

    // Fields that the ciphers set to a new value in each request. A response to such a request is never
    // reused, and storing it would only evict useful ones.
    private static let once: Set<String> = ["posthorn-exchange", "posthorn-encapsulated"]

    /// Whether storing a response can save a later request.
    ///
    /// A response is useful if it is fresh for some time. A successful one is also useful if it can be
    /// revalidated, can replace an error or may be stale for a while. Validators of an error response are
    /// useless, because servers evaluate conditions only where the response would be a success (RFC 9110,
    /// section 13.2.1).
    static func isUseful(_ response: StoredResponse, _ rule: CachePolicy?) -> Bool {
        if response.freshness(at: response.receivedAt).isFresh { return true }
        return response.status.kind == .successful
            && (rule != nil || response.hasValidator
                || response.directives.has("stale-if-error")
                || response.directives.has("stale-while-revalidate"))
    }

    /// Whether a response that is not stored invalidates the stored one.
    ///
    /// A success does, and so do a 404, a 410 and a response with an explicit lifetime. Other errors, such as
    /// 429 or 503, are temporary, and the stored response can still be revalidated.
    static func isSuccessor(_ response: StoredResponse) -> Bool {
        response.status.kind == .successful || [404, 410].contains(response.status.code)
            || response.directives.has("max-age")
            || response.headers.contains { $0.name == .expires }
    }

    /// Whether a stored response may serve a request with these fields.
    ///
    /// Preconditions on the server's state, such as `If-Match`, are for the server to evaluate.
    static func mayReuse(_ request: HTTPFields) -> Bool {
        !request.contains {
            $0.name == .ifMatch || $0.name == .ifUnmodifiedSince || $0.name == .ifRange
        }
    }

    /// Whether a request asks for the whole response, without conditions or a range.
    static func isUnconditional(_ request: HTTPFields) -> Bool {
        !request.contains { field in
            field.name == .ifNoneMatch || field.name == .ifModifiedSince || field.name == .range
        }
    }
}
