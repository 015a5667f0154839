/// The time and the random numbers of calls, which tests replace.
package final class CallClock: Sendable {
    /// Returns the current time.
    package let now: @Sendable () -> ContinuousClock.Instant
    /// Waits; throws `CancellationError` if the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// Returns a number from 0 to 1.
    package let random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The clock of the system.
    package static let system = CallClock(
        now: { .now }, sleep: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0...1) })
}
