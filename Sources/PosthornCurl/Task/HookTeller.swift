import Posthorn

/// Calls the hooks of a task, and what its request has for progress, with what the queue gives.
struct HookTeller {
    private let task: SessionTask
    private let hooks: SessionHooks
    private let onProgress: (@Sendable (TransferProgress) -> Void)?
    private var last = TransferProgress()
    /// How many bytes of the answer have come, and of how many the hooks know.
    private var (received, told) = (0, 0)
    /// Whether the answer was let in; before that nothing is told of its body.
    private var isAllowed = true

    init(_ task: SessionTask, _ hooks: SessionHooks) {
        self.task = task
        self.hooks = hooks
        onProgress = task.originalRequest.options.onProgress
    }

    mutating func tell(_ item: HookQueue.Item) async {
        switch item {
        case .progress(let progress):
            let before = last
            last = progress
            received = progress.received
            if progress.sent > before.sent {
                await hooks.didSendBodyData?(task, progress.sent, progress.toSend)
            }
            await tellReceived()
            if progress != before { onProgress?(progress) }
        case .informational(let head): await hooks.didReceiveInformational?(task, head)
        case .needsNewBody: await hooks.needsNewBody?(task)
        case .head:
            isAllowed = hooks.didReceiveResponse == nil
            (received, told) = (0, 0)
        case .allowed:
            isAllowed = true
            await tellReceived()
        case .turn(let waiter): await withCheckedContinuation { waiter.resume(returning: $0) }
        }
    }

    private mutating func tellReceived() async {
        guard isAllowed, received > told else { return }
        told = received
        await hooks.didReceiveData?(task, received, last.toReceive)
    }
}
