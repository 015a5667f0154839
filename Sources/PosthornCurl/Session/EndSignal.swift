/// Notifies one waiter when a stream has ended.
final class EndSignal: Sendable {
    private enum State {
        case open(CheckedContinuation<TransportError?, Never>?)
        case ended(TransportError?)
    }

    private let state = Locked(State.open(nil))

    init() {}

    func end(_ error: TransportError?) {
        let waiter = state.withLock { state -> CheckedContinuation<TransportError?, Never>? in
            guard case .open(let waiter) = state else { return nil }
            state = .ended(error)
            return waiter
        }
        waiter?.resume(returning: error)
    }

    /// Waits for the end and returns the error, or `nil` for success.
    ///
    /// If the waiting task is cancelled, it returns at once with the code `cancelled`.
    func error() async -> TransportError? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let end = state.withLock { state -> TransportError?? in
                    if case .ended(let error) = state { return .some(error) }
                    state = .open(waiter)
                    return nil
                }
                if let end { waiter.resume(returning: end) }
            }
        } onCancel: {
            end(TransportError(.cancelled, "the call was cancelled"))
        }
    }
}
