import PosthornCore
import PosthornStores

/// The calls that this process has taken from a store and not sent yet, by group.
///
/// It asks the store for all waiting calls at once, and for as many as were sent since the last request, at most once in
/// 100 milliseconds and group. A call that is not sent within 100 milliseconds after its moment is lost, so that a
/// process that stops sending keeps little of the rate.
final class SharedCalls: Sendable {
    typealias Batch = CallBatch<CheckedContinuation<Outcome, Never>>
    typealias Instant = ContinuousClock.Instant

    /// What a call may do.
    enum Outcome: Sendable {
        /// It is sent at this moment.
        case send(Instant)
        /// It would have to wait for this time, which is longer than its limit.
        case refuse(after: Duration)
        /// The store does not respond.
        case unavailable
    }

    private let store: any RateStore
    private let rate: SharedRate
    private let maximumWait: Duration
    private let clock: CallClock
    private let groups = Locked<[String: Batch]>([:])
    private static let mostGroups = 1_000
    static let round = Duration.milliseconds(100)
    /// How long the store is not asked after a failure.
    static let recovery = Duration.seconds(1)

    init(_ store: any RateStore, _ rate: SharedRate, _ maximumWait: Duration, _ clock: CallClock) {
        (self.store, self.rate, self.maximumWait) = (store, rate, maximumWait)
        self.clock = clock
    }

    /// Returns when a call may be sent; waits for the store if no call is left.
    func next(in name: String, within limit: Duration) async -> Outcome {
        await withCheckedContinuation { continuation in
            let now = clock.now()
            let (outcomes, asks) = groups.withLock { groups in
                Self.makeRoom(in: &groups)
                return groups[name, default: Batch(rate)]
                    .add(continuation, within: limit, at: now)
            }
            Self.resume(outcomes)
            if asks { Task { await ask(name) } }
        }
    }

    /// Returns a moment that its call does not use.
    func giveBack(_ moment: Instant, in name: String) {
        groups.withLock { $0[name]?.giveBack(moment) }
    }

    /// Keeps the calls of all processes waiting; a failure of the store leaves it to this process.
    func pause(_ name: String, for duration: Duration) async {
        groups.withLock { $0[name]?.dropMoments() }
        try? await store.pause(name, for: duration)
    }

    /// Returns until when all processes wait; asks the store if this process has not done so in the last round.
    func pauseEnd(in name: String) async -> Instant? {
        let now = clock.now()
        let asks = groups.withLock { $0[name]?.beginPauseRequest(at: now) } ?? false
        // A rate without an interval takes nothing.
        let free = SharedRate(interval: .zero, burst: 1)
        if asks, let grant = try? await store.take(1, of: name, at: free, within: .zero) {
            let end = clock.now()
            groups.withLock { $0[name]?.close(for: grant.pause, at: end) }
        }
        return groups.withLock { $0[name]?.closed }
    }

    /// Asks the store until no call waits.
    private func ask(_ name: String) async {
        while true {
            let now = clock.now()
            let delay = groups.withLock { $0[name]?.delay(at: now) } ?? .zero
            if delay > .zero { try? await clock.sleep(delay) }
            let start = clock.now()
            let count = groups.withLock { $0[name]?.beginRequest(at: start) } ?? 1
            let result: Result<RateGrant, any Error>
            do {
                result = .success(
                    try await store.take(count, of: name, at: rate, within: maximumWait))
            } catch {
                result = .failure(error)
            }
            let end = clock.now()
            let (outcomes, isDone) = groups.withLock { groups in
                groups[name]?.receive(result, at: end) ?? ([], true)
            }
            Self.resume(outcomes)
            if isDone { return }
        }
    }

    private static func resume(_ outcomes: [(CheckedContinuation<Outcome, Never>, Outcome)]) {
        for (continuation, outcome) in outcomes { continuation.resume(returning: outcome) }
    }

    /// Drops the groups without a waiting call when there are too many.
    private static func makeRoom(in groups: inout [String: Batch]) {
        guard groups.count >= mostGroups else { return }
        groups = groups.filter { $0.value.isAsking }
    }
}
