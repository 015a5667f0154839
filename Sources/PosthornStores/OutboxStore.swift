public import FoundationEssentials

/// A durable place for the calls of outboxes, which several processes may share.
///
/// An `Outbox` of PosthornOutbox calls it: ``add(_:)`` for each submission, ``claimCalls(for:limit:lease:now:)``,
/// ``extend(_:lease:now:)`` and ``settle(_:as:)`` from its deliveries, and the rest for receipts and tools. Each
/// function is one atomic step. An error of ``add(_:)`` fails the submission. An error of another function delays
/// deliveries; the outbox reports it and tries again.
///
/// Times are those of the caller. A store compares them by the rule of ``OutboxLease``, so that a clock that is
/// set back doesn't stop deliveries. A store that writes to a disk or a network encrypts
/// ``OutboxCall/request`` and ``OutboxCall/response``. `StoreConformance` of PosthornTesting tests a store.
public protocol OutboxStore: Sendable {
    /// Adds a call behind all others, and returns when it can't be lost any more.
    ///
    /// - Throws: Any error, such as that of a full disk. The call is then not in the store, except that it may be there
    ///   after a ``StoreError`` with the code `unavailable`.
    func add(_ entry: OutboxCall) async throws

    /// Claims calls of a service that wait, are due and are not claimed.
    ///
    /// Of each key, that is only the oldest call that waits. A dead letter with ``OutboxCall/blocksKey`` holds back
    /// the later calls of its key. A store decides which of several keys comes first; none may wait for ever.
    /// A call that can't be read holds back no other.
    /// - Parameters:
    ///   - limit: The greatest number of calls.
    ///   - lease: How long the claims hold. The calls may be claimed again after that.
    func claimCalls(
        for service: String, limit: Int, lease: Duration, now: Date
    ) async throws -> [OutboxClaim]

    /// Extends a claim that still holds, and returns whether it did.
    func extend(_ claim: OutboxClaim, lease: Duration, now: Date) async throws -> Bool

    /// Ends a claim and changes its call as ``OutboxCall/after(_:)`` does.
    ///
    /// - Returns: Whether the claim was the latest one of the call. If not, nothing changes.
    func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) async throws -> Bool

    /// Returns a call; `nil` if there is none.
    func call(_ id: String) async throws -> OutboxCall?

    /// Returns calls of a service in a state, the oldest first.
    ///
    /// - Parameter service: `nil` for those of all services.
    func calls(
        of service: String?, in state: OutboxCall.State, limit: Int
    ) async throws -> [OutboxCall]

    /// Returns how many calls of a service are in each state, and when the oldest waiting one was submitted.
    func outboxSummary(of service: String) async throws -> OutboxSummary

    /// Makes a dead letter wait again, and returns whether there was one.
    func retryCall(_ id: String, now: Date) async throws -> Bool

    /// Removes a call that is not claimed, and returns whether there was one.
    func dropCall(_ id: String, now: Date) async throws -> Bool

    /// Removes the delivered calls of a service that ended before a time.
    func removeDeliveredCalls(of service: String, before date: Date) async throws
}

/// What an outbox holds of a service.
public struct OutboxSummary: Sendable, Hashable {
    /// The number of calls that wait.
    public var waiting: Int
    /// The number of delivered calls whose responses are still kept.
    public var delivered: Int
    /// The number of dead letters.
    public var dead: Int
    /// When the oldest waiting call was submitted; `nil` if none waits.
    public var oldest: Date?

    /// Creates a summary.
    public init(waiting: Int = 0, delivered: Int = 0, dead: Int = 0, oldest: Date? = nil) {
        (self.waiting, self.delivered, self.dead, self.oldest) = (waiting, delivered, dead, oldest)
    }
}

/// A span of time between two moments of clocks that may be set.
public enum OutboxLease {
    /// Returns whether a span has passed.
    ///
    /// If the clock is more than the whole span before its end, it was set back, and the span counts as passed.
    ///
    /// - Parameters:
    ///   - end: The end of the span.
    ///   - length: The length of the span.
    public static func hasPassed(_ end: Date, length: Duration, now: Date) -> Bool {
        let rest = end.timeIntervalSince(now)
        return rest <= 0 || rest > length / .seconds(1) + 1
    }
}
