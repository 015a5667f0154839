public import Dispatch
public import Posthorn
public import PosthornCurl

extension TransferTask {
    /// Calls a closure with the task's outcome, for code that does not wait with `await`.
    ///
    /// Starts the task if it is new, as waiting for its value does. The closure is called once, on
    /// the queue, also when the task is cancelled or its session is shut down; the task's
    /// ``SessionEvent/taskCompleted(_:)`` may come before or after it.
    /// - Parameters:
    ///   - queue: Where the closure runs. The default is the global queue; there is no main queue by
    ///     default, because on Linux most programs have none.
    ///   - group: Entered at once and left after the closure has returned, so that
    ///     `DispatchGroup.notify` and `wait` tell when many tasks are done. `nil` is none.
    /// - Returns: The task, so that it can be held on to or cancelled.
    @discardableResult
    public func onCompletion(
        queue: DispatchQueue = .global(), group: DispatchGroup? = nil,
        _ handler: @escaping @Sendable (Result<Value, TransportError>) -> Void
    ) -> Self {
        group?.enter()
        start()
        Task {
            let outcome = await outcome
            queue.async {
                handler(outcome)
                group?.leave()
            }
        }
        return self
    }

    /// Calls a closure with the task's outcome, on an executor.
    ///
    /// As ``onCompletion(queue:group:_:)``, for those who have an executor of their own.
    /// - Returns: What waits for the closure's end; many of them make a group.
    @discardableResult
    public func onCompletion(
        executor: any TaskExecutor,
        _ handler: @escaping @Sendable (Result<Value, TransportError>) async -> Void
    ) -> Task<Void, Never> {
        start()
        return Task(executorPreference: executor) { await handler(self.outcome) }
    }

    /// Starts the task at once, so that a session that is shut down next waits for it.
    private func start() {
        if state == .created { resume() }
    }

    private var outcome: Result<Value, TransportError> {
        get async {
            do throws(TransportError) {
                return .success(try await value)
            } catch {
                return .failure(error)
            }
        }
    }
}
