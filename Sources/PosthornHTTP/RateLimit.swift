import FoundationEssentials
internal import RawStructuredFieldValues

extension TransportResponse {
    /// A quota of a server, as the header fields of a response report it.
    ///
    /// `response.rateLimits` reads the fields `RateLimit` and `RateLimit-Policy` of the IETF draft in its current and
    /// earlier forms, and the fields of other names with the same words, such as `X-RateLimit-Remaining`,
    /// `x-ratelimit-reset-tokens` and `anthropic-ratelimit-requests-limit`.
    public struct RateLimit: Sendable, Hashable {
        /// The name of the quota, such as `tokens`; `nil` if the server has one without a name.
        public var name: String?
        /// The number of requests or other units in the window; `nil` if it is unknown.
        public var limit: Int?
        /// The number that is left; `nil` if it is unknown.
        public var remaining: Int?
        /// The time from the response until the quota is renewed; `nil` if it is unknown.
        public var reset: Duration?

        /// Creates a quota.
        public init(
            name: String? = nil, limit: Int? = nil, remaining: Int? = nil, reset: Duration? = nil
        ) {
            (self.name, self.limit, self.remaining, self.reset) = (name, limit, remaining, reset)
        }
    }
}

extension TransportResponse {
    /// The quotas that the response reports, in the order of its header fields; empty if it reports none.
    public var rateLimits: [RateLimit] {
        var found: [RateLimit] = []
        func add(_ name: String?, _ change: (inout RateLimit) -> Void) {
            let place =
                found.firstIndex { $0.name == name }
                ?? {
                    found.append(RateLimit(name: name))
                    return found.count - 1
                }()
            change(&found[place])
        }
        for field in headers {
            let name = field.name.canonicalName
            guard let words = RateLimitField.words(in: name), found.count < 32 else { continue }
            if words.isEmpty {
                for quota in RateLimitField.quotas(field.value) {
                    add(quota.name) { old in
                        old.limit = quota.limit ?? old.limit
                        old.remaining = quota.remaining ?? old.remaining
                        old.reset = quota.reset ?? old.reset
                    }
                }
            } else if words == ["policy"] {
                for quota in RateLimitField.quotas(field.value) {
                    add(quota.name) { $0.limit = $0.limit ?? quota.limit }
                }
            } else if let kind = words.first(where: RateLimitField.kinds.contains) {
                let rest = words.filter { $0 != kind }.joined(separator: "-")
                let quota = rest.isEmpty ? nil : rest
                switch kind {
                case "limit":
                    if let limit = RateLimitField.number(field.value) {
                        add(quota) { $0.limit = limit }
                    }
                case "remaining":
                    if let left = RateLimitField.number(field.value) {
                        add(quota) { $0.remaining = left }
                    }
                default:
                    if let reset = RateLimitField.reset(field.value, headers) {
                        add(quota) { $0.reset = reset }
                    }
                }
            }
        }
        return found
    }
}

/// Parses the header fields of quotas.
private enum RateLimitField {
    static let kinds: Set<String> = ["limit", "remaining", "reset"]
    private static let longest = 30 * 86_400.0

    /// Returns the words of a field's name besides `ratelimit`; `nil` for another field.
    static func words(in name: String) -> [String]? {
        guard name.contains("ratelimit") || name.contains("rate-limit") else { return nil }
        let words = name.replacing("rate-limit", with: "ratelimit").split(separator: "-").map(
            String.init)
        guard let place = words.firstIndex(of: "ratelimit") else { return nil }
        return Array(words[(place + 1)...])
    }

    /// Reads `"default";r=50;t=30`, `"default";q=100;w=60` and `limit=9, remaining=0, reset=30`.
    ///
    /// A field that exceeds the limits of ``StructuredField`` has no effect.
    static func quotas(_ text: String) -> [TransportResponse.RateLimit] {
        if let items = StructuredField.list(text) {
            return items.compactMap { item in
                guard case .item(let item) = item else { return nil }
                let parameters = item.rfc9651Parameters
                return TransportResponse.RateLimit(
                    name: name(item.rfc9651BareItem), limit: whole(parameters["q"]),
                    remaining: whole(parameters["r"]), reset: time(parameters["t"]))
            }
        }
        guard let members = StructuredField.dictionary(text) else { return [] }
        func member(_ key: String) -> RFC9651BareItem? {
            if case .item(let item)? = members[key] { item.rfc9651BareItem } else { nil }
        }
        return [
            TransportResponse.RateLimit(
                limit: whole(member("limit")), remaining: whole(member("remaining")),
                reset: time(member("reset")))
        ]
    }

    private static func name(_ item: RFC9651BareItem) -> String? {
        switch item {
        case .string(let text): text
        case .token(let text): text
        default: nil
        }
    }

    private static func double(_ item: RFC9651BareItem?) -> Double? {
        switch item {
        case .integer(let number): Double(number)
        case .decimal(let number): Double(number)
        default: nil
        }
    }

    private static func whole(_ item: RFC9651BareItem?) -> Int? {
        double(item).flatMap { Int(exactly: $0.rounded(.down)) }
    }

    private static func time(_ item: RFC9651BareItem?) -> Duration? {
        double(item).flatMap { $0 >= 0 ? .seconds(min($0, longest)) : nil }
    }

    /// Returns the number at the beginning, because earlier drafts list the windows after it.
    static func number(_ text: String) -> Int? {
        Int(text.prefix { $0 == "-" || $0.isASCII && $0.isNumber })
    }

    /// Returns the time until the renewal: seconds, `1m30s`, an instant in seconds or milliseconds, or a date.
    static func reset(_ text: String, _ headers: HTTPFields) -> Duration? {
        func until(_ date: Date) -> Duration {
            // The server's clock, if the response tells it.
            let now = headers[.date].flatMap { InternetDate.http(from: $0) } ?? Date()
            return .seconds(min(max(0, date.timeIntervalSince(now)), longest))
        }
        if let number = Double(text), number.isFinite, number >= 0 {
            // No window has a billion seconds.
            if number < 1e9 { return .seconds(min(number, longest)) }
            return until(Date(timeIntervalSince1970: number > 1e11 ? number / 1000 : number))
        }
        if let date = InternetDate.http(from: text) ?? InternetDate.date(from: text) {
            return until(date)
        }
        return duration(text)
    }

    /// Reads `1h2m3.5s` and `20ms`.
    private static func duration(_ text: String) -> Duration? {
        var rest = text[...]
        var seconds = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...]
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[unit.endIndex...]
            let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]
            guard let number = Double(digits), let factor = units[String(unit)] else { return nil }
            seconds += number * factor
        }
        return .seconds(min(seconds, longest))
    }
}

extension TransportResponse.RateLimit: RedactedStringConvertible {
    /// The numbers, without the name.
    public var description: String {
        let parts = [
            remaining.map { "\($0) left" }, limit.map { "of \($0)" },
            reset.map { "renewed in \($0.text)" },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
