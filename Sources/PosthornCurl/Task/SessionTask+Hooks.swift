import Posthorn

// What a task's hooks are told.
extension SessionTask {
    /// The error of a cancelled task, with the reason that was given.
    func cancellation(_ error: TransportError) -> TransportError {
        guard let reason = board.withLock({ $0.reason }) else { return error }
        var error = error
        error.message += ": \(reason)"
        return error
    }

    /// A redirect policy, and then the session's hook.
    func asked(_ policy: RedirectPolicy) -> RedirectPolicy {
        guard let hook = session.observation.hooks.willFollowRedirect else { return policy }
        return policy.asking { [weak self] redirect in
            guard let self else { return redirect.next }
            return await hook(self, redirect)
        }
    }

    /// Notes that a redirect is followed.
    func followed(_ hop: RedirectHop) {
        board.withLock { $0.redirects.append(hop) }
        session.observation.emit(.redirected(id, hop))
    }

    /// Tells hooks, then events, that the task has ended.
    func complete(_ error: TransportError?) async {
        let hooks = session.observation.hooks
        if let metrics { await hooks.didCollectMetrics?(self, metrics) }
        await hooks.didComplete?(self, error)
        session.observation.emit(.taskCompleted(TaskCompletion(self, error)))
    }

    /// Calls the hooks, and what the request has for its progress, with the loop's news, one after the
    /// other.
    ///
    /// `nil` if nobody wants any.
    func beginNews() -> Task<Void, Never>? {
        let hooks = session.observation.hooks
        let onProgress = originalRequest.onProgress
        guard hooks.wantsNews || onProgress != nil else { return nil }
        let (news, source) = AsyncStream.makeStream(
            of: TaskNews.self, bufferingPolicy: .bufferingNewest(256))
        board.withLock { board in
            board.news = source
            board.isWatched = board.isWatched || hooks.wantsProgress || onProgress != nil
        }
        return Task {
            var last = TransferProgress()
            for await item in news {
                switch item {
                case .progress(let progress):
                    if progress.sent > last.sent {
                        await hooks.didSendBodyData?(self, progress.sent, progress.toSend)
                    }
                    if progress.received > last.received {
                        await hooks.didReceiveData?(self, progress.received, progress.toReceive)
                    }
                    if progress != last { onProgress?(progress) }
                    last = progress
                case .informational(let head): await hooks.didReceiveInformational?(self, head)
                case .needsNewBody: await hooks.needsNewBody?(self)
                }
            }
        }
    }

    /// Waits until the hooks have had all news.
    func endNews(_ hooks: Task<Void, Never>?) async {
        guard let hooks else { return }
        board.withLock { $0.news.take() }?.finish()
        await hooks.value
    }
}
