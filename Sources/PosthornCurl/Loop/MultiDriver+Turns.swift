import Posthorn

// Which transfers may begin, where the session limits how many run at a time.
extension MultiDriver {
    /// Whether a transfer may begin, or has to wait for others.
    func takesTurn(_ transfer: Transfer) -> Bool {
        guard !dispatcher.isUnlimited else {
            // One that was suspended comes to it later than it came.
            transfer.takeTurn(at: transfer.submission.task == nil ? transfer.start : .now)
            return true
        }
        let isNext = dispatcher.enter(
            transfer.id, url: transfer.request.url, priority: transfer.priority)
        isNext ? transfer.takeTurn() : transfer.submission.task?.waits()
        return isNext
    }

    /// Begins what has waited for a transfer that has ended, or waits no longer.
    func passTurn(of transfer: Transfer) {
        guard !dispatcher.isUnlimited else { return }
        turns += dispatcher.leave(transfer.id)
        // One that can't begin passes its turn on, and comes back to here.
        guard !isPassingTurns else { return }
        isPassingTurns = true
        while !turns.isEmpty {
            guard let next = active[turns.removeFirst()] else { continue }
            if next.submission.task?.isSuspended == true {
                // The loop has not heard of it yet; it comes to the line again when it is resumed.
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
