import Posthorn

/// A task with a value: a response, a stream or a file.
///
/// SAFETY: all properties are constants of Sendable types.
public final class TransferTask<Value: Sendable>: SessionTask, @unchecked Sendable {
    typealias Outcome = Result<Value, TransportError>
    typealias Work = @Sendable (TransferTask<Value>) async throws(TransportError) -> Value

    private enum Waiting {
        case forOutcome([CheckedContinuation<Outcome, Never>])
        case done(Outcome)
        /// The first who comes gets it.
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

    /// The task's value; starts the task if it is new.
    ///
    /// Several callers may wait for it. A caller that is cancelled keeps waiting: end the task
    /// with ``SessionTask/cancel(reason:)``. A task that was suspended before it was started waits for
    /// ``SessionTask/resume()``.
    /// - Throws: a ``TransportError``; with the code `cancelled` when the task was cancelled.
    public var value: Value {
        get async throws(TransportError) { try await outcome.get() }
    }

    private var outcome: Outcome {
        get async {
            if state == .created { resume() }
            if board.withLock({ $0.isCancelled }) { dropGiven() }
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

    /// Drops a value that nobody took before the task was cancelled.
    private func dropGiven() {
        let error = cancellation(.cancelled)
        let dropped = waiting.withLock { waiting -> Waiting in
            defer { if case .given = waiting { waiting = .done(.failure(error)) } }
            return waiting
        }
        // Ended here, and not under the lock.
        _ = dropped
    }

    /// The value, for a caller whose cancellation is the task's.
    func run() async throws(TransportError) -> Value {
        let outcome = await withTaskCancellationHandler {
            await self.outcome
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }

    /// Gives the value to those who wait, once; what comes later is dropped.
    func settle(_ outcome: Outcome) {
        let before = waiting.withLock { waiting -> Waiting in
            let before = waiting
            switch waiting {
            case .forOutcome: waiting = .done(outcome)
            // Nobody has come for the value, which is of no use any more.
            case .given where outcome.error != nil: waiting = .done(outcome)
            case .given, .done: break
            }
            return before
        }
        guard case .forOutcome(let callers) = before else { return }
        for caller in callers { caller.resume(returning: outcome) }
    }

    /// Gives the value to one caller, before the task has ended, and does not keep it.
    func give(_ value: Value) {
        let callers = waiting.withLock { waiting -> [CheckedContinuation<Outcome, Never>] in
            guard case .forOutcome(let callers) = waiting else { return [] }
            waiting = callers.isEmpty ? .given(value) : .done(.failure(.takenBefore))
            return callers
        }
        callers.first?.resume(returning: .success(value))
        for caller in callers.dropFirst() { caller.resume(returning: .failure(.takenBefore)) }
    }

    override package func hasEnded() async { _ = try? await value }

    override func launch() {
        guard session.registry.launch() else { return abort(.sessionClosed) }
        // Before any transfer of the task, so that none of its progress is lost.
        let reports = reportProgress()
        let runner = Task { await perform(reports) }
        let isCancelled = board.withLock { board in
            board.runner = runner
            return board.isCancelled
        }
        if isCancelled { runner.cancel() }
    }

    override func abort(_ error: TransportError) {
        board.withLock { $0.isLaunched = true }
        end(.failure(error))
    }

    /// The whole life of a launched task.
    private func perform(_ reports: Task<Void, Never>?) async {
        var outcome: Outcome
        do throws(TransportError) {
            outcome = .success(try await work(self))
        } catch {
            // The end of the session may have come before the transfer did.
            let isClosed = error.code == .sessionClosed && board.withLock { $0.isCancelled }
            let error = isClosed ? .cancelled : error
            outcome = .failure(error.code == .cancelled ? cancellation(error) : error)
        }
        await endProgress(reports)
        end(outcome)
        session.registry.settled()
    }

    /// Gives the value to those who wait, and then reports the end.
    private func end(_ outcome: Outcome) {
        let error = outcome.error
        board.withLock { board in
            board.enter(.finishing)
            board.enter(error?.code == .cancelled ? .cancelled : .finished)
            // The task refers to itself through it.
            board.runner = nil
        }
        session.registry.remove(id)
        settle(outcome)
        complete(error)
    }
}

extension Result {
    /// What went wrong; `nil` if nothing did.
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension TransportError {
    fileprivate static let takenBefore = TransportError(
        .invalidRequest, "the stream of the task was taken before",
        advice: "take a task's stream once, and share its pieces")

    static let sessionClosed = TransportError(
        .sessionClosed, "the session has been shut down",
        advice: "make a new session, or end this one later", isSafeToRetry: true)
}
