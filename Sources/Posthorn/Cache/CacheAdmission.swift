import FoundationEssentials

/// Whether a response is kept: a pure function of the request and the response (RFC 9111, section 3).
enum CacheAdmission {
    /// Whether a response may be kept.
    ///
    /// One that came from another place than the request was for is a response of that place, perhaps without
    /// the credentials that were sent here.
    /// - Parameter request: The fields of its request.
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

    // The ciphers' fields with a new value in each request: what answers it is never given again, and would
    // only push out what is.
    private static let once: Set<String> = ["posthorn-exchange", "posthorn-encapsulated"]

    /// Whether keeping a response could ever save anything: it is fresh for a while, or a success that can be
    /// asked about or may stand for an error.
    ///
    /// A validator of an error is of no use: conditions are looked at where the response would be a success
    /// (RFC 9110, section 13.2.1).
    static func isUseful(_ answer: StoredResponse, _ rule: CachePolicy?) -> Bool {
        if answer.freshness(at: answer.receivedAt).isFresh { return true }
        return answer.status.kind == .successful
            && (rule != nil || answer.hasValidator
                || CacheDirectives(answer.headers).has("stale-if-error"))
    }

    /// Whether a response that is not kept ends the one before it: a success does, what says that nothing is
    /// there, and what says how long it holds.
    ///
    /// Another error is of the moment, such as 429 or 503, and the good answer is still one to ask about.
    static func isSuccessor(_ answer: StoredResponse) -> Bool {
        answer.status.kind == .successful || [404, 410].contains(answer.status.code)
            || CacheDirectives(answer.headers).has("max-age")
            || answer.headers.contains { $0.name == .expires }
    }

    /// Whether a request with these fields may be answered by what is kept.
    ///
    /// What it says of the server's own state is between the caller and the server.
    static func mayAnswer(_ request: HTTPFields) -> Bool {
        !request.contains {
            $0.name == .ifMatch || $0.name == .ifUnmodifiedSince || $0.name == .ifRange
        }
    }

    /// Whether a request wants the whole response, whatever the caller has of it already.
    static func isUnconditional(_ request: HTTPFields) -> Bool {
        !request.contains { field in
            field.name == .ifNoneMatch || field.name == .ifModifiedSince || field.name == .range
        }
    }
}
