// Fairness: the loop pauses a transfer that has used up its share, so that others can run.
extension MultiDriver {
    /// Resumes the paused transfers after all others have had their share.
    func endIteration() {
        let now = LoopInstant.now
        for transfer in context.iteration.moved { transfer.silence.lastActivity = now }
        context.iteration.moved.removeAll(keepingCapacity: true)
        context.iteration.number += 1
        guard !context.iteration.paused.isEmpty else { return }
        // A resumed transfer may use this iteration's share at once, for bytes that libcurl has buffered.
        let paused = context.iteration.paused
        context.iteration.paused = []
        for id in paused {
            if let transfer = active[id], !transfer.flow.isSuspended { resume(transfer) }
        }
    }
}
