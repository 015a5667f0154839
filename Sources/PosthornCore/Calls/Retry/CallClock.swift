/// The time and the random numbers of calls, which tests replace.
package final class CallClock: Sendable {
    /// The clock that `now` and `sleep` use.
    package let source: any Clock<Duration>
    /// Returns the current time.
    package let now: @Sendable () -> ContinuousClock.Instant
    /// Waits; throws `CancellationError` if the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// Returns a number from 0 to 1.
    package let random: @Sendable () -> Double

    package init(
        source: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.source = source
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// Creates the clock of calls that follows another clock.
    package convenience init(_ clock: some Clock<Duration>) {
        // Instants of two clocks can't be compared, so the time that has passed is added.
        let (start, base) = (clock.now, ContinuousClock.now)
        self.init(
            source: clock, now: { base + start.duration(to: clock.now) },
            sleep: { try await clock.sleep(for: $0) })
    }

    /// The clock of the system.
    package static let system = CallClock(now: { .now }, sleep: { try await Task.sleep(for: $0) })
}
