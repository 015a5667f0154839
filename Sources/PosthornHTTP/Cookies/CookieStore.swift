public import FoundationEssentials

/// The cookies of one identity, for one or more sessions.
///
/// Set it in a session's configuration. The session then stores the cookies that servers set, including those
/// in redirect responses, and sends them with matching requests. All ports of a host share cookies (RFC 6265,
/// section 8.5), so use one store for each tenant. Cookies are written to disk only by ``save(to:)``.
///
/// A store keeps at most 50 cookies of a domain and 3,000 in all. Above that, it evicts expired cookies, then cookies
/// without `Secure`, then the others, least recently used first. A `Cookie` field has at most 8 KiB: cookies with
/// longer paths are added first, and those that do not fit are left out.
///
/// A cookie's domain is checked against the public suffix list of libpsl. Without libpsl, hosts can set
/// cookies only for themselves.
///
/// You can use a store from any thread.
public final class CookieStore: Sendable {
    struct Limits {
        var perDomain = 50
        var total = 3000
        /// The maximum length of a `Cookie` field; most servers accept it.
        var fieldBytes = 8 << 10
    }

    private let limits: Limits
    let clock: @Sendable () -> Date
    let suffixes: PublicSuffixes?
    private let state: Locked<State>

    private struct State {
        var jar: CookieJar
        /// Counts calls of ``removeAll()``.
        ///
        /// A response to a request from an earlier generation sets no cookies.
        var generation = 0
    }

    /// Creates an empty store.
    ///
    /// - Parameter clock: Returns the time by which cookies expire. The default is the system's time.
    public convenience init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.init(limits: Limits(), clock: clock, suffixes: .system)
    }

    init(limits: Limits, clock: @escaping @Sendable () -> Date, suffixes: PublicSuffixes?) {
        self.limits = limits
        self.clock = clock
        self.suffixes = suffixes
        state = Locked(State(jar: CookieJar(limits, suffixes: suffixes)))
    }

    /// All cookies that have not expired, in creation order.
    public var cookies: [CookieStore.Cookie] {
        let now = clock()
        return state.withLock { $0.jar.cookies }.filter { $0.expires.map { $0 > now } ?? true }
    }

    /// Returns the `Cookie` field for a GET request to a URL.
    ///
    /// `nil` if no cookie matches, or if the URL is not an HTTP or HTTPS URL.
    public func field(for url: String) -> String? {
        (try? HTTPURL(url)).flatMap { field(for: $0, isCrossSite: false, isSafe: true).value }
    }

    /// Stores a cookie as if a server had set it.
    ///
    /// - Parameters:
    ///   - field: The value of a `Set-Cookie` field.
    ///   - url: The URL of the response that would set it.
    /// - Returns: Whether the field has a valid cookie that this URL may set.
    @discardableResult
    public func set(_ field: String, from url: String) -> Bool {
        guard let url = try? HTTPURL(url) else { return false }
        let now = clock()
        return state.withLock { $0.jar.take(field, from: url, at: now) }
    }

    /// Removes all cookies, for example when the user signs out.
    ///
    /// Responses to requests sent before this call set no cookies.
    public func removeAll() {
        state.withLock { state in
            state.jar.remove { _ in true }
            state.generation += 1
        }
    }

    /// Removes the cookies that match a condition.
    public func remove(where condition: @Sendable (CookieStore.Cookie) -> Bool) {
        let removed = Set(cookies.filter(condition))
        state.withLock { $0.jar.remove { removed.contains($0) } }
    }

    func put(_ cookies: [CookieStore.Cookie]) {
        let now = clock()
        state.withLock { state in
            for cookie in cookies { state.jar.put(cookie, at: now) }
        }
    }

    /// Returns the `Cookie` field for a request, with the current generation.
    func field(for url: HTTPURL, isCrossSite: Bool, isSafe: Bool) -> (
        value: String?, generation: Int
    ) {
        let now = clock()
        let (cookies, generation) = state.withLock { state in
            (
                state.jar.cookies(for: url, isCrossSite: isCrossSite, isSafe: isSafe, at: now),
                state.generation
            )
        }
        var value = ""
        for cookie in cookies {
            let pair = "\(cookie.name)=\(cookie.value)"
            guard value.utf8.count + 2 + pair.utf8.count <= limits.fieldBytes else { continue }
            value += (value.isEmpty ? "" : "; ") + pair
        }
        return (value.isEmpty ? nil : value, generation)
    }

    /// Stores the cookies of a response, unless the store was emptied after the request was made.
    func take(_ headers: HTTPFields, from url: HTTPURL, generation: Int) {
        let fields = headers[values: .setCookie]
        guard !fields.isEmpty else { return }
        let now = clock()
        state.withLock { state in
            guard state.generation == generation else { return }
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
    /// The number of cookies.
    public var description: String { "\(cookies.count) cookies" }
}
