import Dispatch
import Posthorn

/// Bytes of a download on their way to the disk, while the next ones come.
final class Checkpoint: Sendable {
    private struct State {
        var result: Result<Void, TransportError>?
        var waiter: CheckedContinuation<Result<Void, TransportError>, Never>?
    }

    /// How many bytes are on disk when it has ended.
    let offset: Int
    private let state = Locked(State())

    /// Starts it, on a thread that nobody else waits for: the disk may take its time.
    init(_ offset: Int, _ work: @escaping @Sendable () throws(TransportError) -> Void) {
        self.offset = offset
        DispatchQueue.global(qos: .utility).async { [state] in
            let result: Result<Void, TransportError>
            do throws(TransportError) {
                try work()
                result = .success(())
            } catch {
                result = .failure(error)
            }
            let waiter = state.withLock { state in
                state.result = result
                return state.waiter.take()
            }
            waiter?.resume(returning: result)
        }
    }

    var hasEnded: Bool { state.withLock { $0.result != nil } }

    /// Waits for its end; for one waiter.
    func wait() async throws(TransportError) {
        let result = await withCheckedContinuation { waiter in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = waiter }
                return state.result
            }
            if let result { waiter.resume(returning: result) }
        }
        try result.get()
    }
}
