/// Ties the exchanges of one typed call to one task of a session.
///
/// It travels in the options of the call's requests, through ciphers, caches and wrappers. A session creates
/// a task for the first request and uses it for the others. Other transports use it through
/// ``TransportRequest/waitWhileSuspended()`` and its siblings.
package final class TransferAttachment: Sendable {
    package enum Kind: Sendable { case data, stream, download }

    /// The state that the call's handle requests, which may precede the task.
    package struct RequestedState: Sendable {
        package var isSuspended = false
        package var isCancelled = false
        package var reason: String?
        package var priority: TransferOptions.Priority?
    }

    private struct State {
        var task: (any AttachedTask)?
        /// What the progress is read from: the task, or a share in another call.
        var source: (any ProgressSource)?
        var requestedState = RequestedState()
        /// The code that waits while the call is suspended.
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var waiterCount = 0
        var holdsBack: Bool { requestedState.isSuspended && !requestedState.isCancelled }
        /// The progress of a source that the call has left, or of a transport without tasks.
        var lastProgress = TransferProgress()
        var listeners: [AsyncStream<TransferProgress>.Continuation] = []
        /// Passes the progress of the source to the listeners; `nil` while there are none.
        var reporter: Task<Void, Never>?
        var isOver = false
    }

    package let kind: Kind
    private let state = Locked(State())

    package init(_ kind: Kind) { self.kind = kind }

    deinit {
        task?.end(TransportError(.cancelled, "the call was released"))
        endProgress()
    }

    /// The task; `nil` before the first exchange, and with transports that have no tasks.
    package var task: (any AttachedTask)? { state.withLock { $0.task } }

    package var requestedState: RequestedState { state.withLock { $0.requestedState } }

    /// Attaches a task to the call and applies the requested state.
    package func attach(_ task: any AttachedTask) {
        let earlier = state.withLock { state in
            defer { state.task = task }
            task.apply(state.requestedState, after: RequestedState())
            return state.task
        }
        // The task of another session, which the call has left.
        earlier?.end(TransportError(.cancelled, "the call continues in another session"))
        follow(task)
    }

    /// Ends the call's task and waits until its progress is reported; `nil` means success.
    package func end(_ error: TransportError?) async {
        endSoon(error)
        await task?.waitForLastProgress()
        await state.withLock { $0.reporter }?.value
        endProgress()
    }

    package func abandon() { endProgress() }

    /// Ends the task of a stream without waiting for it.
    package func endSoon(_ error: TransportError?) { task?.end(error) }
}

// The methods of a call's handle.
extension TransferAttachment: CallControl {
    /// The call starts when its handle runs it.
    package func start() {}

    package func suspend() { change { $0.isSuspended = true } }

    package func resume() { change { $0.isSuspended = false } }

    package func cancel(reason: String?) {
        change { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            state.reason = reason
        }
    }

    package var requestedPriority: TransferOptions.Priority? {
        get { requestedState.priority }
        set { change { $0.priority = newValue } }
    }

    private func change(_ change: (inout RequestedState) -> Void) {
        let waiters = state.withLock { state in
            let earlier = state.requestedState
            change(&state.requestedState)
            state.task?.apply(state.requestedState, after: earlier)
            guard !state.holdsBack else { return [Int: CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits while the call is suspended, and neither it nor the waiting task is cancelled.
    func waitWhileSuspended() async {
        let id = state.withLock { state in
            state.waiterCount += 1
            return state.holdsBack ? state.waiterCount : nil
        }
        guard let id else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let waits = state.withLock { state in
                    let waits = state.holdsBack && !Task.isCancelled
                    if waits { state.waiters[id] = waiter }
                    return waits
                }
                if !waits { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    package var progress: TransferProgress {
        let (source, last) = state.withLock { ($0.source, $0.lastProgress) }
        return source?.progress ?? last
    }

    package var recordedProgress: TransferProgress {
        let (source, last) = state.withLock { ($0.source, $0.lastProgress) }
        return source?.recordedProgress ?? last
    }

    package var progressUpdates: AsyncStream<TransferProgress> {
        let (stream, listener) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            listener.yield(state.source?.recordedProgress ?? state.lastProgress)
            guard !state.isOver else { return listener.finish() }
            state.listeners.append(listener)
            if state.reporter == nil, let source = state.source {
                state.reporter = reporter(of: source)
            }
        }
        return stream
    }

    /// Reads the progress from a source from now on, and only while someone listens.
    package func follow(_ source: any ProgressSource) {
        let earlier = state.withLock { state in
            defer { state.reporter = state.listeners.isEmpty ? nil : reporter(of: source) }
            state.source = source
            return state.reporter
        }
        earlier?.cancel()
    }

    /// Stops reading the progress from a source that the call has left.
    package func leave(_ source: any ProgressSource) {
        let reporter = state.withLock { state in
            guard state.source === source else { return nil as Task<Void, Never>? }
            defer { (state.source, state.reporter) = (nil, nil) }
            state.lastProgress = source.recordedProgress
            return state.reporter
        }
        reporter?.cancel()
    }

    private func reporter(of source: any ProgressSource) -> Task<Void, Never> {
        let updates = source.progressUpdates
        return Task { [weak self] in
            for await progress in updates {
                guard !Task.isCancelled else { return }
                self?.report(progress)
            }
        }
    }

    /// Passes progress to the listeners, and keeps that of a transport without tasks.
    func report(_ progress: TransferProgress) {
        let listeners = state.withLock { state in
            if state.source == nil { state.lastProgress = progress }
            return state.listeners
        }
        for listener in listeners { listener.yield(progress) }
    }

    private func endProgress() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { (state.listeners, state.reporter) = ([], nil) }
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }
}

package protocol ProgressSource: AnyObject, Sendable {
    var progress: TransferProgress { get }
    /// The progress as far as it was counted, without starting to count.
    var recordedProgress: TransferProgress { get }
    /// The current progress, each change, and the end.
    var progressUpdates: AsyncStream<TransferProgress> { get }
}

/// A session's task to which a typed call is attached.
package protocol AttachedTask: DownloadListener, ProgressSource {
    /// Ends the task if it has not ended; `nil` means success.
    func end(_ error: TransportError?)
    /// Waits until the progress of an ended task is reported.
    func waitForLastProgress() async
    /// Suspends, resumes or cancels the task, and sets its priority, as the handle requests.
    /// - Parameter earlier: The previously requested state; only differences are applied.
    func apply(
        _ requested: TransferAttachment.RequestedState,
        after earlier: TransferAttachment.RequestedState
    )
}

extension TransferAttachment: DownloadListener {
    package func observe(_ event: DownloadEvent) { task?.observe(event) }
    package func destination(ofFileAt path: String) async throws(TransportError) -> String {
        try await task?.destination(ofFileAt: path) ?? path
    }
    package var httpVersion: HTTPVersion? { task?.httpVersion }
}
