import Glibc

/// The interface of a session's loop for other threads: an inbox and a thread to join.
final class EventLoop: Sendable {
    let inbox: Inbox
    /// The executor for tasks on the loop's thread.
    let executor: LoopExecutor
    private let thread: Locked<LoopThread?>

    init(
        _ configuration: SessionConfiguration, _ overrides: HostOverrides, _ trust: TrustRules
    ) throws(TransportError) {
        let inbox = try Inbox()
        let poller = try Poller()
        let executor = LoopExecutor(inbox)
        self.inbox = inbox
        self.executor = executor
        thread = Locked(
            try LoopThread(name: configuration.name) {
                MultiDriver(
                    configuration, overrides, trust, inbox: inbox, poller: poller,
                    executor: executor
                ).run()
            })
    }

    /// Sends a command to the loop; a loop that has ended ignores it.
    func post(_ command: Inbox.Command) { _ = inbox.post(command) }

    func shutdown(_ mode: CurlSession.Shutdown) async {
        await withCheckedContinuation { continuation in
            if !inbox.post(.shutdown(mode, continuation)) { continuation.resume() }
        }
        // The thread is returning, so that joining it does not block.
        thread.withLock { $0.take() }?.join()
    }

    func abandon() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        post(.shutdown(.cancel, nil))
        thread.detach()
    }
}
