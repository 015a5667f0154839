/// Limits on the number of transfers that a session runs at the same time.
///
/// A transfer over the limit waits before it opens or reuses a connection. Waiting tasks with a higher
/// ``SessionTask/priority`` start first. A stream counts until its body has ended or the stream is dropped.
public struct TransferLimits: Sendable, Hashable {
    /// The maximum number of concurrent transfers to one origin (scheme, host and port).
    ///
    /// The default, `nil`, means no limit; the minimum is 1. Over HTTP/1 each transfer has its own
    /// connection.
    ///
    /// While a ``SessionHooks/didReceiveResponse`` hook decides about a response longer than 512 KiB, the
    /// transfer still counts. With a limit of 1, the hook must not wait for another call to the same origin.
    public var perOrigin: Int?
    /// The maximum number of concurrent transfers in the whole session.
    ///
    /// The default, `nil`, means no limit; the minimum is 1. Keep it below the process's limit on open files.
    public var total: Int?
    /// Whether the newest of waiting transfers with the same priority starts first, as for images of a scrolling list.
    ///
    /// The default is `false`: the oldest starts first.
    public var startsNewestFirst: Bool

    /// Creates limits.
    public init(perOrigin: Int? = nil, total: Int? = nil, startsNewestFirst: Bool = false) {
        self.perOrigin = perOrigin
        self.total = total
        self.startsNewestFirst = startsNewestFirst
    }
}
