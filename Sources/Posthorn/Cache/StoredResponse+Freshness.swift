import FoundationEssentials

extension StoredResponse {
    /// How long a heuristic may last at most, in seconds: a week.
    private static let longestHeuristic = 604_800.0

    /// What of a response's life is over.
    struct Freshness: Equatable {
        /// Seconds since it was made or validated (RFC 9111, section 4.2.3).
        var age: Double
        /// Seconds for which it is fresh, from when it was made (section 4.2.1).
        var lifetime: Double

        var isFresh: Bool { lifetime > age }
        /// For how many seconds it has been stale; 0 or less if it is fresh.
        var staleness: Double { age - lifetime }
    }

    /// How fresh the response is.
    ///
    /// A response that came later than now was kept by another clock: it has no lifetime, so that a clock
    /// which was put back makes nothing fresh for longer than the server said.
    ///
    /// - Parameter rule: What the caller says of it; its time counts from when the response came.
    func freshness(at now: Date, _ rule: CachePolicy? = nil) -> Freshness {
        let resident = now.timeIntervalSince(receivedAt)
        guard resident >= 0 else { return Freshness(age: 0, lifetime: 0) }
        var lifetime = lifetime
        if let own = rule?.maxAge, status.kind == .successful {
            lifetime = initialAge + own / .seconds(1)
        }
        return Freshness(age: initialAge + resident, lifetime: lifetime)
    }

    /// How old it was when it came (RFC 9111, section 4.2.3).
    private var initialAge: Double {
        let apparent = max(0, receivedAt.timeIntervalSince(date))
        // A clock that was put back meanwhile has not made the response younger.
        let delay = max(0, receivedAt.timeIntervalSince(sentAt))
        return max(apparent, Double(headers.ageSeconds) + delay)
    }

    /// When the server made it; when it came if it does not say.
    private var date: Date { headers.date(of: .date) ?? receivedAt }

    /// For how many seconds it is fresh (RFC 9111, section 4.2.1).
    ///
    /// `s-maxage` is for shared caches, and not for this one.
    private var lifetime: Double {
        let directives = CacheDirectives(headers)
        if let seconds = directives.seconds("max-age") { return Double(seconds) }
        if headers.contains(where: { $0.name == .expires }) {
            // What is no date, such as `0`, has expired (section 5.3).
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
    /// The seconds of `Age` (RFC 9111, section 5.1): the first of several, and 0 if it is no number.
    var ageSeconds: Int64 {
        guard let field = first(where: { $0.name == .age }) else { return 0 }
        let value = field.value.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
        return CacheDirectives.seconds(of: value) ?? 0
    }

    /// The date of a field; `nil` if it is not there, is there twice, or is none.
    func date(of name: HTTPField.Name) -> Date? {
        var values = lazy.filter { $0.name == name }.map(\.value).makeIterator()
        guard let value = values.next(), values.next() == nil else { return nil }
        return InternetDate.http(from: value)
    }
}

extension HTTPResponse.Status {
    /// Whether a response may be thought fresh for a while though nobody says so (RFC 9110, section 15.1).
    var hasHeuristic: Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
    }

    /// Whether its rules for caches are known to this one (RFC 9111, section 5.2.2.3).
    var isUnderstood: Bool {
        switch code {
        case 200...205, 300...303, 307, 308, 400...417, 421, 422, 425, 426, 428, 429, 431, 451,
            500...505, 511:
            true
        default: false
        }
    }
}
