import FoundationEssentials
import PosthornSupport

/// One caller's share in a load of a ``Loader``.
///
/// Cancelling it ends the wait of this caller and does not affect the others. The load itself is cancelled with
/// its last share. A share that is released stays in the load until that ends.
final class LoadShare<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct State {
        var result: Result<Value, any Error>?
        var waiters: [Waiter] = []
    }

    /// The identifier that the caller has chosen; `nil` if there is none.
    let id: UUID?
    /// The number of the share, unique within its loader.
    let number: Int
    /// The load; `nil` for a value that was in the cache.
    ///
    /// Weak, because the load retains its call and with it the value.
    private weak let load: AnyLoad?
    private let center: LoadCenter?
    private let call: (any CallControl)?
    private let state = Locked(State())

    init(_ id: UUID?, number: Int, of load: AnyLoad, _ center: LoadCenter) {
        self.id = id
        self.number = number
        self.load = load
        self.center = center
        call = load.control
    }

    /// Creates a share for a value that is known.
    init(_ value: Value) {
        id = nil
        number = 0
        load = nil
        center = nil
        call = nil
        finish(.success(value))
    }

    var handle: CallTask<Value, any Error> { CallTask(self) { try await self.value } }

    /// The loaded value; cancelling the task that awaits it cancels the share.
    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (waiter: Waiter) in
                    let result = state.withLock { state in
                        if state.result == nil { state.waiters.append(waiter) }
                        return state.result
                    }
                    if let result { waiter.resume(with: result) }
                }
            } onCancel: {
                cancel(reason: nil)
            }
        }
    }

    /// Ends the wait with an error and leaves the load.
    func end(_ error: any Error) {
        guard finish(.failure(error)) else { return }
        guard let load else { return }
        center?.change { $0.leave(load, share: number, &$1) }
    }

    /// Sets the result once; `false` if there was one.
    @discardableResult
    func finish(_ result: Result<Value, any Error>) -> Bool {
        let waiters = state.withLock { state -> [Waiter]? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters ?? [] { waiter.resume(with: result) }
        return waiters != nil
    }
}

extension LoadShare: CallControl {
    // A load starts when its turn comes, and other callers share it.
    func start() {}
    func resume() {}
    func suspend() {}

    func cancel(reason: String?) {
        let why = reason.map { ": " + $0 } ?? ""
        end(TransportError(.cancelled, "the load was cancelled\(why)"))
    }

    var requestedPriority: TransferOptions.Priority? {
        get {
            guard let load else { return nil }
            return center?.read { _ in load.shares[number]?.priority }
        }
        set {
            guard let load else { return }
            center?.change { table, _ in
                table.setPriority(newValue, of: load, share: number)
            }
        }
    }

    var task: (any AttachedTask)? { nil }
    var progress: TransferProgress { call?.progress ?? TransferProgress() }
    var recordedProgress: TransferProgress { call?.recordedProgress ?? TransferProgress() }
    var progressUpdates: AsyncStream<TransferProgress> {
        call?.progressUpdates ?? AsyncStream { $0.finish() }
    }
}

/// A share without its type; see ``LoadTable`` for the reason.
protocol AnyLoadShare: AnyObject, Sendable {
    var id: UUID? { get }
    var number: Int { get }
    func cancel(reason: String?)
}

extension LoadShare: AnyLoadShare {}
