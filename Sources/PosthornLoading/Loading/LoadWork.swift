import PosthornSupport

/// The code of one load: a call with its handle, or a closure.
struct LoadWork<Value: Sendable>: Sendable {
    let run: @Sendable () async throws -> Value
    /// Controls the priority of the call and reports its progress; `nil` for a closure.
    let attachment: TransferAttachment?
    /// The task that runs the code.
    let runner = LoadRunner()

    init<Failure: Error>(_ call: CallTask<Value, Failure>) {
        attachment = call.attachment
        run = {
            try await withTaskCancellationHandler {
                try await call.value
            } onCancel: {
                call.cancel()
            }
        }
    }

    init(_ run: @escaping @Sendable () async throws -> Value) {
        attachment = nil
        self.run = run
    }
}

/// A task that may be cancelled before it exists.
final class LoadRunner: Sendable {
    private enum State { case waiting, running(Task<Void, Never>), cancelled }

    private let state = Locked(State.waiting)

    func start(_ work: @escaping @Sendable () async -> Void) {
        // Detached: another caller's deadline and trace must not apply to a load that waited for its place.
        let task = Task.detached(operation: work)
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the task, or prevents it from running uncancelled; releases it in any case.
    func cancel() {
        let earlier = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        if case .running(let task) = earlier { task.cancel() }
    }
}
