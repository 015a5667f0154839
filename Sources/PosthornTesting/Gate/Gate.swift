import Dispatch
public import Posthorn

/// Something that tests wait for instead of sleeping: opens once and stays open.
public final class Gate: Sendable {
    private enum State {
        case closed([Int: CheckedContinuation<Void, Never>], next: Int)
        case open
    }

    private let state = Locked(State.closed([:], next: 0))
    private let signal = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    public init() {}

    /// Lets everybody through.
    public func open() {
        let waiters = state.withLock { state in
            defer { state = .open }
            if case .closed(let waiters, _) = state { return Array(waiters.values) }
            return []
        }
        for waiter in waiters { waiter.resume() }
        signal.signal()
    }

    /// Blocks the calling thread until the gate opens, at most so many seconds, 240 by default; `false`
    /// if it did not.
    ///
    /// Only for a server's own threads.
    @discardableResult
    public func wait(seconds: Double = 240) -> Bool {
        let isThrough = signal.wait(timeout: .now() + seconds) == .success
        if isThrough { signal.signal() }
        return isThrough
    }

    /// Suspends the calling task until the gate opens, whether or not the task is cancelled.
    public func opened() async {
        await withCheckedContinuation { continuation in _ = add(continuation) }
    }

    /// Suspends the calling task until the gate opens or the task is cancelled.
    /// - Throws: a `TransportError` with the code `cancelled`.
    public func passed() async throws(TransportError) {
        let place = Locked<Int?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let number = add(continuation)
                place.withLock { $0 = number }
                // A cancel that came before found nobody to wake.
                if Task.isCancelled, let number { release(number) }
            }
        } onCancel: {
            if let number = place.withLock({ $0 }) { release(number) }
        }
        guard !Task.isCancelled else { throw .stubCancelled }
    }

    /// Puts a waiter down; `nil` if it went through at once.
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
