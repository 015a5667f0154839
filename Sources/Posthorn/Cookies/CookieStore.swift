public import FoundationEssentials

/// The cookies of one identity, for one session or several.
///
/// Give it to a session's configuration; the session then keeps what servers set, also in responses
/// that redirect, and sends it where it belongs. Cookies are shared by the ports of a host, as RFC
/// 6265 says: tenants are told apart by stores. Nothing is kept on disk unless ``save(to:)`` is
/// called.
///
/// A cookie for a domain is checked against the list of public suffixes of libpsl; where that is
/// missing, hosts can set cookies for themselves only.
public final class CookieStore: Sendable {
    /// How much a store keeps and sends.
    public struct Limits: Sendable, Hashable {
        /// Cookies for one domain; the default is 50.
        ///
        /// The ones not used for longest go first.
        public var perDomain = 50
        /// Cookies in all; the default is 3,000.
        ///
        /// When there are more, the tenth not used for longest goes.
        public var total = 3000
        /// Bytes of a `Cookie` field; the default is 8 KiB, as much as most servers take.
        ///
        /// Cookies that don't fit stay behind, those with the shortest paths first.
        public var fieldBytes = 8 << 10

        /// Creates the limits.
        public init() {}
    }

    /// How much the store keeps and sends.
    public let limits: Limits
    let clock: @Sendable () -> Date
    let suffixes: PublicSuffixes?
    private let state: Locked<State>

    private struct State {
        var jar: CookieJar
        /// How often the store was emptied: a response to a request from before is not kept.
        var era = 0
    }

    /// Creates an empty store.
    ///
    /// - Parameter clock: Gives the time by which cookies end; the system's by default.
    public convenience init(
        limits: Limits = Limits(), clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(limits: limits, clock: clock, suffixes: .system)
    }

    package init(limits: Limits, clock: @escaping @Sendable () -> Date, suffixes: PublicSuffixes?) {
        self.limits = limits
        self.clock = clock
        self.suffixes = suffixes
        state = Locked(State(jar: CookieJar(limits, suffixes: suffixes)))
    }

    /// All cookies that have not ended, in the order in which they came.
    public var cookies: [Cookie] {
        let now = clock()
        return state.withLock { $0.jar.cookies }.filter { $0.expires.map { $0 > now } ?? true }
    }

    /// The `Cookie` field for a GET of a URL.
    ///
    /// `nil` if there is no cookie for it, or the URL is not one of http or https.
    public func field(for url: String) -> String? {
        (try? HTTPURL(url)).flatMap { field(for: $0, isCrossSite: false, isSafe: true).value }
    }

    /// Keeps a cookie as if a server had set it.
    ///
    /// - Parameters:
    ///   - field: The value of a `Set-Cookie` field.
    ///   - url: The URL whose response it would be from.
    /// - Returns: Whether it is a cookie, and one that may be set from there.
    @discardableResult
    public func set(_ field: String, from url: String) -> Bool {
        guard let url = try? HTTPURL(url) else { return false }
        let now = clock()
        return state.withLock { $0.jar.take(field, from: url, at: now) }
    }

    /// Removes all cookies, as at the end of a session with the user.
    ///
    /// Cookies in responses that are still on their way are not kept.
    public func removeAll() {
        state.withLock { state in
            state.jar.remove { _ in true }
            state.era += 1
        }
    }

    /// Removes the cookies that a condition holds for.
    public func remove(where condition: @Sendable (Cookie) -> Bool) {
        let removed = Set(cookies.filter(condition))
        state.withLock { $0.jar.remove { removed.contains($0) } }
    }

    func put(_ cookies: [Cookie]) {
        let now = clock()
        state.withLock { state in
            for cookie in cookies { state.jar.put(cookie, at: now) }
        }
    }

    /// The `Cookie` field for a request, and the era in which it was asked for.
    func field(for url: HTTPURL, isCrossSite: Bool, isSafe: Bool) -> (value: String?, era: Int) {
        let now = clock()
        let (cookies, era) = state.withLock { state in
            (
                state.jar.cookies(for: url, isCrossSite: isCrossSite, isSafe: isSafe, at: now),
                state.era
            )
        }
        var value = ""
        for cookie in cookies {
            let pair = "\(cookie.name)=\(cookie.value)"
            guard value.utf8.count + 2 + pair.utf8.count <= limits.fieldBytes else { continue }
            value += (value.isEmpty ? "" : "; ") + pair
        }
        return (value.isEmpty ? nil : value, era)
    }

    /// Keeps the cookies of a response, unless the store was emptied since its request was made.
    func take(_ headers: HTTPFields, from url: HTTPURL, era: Int) {
        let fields = headers[values: .setCookie]
        guard !fields.isEmpty else { return }
        let now = clock()
        state.withLock { state in
            guard state.era == era else { return }
            for field in fields { state.jar.take(field, from: url, at: now) }
        }
    }
}

extension CookieStore: Hashable {
    /// A store is equal to itself and to no other.
    public static func == (one: CookieStore, other: CookieStore) -> Bool { one === other }

    /// Hashes the store's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CookieStore: RedactedStringConvertible {
    /// How many cookies there are.
    public var description: String { "\(cookies.count) cookies" }
}
