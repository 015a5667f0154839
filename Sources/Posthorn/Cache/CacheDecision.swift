import FoundationEssentials

/// What a cache does with a request: a pure function of the request, what is kept, and the time.
enum CacheDecision: Sendable, Equatable {
    /// Gives what is kept.
    case answer(StoredResponse)
    /// Asks the server whether what is kept still holds, or for another response, with what is kept in
    /// reserve.
    case validate(StoredResponse)
    /// Asks the server.
    case send
    /// Answers 504, because only what is kept is wanted and nothing is (RFC 9111, section 5.2.1.7).
    case unavailable

    /// Decides.
    ///
    /// - Parameters:
    ///   - request: The fields of the request, cookies of the session included.
    ///   - stored: What is kept for its key.
    ///   - rule: What the caller says of the response's life.
    init(_ request: HTTPFields, stored: [StoredResponse], at now: Date, _ rule: CachePolicy? = nil)
    {
        let wishes = CacheDirectives(request)
        let isOnlyFromCache = wishes.has("only-if-cached")
        let found = stored.filter { $0.fits(request) }.max { $0.receivedAt < $1.receivedAt }
        guard let found, !wishes.has("no-store") else {
            self = isOnlyFromCache ? .unavailable : .send
            return
        }
        if Self.holds(found, for: request, wishes, at: now, rule),
            let answer = found.selected(by: request)
        {
            self = .answer(answer)
        } else if isOnlyFromCache {
            self = .unavailable
        } else if CacheAdmission.isUnconditional(request),
            found.hasValidator || found.mayReplaceError(for: request, at: now, rule)
        {
            self = .validate(found)
        } else {
            self = .send
        }
    }

    /// Whether a kept response is given without asking (RFC 9111, section 4).
    private static func holds(
        _ answer: StoredResponse, for request: HTTPFields, _ wishes: CacheDirectives, at now: Date,
        _ rule: CachePolicy?
    ) -> Bool {
        // `Pragma` counts where nothing better is said (section 5.4).
        let isPragmatic =
            wishes.isEmpty
            && request.contains { field in
                field.name.canonicalName == "pragma"
                    && field.value.lowercased().contains("no-cache")
            }
        let rules = CacheDirectives(answer.headers)
        guard !wishes.has("no-cache"), !isPragmatic, !rules.isWhole("no-cache") else {
            return false
        }
        let freshness = answer.freshness(at: now, rule)
        if let limit = wishes.seconds("max-age"), freshness.age > Double(limit) { return false }
        if let margin = wishes.seconds("min-fresh"),
            freshness.lifetime - freshness.age < Double(margin)
        {
            return false
        }
        if freshness.isFresh { return true }
        // By how much it is stale is not known of one whose clock is not ours.
        guard now >= answer.receivedAt, !rules.has("must-revalidate"),
            let limit = wishes.maxStale
        else { return false }
        return limit == CacheDirectives.endless || freshness.staleness <= Double(limit)
    }
}

extension StoredResponse {
    /// Whether it may stand for an error at this time (RFC 5861, section 4): as the response's directive
    /// `stale-if-error` or the caller's rule says, and never against `must-revalidate` and `no-cache`.
    func mayReplaceError(for request: HTTPFields, at now: Date, _ rule: CachePolicy?) -> Bool {
        let rules = CacheDirectives(headers)
        let limits = [
            rules.seconds("stale-if-error").map(Double.init),
            status.kind == .successful ? rule?.staleIfError.map { $0 / .seconds(1) } : nil,
        ].compactMap(\.self)
        guard let limit = limits.max(), !rules.has("must-revalidate"),
            !rules.isWhole("no-cache"), !CacheDirectives(request).has("no-cache")
        else { return false }
        // One whose clock is not ours is not known to be within the time.
        guard now >= receivedAt else { return false }
        return freshness(at: now, rule).staleness <= limit
    }
}
