import FoundationEssentials

/// Whether an answer is kept: a pure function of the request and the answer (RFC 9111, section 3).
enum CacheAdmission {
    /// Whether an answer may be kept.
    ///
    /// - Parameters:
    ///   - request: The fields of its request.
    ///   - isRedirected: Whether it came from another place than the request was for; then it is an
    ///     answer of that place, perhaps without the credentials that were sent here.
    static func mayStore(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ completeness: Completeness,
        isRedirected: Bool, to request: HTTPFields
    ) -> Bool {
        guard !isRedirected, completeness != .unverified else { return false }
        guard status.code >= 200, status.code != 206, status.code != 304 else { return false }
        guard !CacheDirectives(request).has("no-store"), request[.range] == nil else {
            return false
        }
        guard !Vary(headers).isEverything else { return false }
        let rules = CacheDirectives(headers)
        if rules.has("must-understand") {
            return status.isUnderstood
        }
        return !rules.has("no-store")
    }

    /// Whether keeping an answer could ever save anything: it is fresh for a while, can be asked about, or
    /// may stand for an error.
    static func isUseful(_ answer: StoredAnswer, _ rule: CacheRule?) -> Bool {
        rule != nil || answer.hasValidator || answer.freshness(at: answer.receivedAt).isFresh
            || CacheDirectives(answer.headers).has("stale-if-error")
    }

    /// Whether a request with these fields may be answered by what is kept.
    ///
    /// What it says of the server's own state is between the caller and the server.
    static func mayAnswer(_ request: HTTPFields) -> Bool {
        !request.contains {
            $0.name == .ifMatch || $0.name == .ifUnmodifiedSince || $0.name == .ifRange
        }
    }

    /// Whether a request wants the whole answer, whatever the caller has of it already.
    static func isUnconditional(_ request: HTTPFields) -> Bool {
        !request.contains { field in
            field.name == .ifNoneMatch || field.name == .ifModifiedSince || field.name == .range
        }
    }
}
