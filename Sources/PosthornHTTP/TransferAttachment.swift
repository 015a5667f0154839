/// Ties the exchanges of one typed call to one task of a session.
///
/// It travels in the options of the call's requests, through ciphers, caches and wrappers. A session creates
/// a task for the first request and uses it for the others. Other transports ignore it.
package final class TransferAttachment: Sendable {
    /// The purpose of the call.
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
        var signal: EndSignal?
        var requestedState = RequestedState()
        /// The continuation of a suspended call that has not started.
        var starter: CheckedContinuation<Void, Never>?
        var progress = TransferProgress()
        var listeners: [AsyncStream<TransferProgress>.Continuation] = []
        var isOver = false
    }

    package let kind: Kind
    private let isHandled: Bool
    private let state = Locked(State())

    package init(_ kind: Kind, isHandled: Bool) {
        self.kind = kind
        self.isHandled = isHandled
    }

    deinit { endProgress() }

    /// The task; `nil` before the first exchange, and with transports that have no tasks.
    package var task: (any AttachedTask)? { state.withLock { $0.task } }

    package var requestedState: RequestedState { state.withLock { $0.requestedState } }

    /// Attaches a task to the call and applies the requested state.
    /// - Parameter signal: Signals the end of the call to the task.
    package func attach(_ task: any AttachedTask, until signal: EndSignal) {
        state.withLock { state in
            state.task = task
            state.signal = signal
            task.apply(state.requestedState, after: RequestedState())
        }
    }

    /// Ends the call's task and waits until its progress is reported; `nil` means success.
    package func end(_ error: TransportError?) async {
        endSoon(error)
        await task?.hasEnded()
        endProgress()
    }

    /// Ends the reports of a call that will not start.
    package func abandon() { endProgress() }

    /// Ends the task of a stream without waiting for it.
    package func endSoon(_ error: TransportError?) { state.withLock { $0.signal }?.end(error) }
}

// The methods of a call's handle.
extension TransferAttachment {
    func suspend() { change { $0.isSuspended = true } }

    func resume() { change { $0.isSuspended = false } }

    func cancel(reason: String?) {
        change { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            state.reason = reason
        }
    }

    package func setPriority(_ priority: TransferOptions.Priority?) {
        change { $0.priority = priority }
    }

    private func change(_ change: (inout RequestedState) -> Void) {
        let starter = state.withLock { state in
            let earlier = state.requestedState
            change(&state.requestedState)
            state.task?.apply(state.requestedState, after: earlier)
            guard !state.requestedState.isSuspended || state.requestedState.isCancelled else {
                return nil as CheckedContinuation<Void, Never>?
            }
            defer { state.starter = nil }
            return state.starter
        }
        starter?.resume()
    }

    /// Waits while the call is suspended and not cancelled.
    func mayStart() async {
        await withCheckedContinuation { starter in
            let waits = state.withLock { state in
                let waits = state.requestedState.isSuspended && !state.requestedState.isCancelled
                if waits { state.starter = starter }
                return waits
            }
            if !waits { starter.resume() }
        }
    }

    package var progress: TransferProgress { state.withLock { $0.progress } }

    package var progressUpdates: AsyncStream<TransferProgress> {
        let (stream, listener) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let isOver = state.withLock { state in
            listener.yield(state.progress)
            if !state.isOver { state.listeners.append(listener) }
            return state.isOver
        }
        if isOver { listener.finish() }
        return stream
    }

    /// Attaches a request to the call, and reports its progress to the handle and to the request's closure.
    package func follow(_ request: inout TransportRequest) {
        request.options.attachment = self
        guard isHandled else { return }
        let onProgress = request.options.onProgress
        request.options.onProgress = { [weak self] progress in
            self?.note(progress)
            onProgress?(progress)
        }
    }

    private func note(_ progress: TransferProgress) {
        let listeners = state.withLock { state in
            state.progress = progress
            return state.listeners
        }
        for listener in listeners { listener.yield(progress) }
    }

    private func endProgress() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }
}

/// A session's task to which a typed call is attached.
package protocol AttachedTask: DownloadListener {
    /// Waits until the task has ended and has reported its progress.
    func hasEnded() async
    /// Suspends, resumes or cancels the task, and sets its priority, as the handle requests.
    /// - Parameter earlier: The previously requested state; only differences are applied.
    func apply(
        _ requested: TransferAttachment.RequestedState,
        after earlier: TransferAttachment.RequestedState
    )
}

/// Forwards events to the task.
extension TransferAttachment: DownloadListener {
    package func observe(_ event: DownloadEvent) { task?.observe(event) }
    package func destination(ofFileAt path: String) async throws(TransportError) -> String {
        try await task?.destination(ofFileAt: path) ?? path
    }
    package var httpVersion: HTTPVersion? { task?.httpVersion }
}
