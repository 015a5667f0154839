/// A value that is loaded once for however many tasks wait for it, and what is remembered of it.
///
/// The load runs in a task of its own: a waiter that is cancelled stops waiting, and the others' load
/// goes on. Waiters are continuations, so that a load that hangs holds up nobody who is cancelled.
package final class SingleFlight<Memory: Sendable, Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct State {
        var memory: Memory
        /// The load that goes on; what another one brings is too late.
        var loading: Int?
        var waiters: [Int: Waiter] = [:]
        var count = 0

        mutating func next() -> Int {
            count += 1
            return count
        }
    }

    private let state: Locked<State>
    private let timeLimit: Duration
    private let late: any Error
    private let now: @Sendable () -> ContinuousClock.Instant
    private let load: @Sendable (Memory) async throws -> Value
    private let keep: @Sendable (inout Memory, Result<Value, any Error>, Instant) -> Void

    package typealias Instant = ContinuousClock.Instant

    /// Creates a load.
    /// - Parameters:
    ///   - late: What the waiters throw when the time limit is over.
    ///   - load: Loads the value; never twice at once, unless it goes on after its time.
    ///   - keep: Notes how a load ended, and when. Runs under the lock, before anybody is resumed.
    package init(
        _ memory: Memory, timeLimit: Duration, late: any Error,
        now: @escaping @Sendable () -> Instant = { .now },
        load: @escaping @Sendable (Memory) async throws -> Value,
        keep: @escaping @Sendable (inout Memory, Result<Value, any Error>, Instant) -> Void
    ) {
        state = Locked(State(memory: memory))
        self.timeLimit = timeLimit
        self.late = late
        self.now = now
        self.load = load
        self.keep = keep
    }

    /// Looks at the memory, or changes it; tells whether a load goes on.
    package func withMemory<Result: Sendable>(
        _ body: (inout Memory, _ isLoading: Bool) -> Result
    ) -> Result {
        state.withLock { state in body(&state.memory, state.loading != nil) }
    }

    /// The value that is known, or the one that is being loaded, or is loaded now.
    ///
    /// - Parameter known: Finds the value in the memory, under the lock, so that a load that ends just
    ///   now is not begun again; `nil` waits for a load.
    /// - Throws: what the load throws, `late`, or `CancellationError` in a cancelled task.
    package func value(known: (Memory) -> Value?) async throws -> Value {
        if let value = withMemory({ memory, _ in known(memory) }) { return value }
        let waiter = state.withLock { $0.next() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiter) in
                let (value, load) = state.withLock { state -> (Value?, (Int, Memory)?) in
                    if let value = known(state.memory) { return (value, nil) }
                    state.waiters[waiter] = continuation
                    guard state.loading == nil else { return (nil, nil) }
                    let number = state.next()
                    state.loading = number
                    return (nil, (number, state.memory))
                }
                if let value { continuation.resume(returning: value) }
                if let (number, memory) = load { begin(number, memory) }
                // The handler may have run before there was anything to resume.
                if Task.isCancelled { cancel(waiter) }
            }
        } onCancel: {
            cancel(waiter)
        }
    }

    private func cancel(_ waiter: Int) {
        state.withLock { $0.waiters.removeValue(forKey: waiter) }?
            .resume(throwing: CancellationError())
    }

    private func begin(_ number: Int, _ memory: Memory) {
        let loader = Task {
            do {
                finish(number, .success(try await load(memory)))
            } catch {
                finish(number, .failure(error))
            }
        }
        Task { [timeLimit, late] in
            // Ends early with the load: nobody waits for a timer then.
            let timer = Task {
                try await Task.sleep(for: timeLimit)
                // First the fault: what a cancelled loader throws says less.
                finish(number, .failure(late))
                loader.cancel()
            }
            await loader.value
            timer.cancel()
        }
    }

    /// Ends a load, once: what comes after its time is dropped.
    private func finish(_ number: Int, _ result: Result<Value, any Error>) {
        let now = now()
        let waiters = state.withLock { state -> [Waiter] in
            guard state.loading == number else { return [] }
            state.loading = nil
            keep(&state.memory, result, now)
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
