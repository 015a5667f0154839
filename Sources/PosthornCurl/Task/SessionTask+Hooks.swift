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
            return await inTurn { await hook(self, redirect) }
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
    func beginHooks() -> Task<Void, Never>? {
        let hooks = session.observation.hooks
        let onProgress = originalRequest.options.onProgress
        guard hooks.wantsNews || onProgress != nil else { return nil }
        let queue = HookQueue()
        board.withLock { board in
            board.hooks = queue
            board.isWatched = board.isWatched || hooks.wantsProgress || onProgress != nil
        }
        return Task {
            var teller = HookTeller(self, hooks)
            await queue.forEach { item in await teller.tell(item) }
        }
    }

    /// Calls a hook that the task waits for, after those that tell what happened before.
    func inTurn<Answer: Sendable>(_ hook: () async -> Answer) async -> Answer {
        guard let hooks = board.withLock({ $0.hooks }) else { return await hook() }
        return await hooks.inTurn(hook)
    }

    /// Waits until the hooks have had all news.
    func endHooks(_ runner: Task<Void, Never>?) async {
        guard let runner else { return }
        board.withLock { $0.hooks.take() }?.end()
        await runner.value
    }
}
