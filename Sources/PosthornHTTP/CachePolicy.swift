/// How long an endpoint's response may be reused, as its spec states.
///
/// The policy takes effect for calls over a `CachingTransport`, for every method except HEAD. Requests with
/// equal bodies of up to 64 KiB in memory share a stored response.
///
/// The policy overrides the lifetime that the response states. `no-store`, `no-cache` and `Vary` of the
/// response still apply. Responses to methods other than GET are stored in memory only. A method with a
/// policy is assumed to be safe: it does not invalidate stored responses.
public struct CachePolicy: Hashable, Sendable {
    /// How long a successful response is served from the cache, counted from its arrival.
    ///
    /// `nil` uses the lifetime that the response states.
    public var maxAge: Duration?
    /// How long a stale response is served when a call fails, counted from the end of its freshness.
    ///
    /// The time applies if the server cannot be reached, if the connection fails or times out, and if the
    /// response has the status 500, 502, 503 or 504. A stored response with `must-revalidate` or `no-cache`
    /// is not served.
    ///
    /// `nil` uses the `stale-if-error` directive of the response. If both are set, the longer time applies.
    public var staleIfError: Duration?

    /// Creates a policy; with `nil` for both times, the response decides.
    public init(maxAge: Duration? = nil, staleIfError: Duration? = nil) {
        self.maxAge = maxAge
        self.staleIfError = staleIfError
    }
}
