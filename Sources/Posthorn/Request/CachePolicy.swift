/// How long the response of an endpoint may be used again, as its spec says.
///
/// It is in force where calls go over a ``CachingTransport``, for every method: requests with bodies of up
/// to 64 KiB in memory have the same response if their bodies are the same. It takes the place of what the
/// answer says of its lifetime; `no-store`, `no-cache` and `Vary` of the response hold all the same. Answers
/// to other methods than GET are kept in memory only, and a method with a rule is taken for one that
/// changes nothing.
public struct CachePolicy: Hashable, Sendable {
    /// How long a response with a status of success is served instead of a call, from when it came.
    ///
    /// `nil` leaves that to the response.
    public var maxAge: Duration?
    /// How long it is served after that when a call fails.
    ///
    /// A call without a response fails, and one with the status 500, 502, 503 or 504. A response with
    /// `must-revalidate` is not served.
    ///
    /// `nil` leaves that to the response.
    public var staleIfError: Duration?

    /// Creates a rule.
    public init(maxAge: Duration? = nil, staleIfError: Duration? = nil) {
        self.maxAge = maxAge
        self.staleIfError = staleIfError
    }
}
