// The hooks that a task calls and the events that it reports.
extension SessionTask {
    /// Adds the reason of the cancellation to an error.
    func cancellation(_ error: TransportError) -> TransportError {
        guard let reason = storage.withLock({ $0.reason }), !error.message.hasSuffix(": \(reason)")
        else { return error }
        var error = error
        error.message += ": \(reason)"
        return error
    }

    /// Returns a redirect policy that asks the session's hook after the given policy.
    func asked(_ policy: RedirectPolicy) -> RedirectPolicy {
        guard let hook = session.hooks.willFollowRedirect else { return policy }
        return policy.asking { [weak self] redirect in
            guard let self else { return redirect.next }
            return await hook(self, redirect)
        }
    }

    func followed(_ hop: RedirectPolicy.Hop) {
        storage.withLock { $0.redirects.append(hop) }
        emit(.redirected(id, hop))
    }

    func emit(_ event: @autoclosure () -> SessionEvent) {
        let hub = storage.withLock { $0.hub }
        guard hub != nil || session.hub.hasReaders else { return }
        let event = event()
        hub?.emit(event)
        session.hub.emit(event)
    }

    func complete(_ error: TransportError?) {
        emit(.taskCompleted(SessionTask.Completion(self, error)))
        storage.withLock { $0.hub }?.end()
    }

    /// Calls the request's progress closure, if there is one, until the task ends.
    func reportProgress() {
        guard let onProgress = originalRequest.options.onProgress else { return }
        let updates = progressUpdates
        let reporter = Task {
            var last = TransferProgress()
            for await progress in updates where progress != last {
                last = progress
                onProgress(progress)
            }
        }
        storage.withLock { $0.reporter = reporter }
    }
}
