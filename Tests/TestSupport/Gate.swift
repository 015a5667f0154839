import Dispatch
import Posthorn

/// Something that tests wait for instead of sleeping: opens once and stays open.
public final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Locked(State.closed([]))
    private let signal = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    public init() {}

    /// Lets everybody through.
    public func open() {
        let waiters = state.withLock { state in
            defer { state = .open }
            if case .closed(let waiters) = state { return waiters }
            return []
        }
        for waiter in waiters { waiter.resume() }
        signal.signal()
    }

    /// Blocks the calling thread until the gate opens, at most so many seconds.
    ///
    /// Only for a peer's own threads.
    @discardableResult
    public func wait(seconds: Double = 240) -> Bool {
        let isThrough = signal.wait(timeout: .now() + seconds) == .success
        if isThrough { signal.signal() }
        return isThrough
    }

    /// Suspends the calling task until the gate opens.
    public func opened() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiters) = state else { return true }
                state = .closed(waiters + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
