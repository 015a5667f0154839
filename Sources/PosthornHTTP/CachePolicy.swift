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
    /// A key of your own, which tells stored responses apart in place of query, body and header fields.
    ///
    /// Method, origin, path and the caller's identity count beside it. Set it to leave out what differs in each
    /// request, such as a nonce, a signature or a sealed body. Such responses are stored in memory only. `nil`, the
    /// default, tells responses apart by the whole request.
    public var key: String?

    /// Creates a policy; with `nil` for both times, the response decides.
    public init(
        maxAge: Duration? = nil, staleIfError: Duration? = nil, key: String? = nil
    ) {
        self.key = key
        self.maxAge = maxAge
        self.staleIfError = staleIfError
    }
}

/// Redacted because the key may contain parameters.
extension CachePolicy: RedactedStringConvertible {
    /// The times, without the key.
    public var description: String {
        let times = [("maxAge", maxAge), ("staleIfError", staleIfError)].compactMap { name, time in
            time.map { "\(name) \($0.text)" }
        }
        return (times + (key == nil ? [] : ["a key"])).joined(separator: ", ")
    }
}
