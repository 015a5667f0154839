import FoundationEssentials

/// The rules for storing and selecting cookies (RFC 6265bis, sections 5.7 and 5.8).
///
/// It uses no clock, lock or file.
struct CookieJar: Sendable {
    /// A cookie with the data for its order and its eviction.
    struct Entry: Sendable {
        var cookie: CookieStore.Cookie
        /// The position in creation order.
        ///
        /// A new value of an existing cookie keeps its number.
        var number: UInt64
        /// The logical time at which the cookie was last sent or set.
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

    var cookies: [CookieStore.Cookie] {
        domains.values.joined().sorted { $0.number < $1.number }.map(\.cookie)
    }

    /// Stores the cookie of a `Set-Cookie` field in a response from a URL.
    ///
    /// - Returns: Whether the field has a valid cookie that this URL may set.
    @discardableResult
    mutating func take(_ field: String, from url: HTTPURL, at now: Date) -> Bool {
        guard let field = SetCookie(field), let cookie = cookie(field, from: url, at: now),
            !overwritesSecure(cookie, from: url)
        else { return false }
        put(cookie, at: now)
        return true
    }

    mutating func put(_ cookie: CookieStore.Cookie, at now: Date) {
        clock += 1
        var entries = domains[cookie.domain] ?? []
        var number = clock
        if let old = entries.firstIndex(where: { cookie.replaces($0.cookie) }) {
            number = entries.remove(at: old).number
        }
        // Servers remove a cookie by setting it with an expiry time in the past.
        if !Self.hasEnded(cookie, at: now) {
            entries.append(Entry(cookie: cookie, number: number, used: clock))
        }
        set(entries, for: cookie.domain)
        evict(from: cookie.domain, at: now)
    }

    /// Returns the cookies for a request, longest paths first, then oldest first.
    mutating func cookies(
        for url: HTTPURL, isCrossSite: Bool, isSafe: Bool, at now: Date
    ) -> [CookieStore.Cookie] {
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

    mutating func remove(where isRemoved: (CookieStore.Cookie) -> Bool) {
        for (domain, entries) in domains {
            set(entries.filter { !isRemoved($0.cookie) }, for: domain)
        }
    }

    private mutating func set(_ entries: [Entry], for domain: String) {
        count += entries.count - (domains[domain]?.count ?? 0)
        domains[domain] = entries.isEmpty ? nil : entries
    }

    /// Returns the cookie of a field in a response from a URL.
    ///
    /// `nil` if this URL may not set it.
    private func cookie(_ field: SetCookie, from url: HTTPURL, at now: Date) -> CookieStore.Cookie?
    {
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
        // RFC 6265bis limits the lifetime of a cookie to 400 days.
        let latest = now.addingTimeInterval(400 * 86_400)
        let expires =
            field.maxAge.map { $0 <= 0 ? .distantPast : now + Double($0) }
            ?? field.expires
        return CookieStore.Cookie(
            name: field.name, value: field.value, domain: domain, isHostOnly: isHostOnly,
            path: field.path ?? CookiePath.standard(of: url.path),
            expires: expires.map { min($0, latest) }, isSecure: field.isSecure,
            isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite)
    }

    /// Whether a cookie from an `http` response would replace or shadow a `Secure` cookie.
    private func overwritesSecure(_ cookie: CookieStore.Cookie, from url: HTTPURL) -> Bool {
        guard url.origin.scheme != "https" else { return false }
        return domains.values.joined().contains { entry in
            let old = entry.cookie
            return old.isSecure && old.name == cookie.name
                && (CookieDomain.matches(old.domain, cookie.domain)
                    || CookieDomain.matches(cookie.domain, old.domain))
                && CookiePath.matches(cookie.path, old.path)
        }
    }

    private static func hasEnded(_ cookie: CookieStore.Cookie, at now: Date) -> Bool {
        cookie.expires.map { $0 <= now } ?? false
    }

    /// Evicts cookies until the limits hold.
    ///
    /// Removes expired cookies first. Then it removes the least recently used cookies of the domain, those
    /// without `Secure` first, and then those of the whole jar.
    private mutating func evict(from domain: String, at now: Date) {
        if (domains[domain]?.count ?? 0) > limits.perDomain || count > limits.total {
            remove { Self.hasEnded($0, at: now) }
        }
        while (domains[domain]?.count ?? 0) > limits.perDomain { removeOldest(of: domain) }
        guard count > limits.total else { return }
        // Evicts a tenth at once, so that a flood of cookies does not sort the whole jar each time.
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
