import FoundationEssentials

extension StoredResponse {
    /// The age and the lifetime of a response.
    struct Freshness: Sendable, Equatable {
        /// The maximum heuristic lifetime in seconds: one week.
        private static let longestHeuristic = 604_800.0

        /// Seconds since the response was generated or revalidated (RFC 9111, section 4.2.3).
        var age: Double
        /// Seconds for which the response is fresh, counted from its generation (section 4.2.1).
        var lifetime: Double

        var isFresh: Bool { lifetime > age }
        /// Seconds for which the response has been stale, or 0 or less if it is fresh.
        var staleness: Double { age - lifetime }
    }

    /// Returns the freshness of the response.
    ///
    /// If the response was received after `now`, the clock was set back. Its lifetime is then 0, so that no
    /// response stays fresh for longer than the server allowed.
    ///
    /// - Parameter rule: The caller's policy, whose `maxAge` counts from the receipt of the response.
    func freshness(at now: Date, _ rule: CachePolicy? = nil) -> Freshness {
        let resident = now.timeIntervalSince(receivedAt)
        guard resident >= 0 else { return Freshness(age: 0, lifetime: 0) }
        var freshness = freshnessOnReceipt
        if let own = rule?.maxAge, status.kind == .successful {
            freshness.lifetime = freshness.age + own / .seconds(1)
        }
        freshness.age += resident
        return freshness
    }
}

extension StoredResponse.Freshness {
    init(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ directives: CacheDirectives,
        sentAt: Date, receivedAt: Date
    ) {
        // Without a `Date` field, it was generated when it was received.
        let date = headers.date(of: .date) ?? receivedAt
        let apparent = max(0, receivedAt.timeIntervalSince(date))
        // If the clock was set back meanwhile, the difference is negative.
        let delay = max(0, receivedAt.timeIntervalSince(sentAt))
        age = max(apparent, Double(headers.ageSeconds) + delay)
        lifetime = Self.lifetime(status, headers, directives, date)
    }

    /// Seconds for which the response is fresh (RFC 9111, section 4.2.1).
    ///
    /// `s-maxage` applies only to shared caches.
    private static func lifetime(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ directives: CacheDirectives,
        _ date: Date
    ) -> Double {
        if let seconds = directives.seconds("max-age") { return Double(seconds) }
        if headers.contains(where: { $0.name == .expires }) {
            // An invalid date, such as `0`, means that the response has expired (section 5.3).
            guard let end = headers.date(of: .expires) else { return 0 }
            return max(0, end.timeIntervalSince(date))
        }
        guard status.hasHeuristic || directives.has("public"),
            let modified = headers.date(of: .lastModified)
        else { return 0 }
        return min(max(0, date.timeIntervalSince(modified)) / 10, Self.longestHeuristic)
    }
}

extension HTTPFields {
    /// The seconds of the first `Age` value, or 0 if it is not a number (RFC 9111, section 5.1).
    var ageSeconds: Int64 {
        guard let field = first(where: { $0.name == .age }) else { return 0 }
        let value = field.value.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
        return CacheDirectives.seconds(of: value) ?? 0
    }

    /// Returns the date of a field, or `nil` if the field is absent, repeated or invalid.
    func date(of name: HTTPField.Name) -> Date? {
        var values = lazy.filter { $0.name == name }.map(\.value).makeIterator()
        guard let value = values.next(), values.next() == nil else { return nil }
        return InternetDate.http(from: value)
    }
}

extension HTTPResponse.Status {
    /// Whether a response may have a heuristic lifetime (RFC 9110, section 15.1).
    var hasHeuristic: Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
    }

    /// Whether this cache knows the caching rules of the status (RFC 9111, section 5.2.2.3).
    var isUnderstood: Bool {
        switch code {
        case 200...205, 300...303, 307, 308, 400...417, 421, 422, 425, 426, 428, 429, 431, 451,
            500...505, 511:
            true
        default: false
        }
    }
}
