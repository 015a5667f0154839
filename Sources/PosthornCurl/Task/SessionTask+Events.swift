import Posthorn

// What a task asks of hooks, and reports as events.
extension SessionTask {
    /// The error of a cancelled task, with the reason that was given.
    func cancellation(_ error: TransportError) -> TransportError {
        guard let reason = board.withLock({ $0.reason }), !error.message.hasSuffix(": \(reason)")
        else { return error }
        var error = error
        error.message += ": \(reason)"
        return error
    }

    /// A redirect policy, and then the session's hook.
    func asked(_ policy: RedirectPolicy) -> RedirectPolicy {
        guard let hook = session.hooks.willFollowRedirect else { return policy }
        return policy.asking { [weak self] redirect in
            guard let self else { return redirect.next }
            return await hook(self, redirect)
        }
    }

    /// Notes that a redirect is followed.
    func followed(_ hop: RedirectHop) {
        board.withLock { $0.redirects.append(hop) }
        emit(.redirected(id, hop))
    }

    /// Reports an event of the task to those who read the session's or the task's own.
    func emit(_ event: @autoclosure () -> SessionEvent) {
        let hub = board.withLock { $0.hub }
        guard hub != nil || session.hub.isHeard else { return }
        let event = event()
        hub?.emit(event)
        session.hub.emit(event)
    }

    /// Reports that the task has ended.
    func complete(_ error: TransportError?) {
        emit(.taskCompleted(TaskCompletion(self, error)))
        board.withLock { $0.hub }?.end()
    }

    /// Calls the request's closure with the progress until ``endProgress(_:)``; `nil` if it has none.
    func reportProgress() -> Task<Void, Never>? {
        guard let onProgress = originalRequest.options.onProgress else { return nil }
        let updates = progressUpdates
        return Task {
            var last = TransferProgress()
            for await progress in updates where progress != last {
                last = progress
                onProgress(progress)
            }
        }
    }

    /// Ends the sequences of progress, and waits until the request's closure has the newest.
    func endProgress(_ reports: Task<Void, Never>?) async {
        board.withLock { $0.hub }?.endProgress()
        await reports?.value
    }
}
