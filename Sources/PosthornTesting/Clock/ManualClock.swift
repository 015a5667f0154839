import PosthornCore

/// A clock whose time passes only when a test advances it.
///
/// It drives the delays before retries, the delays before reconnections of event streams, and the latency of
/// a ``FaultInjector``. A test then neither waits nor depends on the speed of the machine:
///
/// ```swift
/// let clock = ManualClock()
/// shop.configuration.clock = clock
/// let order = Task { try await shop.getOrder(id: "1") }
/// let delay = try await clock.nextDelay()
/// clock.advance(by: delay)
/// ```
///
/// It does not drive the timers of a transport. The time limits of a `CurlSession` are libcurl's and use the
/// system's clock, and so do its low-speed limit and its idle connections. `withCallDeadline` and the time limit
/// for loading a credential use the system's clock, too. Caches, cookies and signatures have clocks of their own.
///
/// You can use a clock from any number of tasks.
public final class ManualClock: Clock, Sendable {
    /// A time of the clock.
    public typealias Instant = ContinuousClock.Instant
    /// A time between two instants.
    public typealias Duration = Swift.Duration

    private enum Waiter {
        case time(Instant, CheckedContinuation<Void, Never>)
        /// A number of tasks that sleep.
        case sleepers(Int, CheckedContinuation<Void, Never>)
    }

    private struct State {
        var now = ContinuousClock.now
        var waiters: [Int: Waiter] = [:]
        var nextNumber = 0
        var slept: [Duration] = []

        var deadlines: [Instant] {
            waiters.values.compactMap {
                if case .time(let deadline, _) = $0 { deadline } else { nil }
            }
        }

        /// Removes the waiters whose condition holds, those with the earliest deadline first.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            let count = deadlines.count
            var ready:
                [(key: Int, deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = []
            for (key, waiter) in waiters {
                switch waiter {
                case .time(let deadline, let continuation) where deadline <= now:
                    ready.append((key, deadline, continuation))
                case .sleepers(let wanted, let continuation) where wanted <= count:
                    ready.append((key, now, continuation))
                default: break
                }
            }
            ready.sort { ($0.deadline, $0.key) < ($1.deadline, $1.key) }
            for waiter in ready { waiters[waiter.key] = nil }
            return ready.map(\.continuation)
        }
    }

    private let state = Locked(State())
    private let skipsDelays: Bool

    /// Creates a clock.
    ///
    /// - Parameter skipsDelays: Whether a task that sleeps advances the clock to its deadline instead of
    ///   waiting. Use `true` to run a test through all delays and to check ``delays`` at its end. The default
    ///   is `false`.
    public init(skipsDelays: Bool = false) { self.skipsDelays = skipsDelays }

    /// The time of the clock.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero.
    public var minimumResolution: Duration { .zero }

    /// The delays for which tasks have slept so far, in the order in which they began.
    public var delays: [Duration] { state.withLock { $0.slept } }

    /// Advances the clock, and resumes the tasks whose deadline has passed.
    ///
    /// A task that begins to sleep later counts its delay from the new time. Call ``nextDelay(of:)`` first to
    /// be sure that the task sleeps.
    public func advance(by duration: Duration) {
        resume { $0.now += duration }
    }

    /// Suspends until tasks sleep on this clock, and returns the time to the earliest deadline.
    ///
    /// - Parameter count: The number of tasks that must sleep; the default is 1.
    /// - Throws: `CancellationError` if the calling task is cancelled.
    public func nextDelay(of count: Int = 1) async throws -> Duration {
        try await wait { .sleepers(max(1, count), $0) }
        return state.withLock { state in
            state.deadlines.min().map { max(.zero, $0 - state.now) } ?? .zero
        }
    }

    /// Suspends until the clock has been advanced to a deadline.
    ///
    /// - Throws: `CancellationError` if the calling task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        state.withLock { $0.slept.append(max(.zero, deadline - $0.now)) }
        if skipsDelays {
            resume { $0.now = max($0.now, deadline) }
        } else {
            try await wait { .time(deadline, $0) }
        }
    }

    /// Waits for a condition, or for the cancellation of the task.
    private func wait(
        _ waiter: @Sendable (CheckedContinuation<Void, Never>) -> Waiter
    ) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                resume { $0.waiters[number] = waiter(continuation) }
                // `onCancel` may have run before the waiter was added.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        try Task.checkCancellation()
    }

    private func resume(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            return state.takeReady()
        }
        for continuation in ready { continuation.resume() }
    }

    private func cancel(_ number: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
        switch waiter {
        case .time(_, let continuation), .sleepers(_, let continuation): continuation.resume()
        case nil: break
        }
    }
}
