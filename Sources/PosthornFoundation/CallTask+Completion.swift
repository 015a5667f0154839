public import Dispatch
public import PosthornHTTP

extension CallTask {
    /// Calls a closure with the call's outcome, for code that does not use `await`.
    ///
    /// Starts a new call, as awaiting its value does. The closure is called once, on the queue, even if the
    /// call is cancelled or its session is shut down.
    /// - Parameters:
    ///   - queue: The queue on which the closure runs. The default is the global queue, because most programs
    ///     on Linux do not run the main queue.
    ///   - group: A group that is entered at once and left after the closure has returned, so that
    ///     `DispatchGroup.notify` and `wait` work for many tasks. The default is `nil`.
    /// - Returns: The handle, for example to keep or cancel it.
    @discardableResult
    public func onCompletion(
        queue: DispatchQueue = .global(), group: DispatchGroup? = nil,
        _ handler: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> Self {
        group?.enter()
        control.start()
        Task {
            let outcome = await outcome
            queue.async {
                handler(outcome)
                group?.leave()
            }
        }
        return self
    }

    /// Calls a closure with the call's outcome, on an executor.
    ///
    /// It behaves like ``onCompletion(queue:group:_:)``, for code with its own executor.
    /// - Returns: A task that ends when the closure has returned.
    @discardableResult
    public func onCompletion(
        executor: any TaskExecutor,
        _ handler: @escaping @Sendable (Result<Value, Failure>) async -> Void
    ) -> Task<Void, Never> {
        control.start()
        return Task(executorPreference: executor) { await handler(self.outcome) }
    }

    private var outcome: Result<Value, Failure> {
        get async {
            do throws(Failure) {
                return .success(try await value)
            } catch {
                return .failure(error)
            }
        }
    }
}
