import FoundationEssentials

/// The rules of storing and choosing cookies (RFC 6265bis, sections 5.7 and 5.8), without a clock,
/// a lock or a file.
struct CookieJar: Sendable {
    /// A cookie and what its order and its eviction depend on.
    struct Entry: Sendable {
        var cookie: Cookie
        /// Which cookie it was; a new value of an old cookie keeps its number.
        var number: UInt64
        /// When it was last sent or set.
        var used: UInt64
    }

    private var domains: [String: [Entry]] = [:]
    private var count = 0
    private var clock: UInt64 = 0
    private let limits: CookieStore.Limits
    private let suffixes: PublicSuffixes?

    init(_ limits: CookieStore.Limits, suffixes: PublicSuffixes?) {
        self.limits = limits
        self.suffixes = suffixes
    }

    /// All cookies in the order in which they came.
    var cookies: [Cookie] {
        domains.values.joined().sorted { $0.number < $1.number }.map(\.cookie)
    }

    /// Takes a `Set-Cookie` field of a response from a URL.
    /// - Returns: Whether it was a cookie that may be set from there.
    @discardableResult
    mutating func take(_ field: String, from url: HTTPURL, at now: Date) -> Bool {
        guard let field = SetCookie(field), let cookie = cookie(field, from: url, at: now),
            !overwritesSecure(cookie, from: url)
        else { return false }
        put(cookie, at: now)
        return true
    }

    /// Puts a cookie into the jar, as it comes from a file.
    mutating func put(_ cookie: Cookie, at now: Date) {
        clock += 1
        var entries = domains[cookie.domain] ?? []
        var number = clock
        if let old = entries.firstIndex(where: { cookie.replaces($0.cookie) }) {
            number = entries.remove(at: old).number
        }
        // A cookie that has ended is how servers remove one.
        if !Self.hasEnded(cookie, at: now) {
            entries.append(Entry(cookie: cookie, number: number, used: clock))
        }
        set(entries, for: cookie.domain)
        evict(from: cookie.domain, at: now)
    }

    /// The cookies for a request, those with the longest paths first, then the oldest.
    mutating func cookies(
        for url: HTTPURL, isCrossSite: Bool, isSafe: Bool, at now: Date
    ) -> [Cookie] {
        clock += 1
        var found: [Entry] = []
        for domain in CookieDomain.candidates(url.origin.host) {
            guard var entries = domains[domain] else { continue }
            for index in entries.indices {
                let cookie = entries[index].cookie
                guard !cookie.isHostOnly || domain == url.origin.host,
                    !Self.hasEnded(cookie, at: now),
                    !cookie.isSecure || url.origin.scheme == "https",
                    CookiePath.matches(url.path, cookie.path),
                    !isCrossSite || cookie.sameSite != .strict,
                    !isCrossSite || isSafe || cookie.sameSite != .lax
                else { continue }
                entries[index].used = clock
                found.append(entries[index])
            }
            domains[domain] = entries
        }
        found.sort { one, other in
            let lengths = (one.cookie.path.utf8.count, other.cookie.path.utf8.count)
            return lengths.0 == lengths.1 ? one.number < other.number : lengths.0 > lengths.1
        }
        return found.map(\.cookie)
    }

    mutating func remove(where isRemoved: (Cookie) -> Bool) {
        for (domain, entries) in domains {
            set(entries.filter { !isRemoved($0.cookie) }, for: domain)
        }
    }

    private mutating func set(_ entries: [Entry], for domain: String) {
        count += entries.count - (domains[domain]?.count ?? 0)
        domains[domain] = entries.isEmpty ? nil : entries
    }

    /// The cookie that a field from a URL makes.
    ///
    /// `nil` if it may not be set from there.
    private func cookie(_ field: SetCookie, from url: HTTPURL, at now: Date) -> Cookie? {
        let host = url.origin.host
        var domain = host
        var isHostOnly = true
        if let attribute = field.domain {
            guard let place = CookieDomain.of(attribute, at: host, suffixes) else { return nil }
            (domain, isHostOnly) = place
        }
        guard !field.isSecure || url.origin.scheme == "https" else { return nil }
        let prefix = field.name.lowercased()
        if prefix.hasPrefix("__secure-") || prefix.hasPrefix("__host-"), !field.isSecure {
            return nil
        }
        if prefix.hasPrefix("__host-"), field.domain != nil || field.path != "/" { return nil }
        // A cookie may not live longer than 400 days.
        let latest = now.addingTimeInterval(400 * 86_400)
        let expires =
            field.maxAge.map { $0 <= 0 ? .distantPast : now + Double($0) }
            ?? field.expires
        return Cookie(
            name: field.name, value: field.value, domain: domain, isHostOnly: isHostOnly,
            path: field.path ?? CookiePath.standard(of: url.path),
            expires: expires.map { min($0, latest) }, isSecure: field.isSecure,
            isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite)
    }

    /// Whether a cookie from a plain response would take the place of one that only TLS may set.
    private func overwritesSecure(_ cookie: Cookie, from url: HTTPURL) -> Bool {
        guard url.origin.scheme != "https" else { return false }
        return domains.values.joined().contains { entry in
            let old = entry.cookie
            return old.isSecure && old.name == cookie.name
                && (CookieDomain.matches(old.domain, cookie.domain)
                    || CookieDomain.matches(cookie.domain, old.domain))
                && CookiePath.matches(cookie.path, old.path)
        }
    }

    private static func hasEnded(_ cookie: Cookie, at now: Date) -> Bool {
        cookie.expires.map { $0 <= now } ?? false
    }

    /// Makes room: ended ones first, then in the domain, then in all, those not used for longest;
    /// in the domain those that are not secure before the others.
    private mutating func evict(from domain: String, at now: Date) {
        if (domains[domain]?.count ?? 0) > limits.perDomain || count > limits.total {
            remove { Self.hasEnded($0, at: now) }
        }
        while (domains[domain]?.count ?? 0) > limits.perDomain { removeOldest(of: domain) }
        guard count > limits.total else { return }
        // A tenth at once, so that a flood does not sort them all each time.
        let kept = limits.total - limits.total / 10
        let last = domains.values.joined().map(\.used).sorted()[count - kept - 1]
        for (domain, entries) in domains {
            set(entries.filter { $0.used > last }, for: domain)
        }
    }

    private mutating func removeOldest(of domain: String) {
        guard var entries = domains[domain] else { return }
        let oldest = entries.indices.min { one, other in
            let (one, other) = (entries[one], entries[other])
            guard one.cookie.isSecure == other.cookie.isSecure else { return !one.cookie.isSecure }
            return one.used < other.used
        }
        guard let oldest else { return }
        entries.remove(at: oldest)
        set(entries, for: domain)
    }
}
