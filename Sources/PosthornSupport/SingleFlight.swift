/// Loads a value once for all tasks that wait for it, and keeps a memory of the result.
///
/// The load runs in its own task. A cancelled waiter stops waiting, and the load continues for the others.
/// Waiters are continuations, so that a load that hangs never blocks a cancelled waiter.
package final class SingleFlight<Memory: Sendable, Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct State {
        var memory: Memory
        /// The current load.
        ///
        /// Results of any other load are too late.
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

    /// Creates a single-flight load.
    ///
    /// - Parameters:
    ///   - late: The error that waiters throw when the time limit expires.
    ///   - load: Loads the value. Two loads overlap only if the first one continues after its time limit.
    ///   - keep: Stores the result of a load and its time. Runs under the lock, before any waiter resumes.
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

    /// Reads or changes the memory, and tells the closure whether a load is in progress.
    package func withMemory<Result: Sendable>(
        _ body: (inout Memory, _ isLoading: Bool) -> Result
    ) -> Result {
        state.withLock { state in body(&state.memory, state.loading != nil) }
    }

    /// Returns the known value, or waits for the current load, or starts one.
    ///
    /// - Parameter known: Finds the value in the memory, or returns `nil` to wait for a load. It runs under
    ///   the lock, so that a load that has just finished is not started again.
    /// - Throws: The error of the load, `late`, or `CancellationError` in a cancelled task.
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
                // The cancellation handler may have run before the continuation was stored.
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
            // Cancels the timer when the load ends.
            let timer = Task {
                try await Task.sleep(for: timeLimit)
                // Finishes first, because `late` says more than the error of a cancelled loader.
                finish(number, .failure(late))
                loader.cancel()
            }
            await loader.value
            timer.cancel()
        }
    }

    /// Ends a load once.
    ///
    /// Results after the time limit are dropped.
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
