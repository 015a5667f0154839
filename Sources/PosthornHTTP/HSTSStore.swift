public import FoundationEssentials

/// A store of HSTS hosts, which are called over TLS only (RFC 6797), for one or more sessions.
///
/// Assign it to a session's configuration. The session then records the hosts that send
/// `Strict-Transport-Security` over TLS. For these hosts it replaces `http` with `https` in requests and
/// redirects, and port 80 with 443.
///
/// The store is kept in memory and holds at most 1,000 hosts. If it is full, the rule that expires first is
/// removed.
public final class HSTSStore: Sendable {
    private struct Rule: Sendable {
        var end: Date
        var includesSubdomains: Bool
    }

    private let rules = Locked<[String: Rule]>([:])
    private let clock: @Sendable () -> Date
    /// The maximum number of hosts; those that expire first are evicted.
    private static let limit = 1000

    /// Creates an empty store.
    ///
    /// - Parameter clock: Returns the time by which rules expire; the system's clock by default.
    public init(clock: @escaping @Sendable () -> Date = { Date() }) { self.clock = clock }

    /// Adds a host that is known to support TLS, so that even its first call uses it.
    ///
    /// - Parameters:
    ///   - host: A host name; IP addresses are ignored.
    ///   - includesSubdomains: Whether the rule also applies to all subdomains; the default is `false`.
    ///   - time: How long the rule applies, in whole seconds; a year by default. Less than a second removes
    ///     the host's rule.
    public func require(
        _ host: String, includesSubdomains: Bool = false, for time: Duration = .seconds(31_536_000)
    ) {
        set(Self.name(host), time.components.seconds, includesSubdomains)
    }

    /// The hosts that have a rule which has not expired, sorted.
    public var hosts: [String] {
        let now = clock()
        return rules.withLock { rules in rules.filter { $0.value.end > now }.keys.sorted() }
    }

    /// Removes all rules.
    public func removeAll() { rules.withLock { $0 = [:] } }

    func secured(_ url: HTTPURL) -> HTTPURL {
        guard url.origin.scheme == "http", requiresTLS(Self.name(url.origin.host)) else {
            return url
        }
        return url.secured() ?? url
    }

    /// Records the rule of a response; responses without TLS are ignored.
    func take(_ headers: HTTPFields, from url: HTTPURL) {
        // Only the first field counts (RFC 6797, section 8.1).
        guard url.origin.scheme == "https",
            let field = headers[values: .strictTransportSecurity].first
        else { return }
        var time: Int64?
        var includesSubdomains = false
        // Commas between the directives are a common error.
        for part in field.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let pair = part.split(separator: "=", maxSplits: 1).map { text in
                text.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
            }
            switch pair.first {
            case "max-age" where pair.count == 2:
                // A field with a repeated or non-numeric `max-age` is invalid.
                guard time == nil, pair[1].isDigits else { return }
                time = min(Int64(pair[1]) ?? .max, Int64(Int32.max))
            case "includesubdomains": includesSubdomains = true
            default: break
            }
        }
        if let time { set(Self.name(url.origin.host), time, includesSubdomains) }
    }

    private func set(_ host: String, _ seconds: Int64, _ includesSubdomains: Bool) {
        guard !host.isEmpty, !CookieDomain.isAddress(host) else { return }
        let now = clock()
        rules.withLock { rules in
            // A host can remove only its own rule; the rule of a parent domain stays.
            guard seconds > 0 else {
                rules[host] = nil
                return
            }
            rules[host] = Rule(
                end: now.addingTimeInterval(Double(seconds)),
                includesSubdomains: includesSubdomains)
            if rules.count > Self.limit, let first = rules.min(by: { $0.value.end < $1.value.end })
            {
                rules[first.key] = nil
            }
        }
    }

    private func requiresTLS(_ host: String) -> Bool {
        let now = clock()
        return rules.withLock { rules in
            guard !rules.isEmpty else { return false }
            return CookieDomain.candidates(host).contains { domain in
                guard let rule = rules[domain], rule.end > now else { return false }
                return domain == host || rule.includesSubdomains
            }
        }
    }

    /// Returns the host in lowercase without a trailing dot, which does not change its meaning.
    private static func name(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}

extension HSTSStore: Hashable {
    /// Whether both are the same instance.
    public static func == (one: HSTSStore, other: HSTSStore) -> Bool { one === other }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
