/// What a call wants of the caches on its way, as the request's `Cache-Control` (RFC 9111, section 5.2.1).
///
/// A ``CachingTransport`` keeps to it; a proxy, a CDN or the server may ignore all of it.
/// A negative time is sent as zero, and one of more than 2^31 seconds as that (section 1.2.2).
///
/// ```swift
/// let fresh = try await shop.with { $0.cacheControl = .noCache }.getOrder(id: id)
/// ```
public struct CacheControl: Sendable, Hashable {
    /// How old a response may be at most; sent in whole seconds, rounded down.
    ///
    /// `nil`, the default, says nothing; zero wants one that was asked for just now.
    public var maxAge: Duration?
    /// How long a response may be stale already; sent in whole seconds, rounded down.
    ///
    /// `nil`, the default, wants none that is; 2^31 seconds or more, such as `.seconds(Int64.max)`, take
    /// any, and are sent as `max-stale` without a value.
    public var maxStale: Duration?
    /// How long a response must stay fresh; sent in whole seconds, rounded up.
    ///
    /// `nil`, the default, says nothing.
    public var minFresh: Duration?
    /// Whether the server is to be asked before a kept response is used; the default is `false`.
    public var isRevalidated = false
    /// Whether no cache may keep anything of the call; the default is `false`.
    public var isNeverStored = false
    /// Whether nobody on the way may change the body, as some proxies do with pictures; the default is
    /// `false`.
    public var isNotTransformed = false
    /// Whether a kept response is wanted or none: without one the response is a 504; the default is `false`.
    public var isOnlyFromCache = false

    /// Creates a wish for nothing.
    public init() {}

    /// `no-cache`: the server is asked before a kept response is used.
    public static var noCache: CacheControl { Self { $0.isRevalidated = true } }

    /// `no-store`: no cache may keep anything of the call.
    public static var noStore: CacheControl { Self { $0.isNeverStored = true } }

    /// `only-if-cached`: a kept response or a 504, and no work for the server.
    public static var onlyIfCached: CacheControl { Self { $0.isOnlyFromCache = true } }

    /// `max-age`: a kept response that is no older.
    public static func maxAge(_ age: Duration) -> CacheControl { Self { $0.maxAge = age } }

    private init(_ change: (inout CacheControl) -> Void) {
        change(&self)
    }

    /// The field's value; `nil` if nothing is wanted.
    var fieldValue: String? {
        let endless: Int64 = 1 << 31
        func seconds(_ time: Duration?, rounding up: Bool = false) -> Int64? {
            guard let time else { return nil }
            let (seconds, rest) = max(.zero, time).components
            return seconds < endless ? seconds + (up && rest > 0 ? 1 : 0) : endless
        }
        let maxStale = seconds(maxStale)
        let directives = [
            isRevalidated ? "no-cache" : nil, isNeverStored ? "no-store" : nil,
            isNotTransformed ? "no-transform" : nil, isOnlyFromCache ? "only-if-cached" : nil,
            seconds(maxAge).map { "max-age=\($0)" },
            maxStale.map { $0 < endless ? "max-stale=\($0)" : "max-stale" },
            seconds(minFresh, rounding: true).map { "min-fresh=\($0)" },
        ].compactMap(\.self)
        return directives.isEmpty ? nil : directives.joined(separator: ", ")
    }
}
