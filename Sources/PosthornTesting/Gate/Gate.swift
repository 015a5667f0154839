import Dispatch
public import PosthornCore

/// A signal that opens once and stays open, for tests that wait for an event instead of sleeping.
///
/// You can use a gate from any thread and any task.
public final class Gate: Sendable {
    private enum State {
        case closed([Int: CheckedContinuation<Void, Never>], next: Int)
        case open
    }

    private let state = Locked(State.closed([:], next: 0))
    private let signal = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    public init() {}

    /// Opens the gate and resumes all waiters.
    ///
    /// Later calls have no effect.
    public func open() {
        let waiters = state.withLock { state in
            defer { state = .open }
            if case .closed(let waiters, _) = state { return Array(waiters.values) }
            return []
        }
        for waiter in waiters { waiter.resume() }
        signal.signal()
    }

    /// Blocks the calling thread until the gate opens or the time has passed.
    ///
    /// Call it on the threads of a server only, never in a task.
    /// - Parameter seconds: The longest time to wait. The default is 240 seconds.
    /// - Returns: Whether the gate is open.
    @discardableResult
    public func wait(seconds: Double = 240) -> Bool {
        let isThrough = signal.wait(timeout: .now() + seconds) == .success
        if isThrough { signal.signal() }
        return isThrough
    }

    /// Suspends the calling task until the gate opens, even if the task is cancelled.
    public func opened() async {
        await withCheckedContinuation { continuation in _ = add(continuation) }
    }

    /// Suspends the calling task until the gate opens or the task is cancelled.
    ///
    /// - Throws: A `TransportError` with the code `cancelled` if the task is cancelled.
    public func passed() async throws(TransportError) {
        let place = Locked<Int?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let number = add(continuation)
                place.withLock { $0 = number }
                // `onCancel` may have run before `place` was set.
                if Task.isCancelled, let number { release(number) }
            }
        } onCancel: {
            if let number = place.withLock({ $0 }) { release(number) }
        }
        guard !Task.isCancelled else { throw .stubCancelled }
    }

    /// Adds a waiter and returns its number, or resumes it and returns `nil` if the gate is open.
    private func add(_ waiter: CheckedContinuation<Void, Never>) -> Int? {
        let number: Int? = state.withLock { state in
            guard case .closed(var waiters, let number) = state else { return nil }
            waiters[number] = waiter
            state = .closed(waiters, next: number + 1)
            return number
        }
        if number == nil { waiter.resume() }
        return number
    }

    private func release(_ number: Int) {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard case .closed(var waiters, let next) = state else { return nil }
            defer { state = .closed(waiters, next: next) }
            return waiters.removeValue(forKey: number)
        }
        waiter?.resume()
    }
}

extension TransportError {
    static let stubCancelled = TransportError(.cancelled, "the task was cancelled")
}
