import Glibc
import Posthorn

/// The loop of a session as other threads see it: an inbox and a thread to join.
final class EventLoop: Sendable {
    private let inbox: Inbox
    /// Where tasks run that want to run on the loop's thread.
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

    func start(_ submission: Submission) {
        if !inbox.post(submission) { submission.finish(.closed) }
    }

    func cancel(_ id: UInt64) { _ = inbox.post(.cancel(id)) }

    /// Cancels all transfers up to a number.
    func cancelAll(upTo id: UInt64) { _ = inbox.post(.cancelAll(id)) }

    /// Lets a transfer go on that had to pause.
    func resume(_ id: UInt64) { _ = inbox.post(.resume(id)) }

    /// Tells the loop that a transfer's task has changed its wishes.
    func adjust(_ id: UInt64) { _ = inbox.post(.adjust(id)) }

    /// Has the loop end without waiting for what these redirects lead to.
    func endHops(_ count: Int) { _ = inbox.post(.endHops(count)) }

    /// Ends the loop and waits for its thread.
    func shutdown(_ mode: CurlSession.Shutdown) async {
        await withCheckedContinuation { continuation in
            if !inbox.post(.shutdown(.init(mode: mode, waiter: continuation))) {
                continuation.resume()
            }
        }
        // The thread has nothing left to do but to return, so that joining it does not block.
        thread.withLock { $0.take() }?.join()
    }

    /// Ends the loop without waiting for its thread.
    func abandon() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        _ = inbox.post(.shutdown(.init(mode: .cancel, waiter: nil)))
        thread.detach()
    }
}

extension Submission.Outcome {
    /// The outcome of a call to a session that has ended.
    static var closed: Self {
        .failure(.sessionClosed)
    }
}
