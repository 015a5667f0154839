// Admitting transfers within the session's limits.
extension MultiDriver {
    /// Whether a transfer may start; otherwise it waits for admission.
    func admits(_ transfer: Transfer) -> Bool {
        // The timeout of a task that was suspended starts when it is resumed.
        guard
            dispatcher.enter(transfer.id, url: transfer.request.url, priority: transfer.priority)
        else {
            transfer.enter(.waitingForAdmission)
            transfer.waitingSince = .now
            transfer.submission.task?.waits()
            return false
        }
        transfer.admit()
        return true
    }

    /// Starts the transfers that waited for one that has ended or stopped waiting.
    func admitNext(after transfer: Transfer) {
        var admitted = dispatcher.leave(transfer.id)
        while !admitted.isEmpty {
            guard let next = active[admitted.removeFirst()] else { continue }
            if next.submission.task?.isSuspended == true {
                // The loop has not processed the suspension yet; the transfer is queued again when it is
                // resumed.
                next.flow.isSuspended = true
                next.enter(.suspended)
                admitted += dispatcher.leave(next.id)
            } else {
                next.admit()
                enqueue(next)
            }
        }
    }
}
