import FoundationEssentials

/// A cache's decision about a request, as a pure function of request, stored responses and time.
enum CacheDecision: Sendable, Equatable {
    /// Returns the stored response without asking the server.
    case reuse(StoredResponse)
    /// Returns the stale stored response at once, and revalidates it in the background (RFC 5861, section 3).
    case reuseStale(StoredResponse)
    /// Revalidates the stored response, which may also replace an error.
    case validate(StoredResponse)
    /// Sends the request to the server.
    case send
    /// Responds with 504 to `only-if-cached` without a usable response (RFC 9111, section 5.2.1.7).
    case unavailable

    /// - Parameters:
    ///   - request: The header fields of the request, including the session's cookies.
    ///   - stored: The stored responses of its key.
    ///   - rule: The caller's policy for the lifetime of the response.
    init(_ request: HTTPFields, stored: [StoredResponse], at now: Date, _ rule: CachePolicy? = nil)
    {
        let directives = CacheDirectives(request)
        let isOnlyIfCached = directives.has("only-if-cached")
        let found = stored.filter { $0.fits(request) }.max { $0.receivedAt < $1.receivedAt }
        guard let found, !directives.has("no-store") else {
            self = isOnlyIfCached ? .unavailable : .send
            return
        }
        let freshness = found.reusableFreshness(for: request, directives, at: now, rule)
        if let freshness, freshness.isFresh || found.mayBeStale(freshness, directives, at: now),
            let response = found.selected(by: request)
        {
            self = .reuse(response)
        } else if isOnlyIfCached {
            self = .unavailable
        } else if let freshness, CacheAdmission.isUnconditional(request),
            found.mayBeRevalidatedLater(freshness, directives, at: now, rule)
        {
            self = .reuseStale(found)
        } else if CacheAdmission.isUnconditional(request),
            found.hasValidator || found.mayReplaceError(for: request, at: now, rule)
        {
            self = .validate(found)
        } else {
            self = .send
        }
    }
}

extension StoredResponse {
    /// Returns the freshness of the response; `nil` if it must not be returned without revalidation
    /// (RFC 9111, section 4).
    fileprivate func reusableFreshness(
        for request: HTTPFields, _ directives: CacheDirectives, at now: Date, _ rule: CachePolicy?
    ) -> Freshness? {
        // `Pragma` counts only without `Cache-Control` (section 5.4).
        let hasNoCachePragma =
            directives.isEmpty
            && request.contains { field in
                field.name.canonicalName == "pragma"
                    && field.value.lowercased().contains("no-cache")
            }
        guard !directives.has("no-cache"), !hasNoCachePragma,
            !self.directives.isWhole("no-cache")
        else { return nil }
        let freshness = freshness(at: now, rule)
        if let limit = directives.seconds("max-age"), freshness.age > Double(limit) { return nil }
        if let margin = directives.seconds("min-fresh"),
            freshness.lifetime - freshness.age < Double(margin)
        {
            return nil
        }
        return freshness
    }

    /// Whether the request's `max-stale` accepts the response.
    fileprivate func mayBeStale(
        _ freshness: Freshness, _ directives: CacheDirectives, at now: Date
    ) -> Bool {
        guard let limit = directives.maxStale, allowsStale(at: now) else { return false }
        return limit == CacheDirectives.endless || freshness.staleness <= Double(limit)
    }

    /// Whether the response's `stale-while-revalidate` covers its staleness.
    ///
    /// A request that limits the age or the staleness waits for the server (RFC 9111, section 5.2.1), and so does
    /// a call with a lifetime of its own.
    fileprivate func mayBeRevalidatedLater(
        _ freshness: Freshness, _ request: CacheDirectives, at now: Date, _ rule: CachePolicy?
    ) -> Bool {
        guard let limit = directives.seconds("stale-while-revalidate"), allowsStale(at: now),
            !request.has("max-age"), !request.has("max-stale"), rule?.maxAge == nil
        else { return false }
        return freshness.staleness <= Double(limit)
    }

    private func allowsStale(at now: Date) -> Bool {
        // If the clock was set back, the staleness of the response is unknown.
        now >= receivedAt && !directives.has("must-revalidate")
    }

    /// Whether it may replace an error at this time (RFC 5861, section 4).
    ///
    /// The response's `stale-if-error` or the caller's policy must allow it. `must-revalidate` and `no-cache`
    /// forbid it.
    func mayReplaceError(for request: HTTPFields, at now: Date, _ rule: CachePolicy?) -> Bool {
        let limits = [
            directives.seconds("stale-if-error").map(Double.init),
            status.kind == .successful ? rule?.staleIfError.map { $0 / .seconds(1) } : nil,
        ].compactMap(\.self)
        guard let limit = limits.max(), allowsStale(at: now), !directives.isWhole("no-cache"),
            !CacheDirectives(request).has("no-cache")
        else { return false }
        return freshness(at: now, rule).staleness <= limit
    }
}
