/// A store that counts calls, so that several processes share rates, retry budgets and the states of circuits.
///
/// `RateLimiter` calls `take(_:of:at:within:)` when it has no call left from an earlier batch, and `pause(_:for:)` after
/// a response that asks for it. A `RetryBudget` calls `add(_:to:within:)` after retries, and a `CircuitBreaker` after
/// failed or slow calls, and once in two seconds while calls succeed; the breaker also calls the other two when its
/// circuit opens or is probed. Each calls the store at most once in 100 milliseconds and group while the rate permits the
/// calls and the circuit is closed. Each requirement is one atomic step for all processes that share the store. All times
/// are those of the store's clock, so the clocks of the processes do not matter. Groups are compared byte by byte.
///
/// An error fails no call: the process continues with its local share.
public protocol RateStore: Sendable {
    /// Takes calls of a group.
    ///
    /// - Parameters:
    ///   - count: The largest number of calls to take, at least 1.
    ///   - group: The name of the group, such as an origin.
    ///   - rate: The rate. All processes use the same one.
    ///   - limit: The longest time until a call that is taken.
    /// - Returns: When the calls may be sent. None is later than the limit.
    func take(
        _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
    ) async throws -> RateGrant

    /// Keeps all calls of a group waiting; does nothing if a longer pause is in force.
    func pause(_ group: String, for duration: Duration) async throws

    /// Adds to the counts of a group.
    ///
    /// A count starts at zero, and may start again when it has not changed for an hour.
    ///
    /// - Parameters:
    ///   - amounts: An amount for each count, which may be negative.
    ///   - group: The name of the group. Its counts do not change the calls that it may take.
    ///   - bounds: The range of each sum, from at least -2⁵³ to at most 2⁵³. A sum outside is moved to the nearest bound.
    /// - Returns: The sums of all processes, and the pause of the group.
    func add(
        _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
    ) async throws -> RateCounts
}

/// A rate of calls that processes share (generic cell rate algorithm).
public struct SharedRate: Sendable, Hashable {
    /// The time between two calls at the full rate; zero if only pauses count.
    public var interval: Duration
    /// The number of calls that may be sent at once after a time without calls, at least 1.
    public var burst: Int

    /// Creates a rate.
    public init(interval: Duration, burst: Int) {
        (self.interval, self.burst) = (max(.zero, interval), max(1, burst))
    }
}

/// The calls that a process may send.
public struct RateGrant: Sendable, Hashable {
    /// The time from now until each call that was taken, in ascending order.
    ///
    /// Empty if the first call would have to wait longer than the limit.
    public var delays: [Duration]
    /// The time until the first call that was not taken.
    public var next: Duration
    /// The time until the pause of the group ends; zero if there is none.
    public var pause: Duration

    /// Creates a grant.
    public init(delays: [Duration], next: Duration, pause: Duration = .zero) {
        (self.delays, self.next, self.pause) = (delays, next, pause)
    }
}

/// The counts of a group, of all processes.
public struct RateCounts: Sendable, Hashable {
    /// The sums, one for each amount that was added.
    public var sums: [Int]
    /// The time until the pause of the group ends; zero if there is none.
    public var pause: Duration

    /// Creates counts.
    public init(sums: [Int], pause: Duration = .zero) { (self.sums, self.pause) = (sums, pause) }
}
