public import FoundationEssentials

/// The hosts that are called over TLS only (RFC 6797), for one session or several.
///
/// Give it to a session's configuration; the session then learns the hosts that say so in responses
/// over TLS, and calls them with https where a request or a redirect says http, at port 443 instead
/// of 80. It is kept in memory, for 1,000 hosts at most: of more than that the rule that ends first goes.
public final class HSTSStore: Sendable {
    private struct Rule: Sendable {
        var end: Date
        var includesSubdomains: Bool
    }

    private let rules = Locked<[String: Rule]>([:])
    private let clock: @Sendable () -> Date
    /// How many hosts are kept; those that end first go first.
    private static let limit = 1000

    /// Creates a list without hosts.
    ///
    /// - Parameter clock: Gives the time by which rules end; the system's by default.
    public init(clock: @escaping @Sendable () -> Date = { Date() }) { self.clock = clock }

    /// Adds a host that is known to speak TLS, so that not even its first call goes without.
    ///
    /// - Parameters:
    ///   - host: A name; addresses have no rules.
    ///   - includesSubdomains: Whether the rule is for all hosts below it too.
    ///   - time: How long the rule holds, in whole seconds; a year by default. Less than a second
    ///     removes the host's rule.
    public func require(
        _ host: String, includesSubdomains: Bool = false, for time: Duration = .seconds(31_536_000)
    ) {
        set(Self.name(host), time.components.seconds, includesSubdomains)
    }

    /// The hosts that have a rule, sorted.
    public var hosts: [String] {
        let now = clock()
        return rules.withLock { rules in rules.filter { $0.value.end > now }.keys.sorted() }
    }

    /// Removes all rules.
    public func removeAll() { rules.withLock { $0 = [:] } }

    /// The URL over TLS, if its host has a rule.
    func secured(_ url: HTTPURL) -> HTTPURL {
        guard url.origin.scheme == "http", requiresTLS(Self.name(url.origin.host)) else {
            return url
        }
        return url.secured() ?? url
    }

    /// Learns from a response; only one over TLS has a say.
    func take(_ headers: HTTPFields, from url: HTTPURL) {
        // Of several fields the first one counts (RFC 6797, section 8.1).
        guard url.origin.scheme == "https",
            let field = headers[values: .strictTransportSecurity].first
        else { return }
        var time: Int64?
        var includesSubdomains = false
        for part in field.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map { text in
                text.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
            }
            switch pair.first {
            case "max-age" where pair.count == 2:
                // Said twice, or no number: the field is not valid.
                guard time == nil, !pair[1].isEmpty,
                    pair[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
                else { return }
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
            // A host has a say about itself only: the rule of a domain above it stays.
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

    /// The host without a dot at its end, which names the same host.
    private static func name(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}

extension HSTSStore: Hashable {
    /// A list is equal to itself and to no other.
    public static func == (one: HSTSStore, other: HSTSStore) -> Bool { one === other }

    /// Hashes the list's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
