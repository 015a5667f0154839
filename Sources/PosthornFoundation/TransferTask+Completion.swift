public import Dispatch
public import PosthornCurl

extension TransferTask {
    /// Calls a closure with the task's outcome, for code that does not use `await`.
    ///
    /// Starts a new task, as awaiting its value does. The closure is called once, on the queue, even if the
    /// task is cancelled or its session is shut down. The task's ``SessionEvent/taskCompleted(_:)`` event may
    /// come before or after the call.
    /// - Parameters:
    ///   - queue: The queue on which the closure runs. The default is the global queue, because most programs
    ///     on Linux do not run the main queue.
    ///   - group: A group that is entered at once and left after the closure has returned, so that
    ///     `DispatchGroup.notify` and `wait` work for many tasks. The default is `nil`.
    /// - Returns: The task, for example to keep or cancel it.
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
    /// It behaves like ``onCompletion(queue:group:_:)``, for code with its own executor.
    /// - Returns: A task that ends when the closure has returned.
    @discardableResult
    public func onCompletion(
        executor: any TaskExecutor,
        _ handler: @escaping @Sendable (Result<Value, TransportError>) async -> Void
    ) -> Task<Void, Never> {
        start()
        return Task(executorPreference: executor) { await handler(self.outcome) }
    }

    /// Starts the task at once, so that a later shutdown of the session waits for it.
    private func start() { if state == .created { resume() } }

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
