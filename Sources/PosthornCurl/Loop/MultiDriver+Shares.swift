// Fairness: the loop pauses a transfer that has used up its share, so that others can run.
extension MultiDriver {
    /// Resumes the paused transfers after all others have had their share.
    func endTurn() {
        let now = LoopInstant.now
        for transfer in context.turn.moved { transfer.silence.lastActivity = now }
        context.turn.moved.removeAll(keepingCapacity: true)
        context.turn.number += 1
        guard !context.turn.paused.isEmpty else { return }
        // A resumed transfer may use this turn's share at once, for bytes that libcurl has buffered.
        let paused = context.turn.paused
        context.turn.paused = []
        for id in paused {
            if let transfer = active[id], !transfer.flow.isSuspended { resume(transfer) }
        }
    }
}
