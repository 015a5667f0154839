/// The `Cache-Control` directives of a request (RFC 9111, section 5.2.1).
///
/// A `CachingTransport` follows them. A proxy, a CDN or the server may ignore them. A negative duration is
/// sent as 0, and a duration above 2^31 seconds as 2^31 (RFC 9111, section 1.2.2).
///
/// ```swift
/// let fresh = try await shop.with { $0.cacheControl = .noCache }.getOrder(id: id)
/// ```
public struct CacheControl: Sendable, Hashable {
    /// The maximum age of an acceptable response (`max-age`), sent in whole seconds, rounded down.
    ///
    /// `nil`, the default, sends no directive. Zero accepts only a response that the server has just
    /// validated.
    public var maxAge: Duration?
    /// How long past its freshness a response may be used (`max-stale`), sent in whole seconds, rounded down.
    ///
    /// `nil`, the default, sends no directive, and stale responses are not accepted. A duration of 2^31
    /// seconds or more, such as `.seconds(Int64.max)`, accepts any stale response and is sent as `max-stale`
    /// without a value.
    public var maxStale: Duration?
    /// How much longer the response must stay fresh (`min-fresh`), sent in whole seconds, rounded up.
    ///
    /// `nil`, the default, sends no directive.
    public var minFresh: Duration?
    /// Whether a cache must revalidate a stored response before use (`no-cache`); the default is `false`.
    public var noCache = false
    /// Whether caches must not store the request or its response (`no-store`); the default is `false`.
    public var noStore = false
    /// Whether proxies must not transform the body (`no-transform`); the default is `false`.
    ///
    /// Some proxies recompress images, for example.
    public var noTransform = false
    /// Whether only a stored response is accepted (`only-if-cached`); the default is `false`.
    ///
    /// If no stored response can be used, the cache responds with status 504.
    public var onlyIfCached = false

    /// Creates a value without directives.
    public init() {}

    /// `no-cache`: a cache must revalidate a stored response before it uses it.
    public static var noCache: CacheControl { Self { $0.noCache = true } }

    /// `no-store`: caches must not store the request or its response.
    public static var noStore: CacheControl { Self { $0.noStore = true } }

    /// `only-if-cached`: a cache uses a stored response, or responds with status 504 itself.
    public static var onlyIfCached: CacheControl { Self { $0.onlyIfCached = true } }

    /// `max-age`: accepts a stored response up to the given age.
    public static func maxAge(_ age: Duration) -> CacheControl { Self { $0.maxAge = age } }

    private init(_ change: (inout CacheControl) -> Void) { change(&self) }

    /// The value of the header field; `nil` if there are no directives.
    var fieldValue: String? {
        let endless: Int64 = 1 << 31
        func seconds(_ time: Duration?, rounding up: Bool = false) -> Int64? {
            guard let time else { return nil }
            let (seconds, rest) = max(.zero, time).components
            return seconds < endless ? seconds + (up && rest > 0 ? 1 : 0) : endless
        }
        let maxStale = seconds(maxStale)
        let directives = [
            noCache ? "no-cache" : nil, noStore ? "no-store" : nil,
            noTransform ? "no-transform" : nil, onlyIfCached ? "only-if-cached" : nil,
            seconds(maxAge).map { "max-age=\($0)" },
            maxStale.map { $0 < endless ? "max-stale=\($0)" : "max-stale" },
            seconds(minFresh, rounding: true).map { "min-fresh=\($0)" },
        ].compactMap(\.self)
        return directives.isEmpty ? nil : directives.joined(separator: ", ")
    }
}
