/// A task with a result: a response, a stream or a file.
final class TransferTask<Value: Sendable>: SessionTask,
    // SAFETY: all properties are constants of Sendable types.
    @unchecked Sendable
{
    typealias Outcome = Result<Value, TransportError>
    typealias Work = @Sendable (TransferTask<Value>) async throws(TransportError) -> Value

    private enum Waiting {
        case forOutcome([CheckedContinuation<Outcome, Never>])
        case done(Outcome)
        /// A stream that the first caller takes.
        case given(Value)
    }

    private let work: Work
    private let waiting = Locked(Waiting.forOutcome([]))

    init(
        _ kind: Kind, _ request: TransportRequest, _ session: CurlSession, _ work: @escaping Work
    ) {
        self.work = work
        super.init(kind, request, session)
    }

    /// The result of the task; awaiting it starts a new task.
    ///
    /// Several callers may wait for it. Cancelling a waiting caller does not cancel the task. The stream of a
    /// stream task can be taken once.
    /// - Throws: a `TransportError` if the task fails; with the code `cancelled` if it was cancelled, and
    ///   with `invalidRequest` if its stream was taken before.
    var value: Value { get async throws(TransportError) { try await outcome.get() } }

    private var outcome: Outcome {
        get async {
            start()
            if storage.withLock({ $0.isCancelled }) { dropGiven() }
            return await withCheckedContinuation { caller in
                let outcome = waiting.withLock { waiting -> Outcome? in
                    switch waiting {
                    case .done(let outcome): return outcome
                    case .given(let value):
                        waiting = .done(.failure(.takenBefore))
                        return .success(value)
                    case .forOutcome(let callers):
                        waiting = .forOutcome(callers + [caller])
                        return nil
                    }
                }
                if let outcome { caller.resume(returning: outcome) }
            }
        }
    }

    var handle: CallTask<Value, TransportError> {
        CallTask(self) { () async throws(TransportError) in try await self.value }
    }

    /// Releases a stream that nothing took before the task was cancelled.
    private func dropGiven() {
        let error = cancellation(.cancelled)
        let dropped = waiting.withLock { waiting -> Waiting in
            defer { if case .given = waiting { waiting = .done(.failure(error)) } }
            return waiting
        }
        // Released outside of the lock, because its deinitializer runs other code.
        _ = dropped
    }

    /// Returns the value; cancelling the caller cancels the task.
    func run() async throws(TransportError) -> Value {
        let outcome = await withTaskCancellationHandler {
            await self.outcome
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }

    /// Gives the outcome to the waiting callers; later outcomes are ignored.
    func settle(_ outcome: Outcome) {
        let before = waiting.withLock { waiting -> Waiting in
            let before = waiting
            switch waiting {
            case .forOutcome: waiting = .done(outcome)
            // The task failed before its stream was taken.
            case .given where outcome.error != nil: waiting = .done(outcome)
            case .given, .done: break
            }
            return before
        }
        guard case .forOutcome(let callers) = before else { return }
        for caller in callers { caller.resume(returning: outcome) }
    }

    /// Gives the value to one caller before the task has ended, without keeping it.
    func give(_ value: Value) {
        let callers = waiting.withLock { waiting -> [CheckedContinuation<Outcome, Never>] in
            guard case .forOutcome(let callers) = waiting else { return [] }
            waiting = callers.isEmpty ? .given(value) : .done(.failure(.takenBefore))
            return callers
        }
        callers.first?.resume(returning: .success(value))
        for caller in callers.dropFirst() { caller.resume(returning: .failure(.takenBefore)) }
    }

    override func launch() {
        guard session.registry.launch() else { return abort(.sessionClosed) }
        // Starts before any transfer of the task, so that no progress is lost.
        reportProgress()
        let runner = Task { await perform() }
        let isCancelled = storage.withLock { storage in
            storage.runner = runner
            return storage.isCancelled
        }
        if isCancelled { runner.cancel() }
    }

    override func stopWork() { storage.withLock { $0.runner }?.cancel() }

    override func abort(_ error: TransportError) {
        storage.withLock { $0.isLaunched = true }
        end(.failure(error))
    }

    private func perform() async {
        var outcome: Outcome
        do throws(TransportError) {
            outcome = .success(try await work(self))
        } catch {
            // The session may have been closed before the transfer started.
            let isClosed = error.code == .sessionClosed && storage.withLock { $0.isCancelled }
            let error = isClosed ? .cancelled : error
            outcome = .failure(error.code == .cancelled ? cancellation(error) : error)
        }
        storage.withLock { $0.hub }?.endProgress()
        await waitForLastProgress()
        end(outcome)
        session.registry.settled()
    }

    private func end(_ outcome: Outcome) {
        enterFinalState(outcome.error)
        settle(outcome)
        complete(outcome.error)
    }
}

extension Result {
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension TransportError {
    fileprivate static let takenBefore = TransportError(
        .invalidRequest, "the stream of the task was taken before",
        advice: "take a task's stream once, and share its pieces")

    static let sessionClosed = TransportError(
        .sessionClosed, "the session has been shut down",
        advice: "make a new session, or end this one later", isSafeToRetry: true)
}
