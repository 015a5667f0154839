/// How long the answer of an endpoint may be used again, as its spec says.
public struct CacheRule: Hashable, Sendable {
    /// How long it is served instead of a call.
    ///
    /// `nil` always calls.
    public var lifetime: Duration?
    /// How long it is served when a call fails.
    ///
    /// `nil` lets the failure through.
    public var fallback: Duration?

    /// Creates a rule.
    public init(for lifetime: Duration? = nil, fallback: Duration? = nil) {
        self.lifetime = lifetime
        self.fallback = fallback
    }
}
