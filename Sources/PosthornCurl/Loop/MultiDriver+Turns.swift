import PosthornHTTP

// Starting transfers within the session's limits.
extension MultiDriver {
    /// Whether a transfer may start; otherwise it is queued.
    func takesTurn(_ transfer: Transfer) -> Bool {
        guard !dispatcher.isUnlimited else {
            // The timeout of a task that was suspended starts when it is resumed.
            transfer.takeTurn(at: transfer.submission.task == nil ? transfer.start : .now)
            return true
        }
        let isNext = dispatcher.enter(
            transfer.id, url: transfer.request.url, priority: transfer.priority)
        isNext ? transfer.takeTurn() : transfer.submission.task?.waits()
        return isNext
    }

    /// Starts the transfers that waited for one that has ended or stopped waiting.
    func passTurn(of transfer: Transfer) {
        guard !dispatcher.isUnlimited else { return }
        turns += dispatcher.leave(transfer.id)
        // A transfer that can't start passes its turn on through this function again.
        guard !isPassingTurns else { return }
        isPassingTurns = true
        while !turns.isEmpty {
            guard let next = active[turns.removeFirst()] else { continue }
            if next.submission.task?.isSuspended == true {
                // The loop has not processed the suspension yet; the transfer is queued again when it is
                // resumed.
                next.isSuspended = true
                turns += dispatcher.leave(next.id)
                continue
            }
            next.takeTurn()
            start(next)
        }
        isPassingTurns = false
    }
}
