/// How long the answer of an endpoint may be used again, as its spec says.
///
/// It is in force where calls go over a ``CachingTransport``, for every method: requests with bodies of up
/// to 64 KiB in memory have the same answer if their bodies are the same. It takes the place of what the
/// answer says of its lifetime; `no-store`, `no-cache` and `Vary` of the answer hold all the same. Answers
/// to other methods than GET are kept in memory only, and a method with a rule is taken for one that
/// changes nothing.
public struct CacheRule: Hashable, Sendable {
    /// How long an answer with a status of success is served instead of a call, from when it came.
    ///
    /// `nil` leaves that to the answer.
    public var lifetime: Duration?
    /// How long it is served after that when a call fails.
    ///
    /// A call without an answer fails, and one with the status 500, 502, 503 or 504. An answer with
    /// `must-revalidate` is not served.
    ///
    /// `nil` leaves that to the answer.
    public var fallback: Duration?

    /// Creates a rule.
    public init(for lifetime: Duration? = nil, fallback: Duration? = nil) {
        self.lifetime = lifetime
        self.fallback = fallback
    }
}
