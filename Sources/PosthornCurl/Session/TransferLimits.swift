/// How many transfers of a session run at the same time, and who goes next.
///
/// What has to wait does so before it has a connection. Of those that wait, tasks of higher
/// ``SessionTask/priority`` go first. A stream counts until its body has ended or was dropped.
public struct TransferLimits: Sendable, Hashable {
    /// How many run to one origin (scheme, host and port).
    ///
    /// A hook that decides about a response holds its place meanwhile, if the response is longer than 512 KiB:
    /// with a limit of 1 it must not wait for another call to the same origin.
    ///
    /// The default, `nil`, means no limit; at least 1. Over HTTP/1 each has a connection of its own.
    public var perOrigin: Int?
    /// How many run in the whole session.
    ///
    /// The default, `nil`, means no limit; at least 1. Keep it below the process's limit on open
    /// files.
    public var total: Int?
    /// Who goes first of those with the same priority.
    ///
    /// The default is ``Order/firstInFirstOut``.
    public var order: Order

    /// Creates limits.
    public init(perOrigin: Int? = nil, total: Int? = nil, order: Order = .firstInFirstOut) {
        self.perOrigin = perOrigin
        self.total = total
        self.order = order
    }

    /// Who goes first of those that wait.
    public enum Order: Sendable, Hashable {
        /// Who came first.
        case firstInFirstOut
        /// Who came last: for screens that somebody scrolls through.
        case lastInFirstOut
    }
}
