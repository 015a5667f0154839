// Starting transfers within the session's limits.
extension MultiDriver {
    /// Whether a transfer may start; otherwise it is queued.
    func takesTurn(_ transfer: Transfer) -> Bool {
        // The timeout of a task that was suspended starts when it is resumed.
        guard
            dispatcher.enter(transfer.id, url: transfer.request.url, priority: transfer.priority)
        else {
            transfer.enter(.waitingForTurn)
            transfer.submission.task?.waits()
            return false
        }
        transfer.takeTurn()
        return true
    }

    /// Starts the transfers that waited for one that has ended or stopped waiting.
    func passTurn(of transfer: Transfer) {
        var turns = dispatcher.leave(transfer.id)
        while !turns.isEmpty {
            guard let next = active[turns.removeFirst()] else { continue }
            if next.submission.task?.isSuspended == true {
                // The loop has not processed the suspension yet; the transfer is queued again when it is
                // resumed.
                next.flow.isSuspended = true
                next.enter(.suspended)
                turns += dispatcher.leave(next.id)
            } else {
                next.takeTurn()
                enqueue(next)
            }
        }
    }
}
