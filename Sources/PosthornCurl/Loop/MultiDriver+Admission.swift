// Admitting transfers within the session's limits.
extension MultiDriver {
    /// Admits a transfer within the session's limits; otherwise returns `false`, and the transfer waits.
    func admitOrWait(_ transfer: Transfer) -> Bool {
        guard
            dispatcher.enter(transfer.id, url: transfer.request.url, priority: transfer.priority)
        else {
            transfer.enter(.waitingForAdmission)
            // The queue timeout does not include a suspension.
            transfer.waitingSince = .now
            watch(transfer, at: transfer.admissionDeadline)
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
                // The loop has not processed the suspension yet; the transfer is ready again when it is
                // resumed.
                next.flow.isSuspended = true
                next.enter(.suspended)
                admitted += dispatcher.leave(next.id)
            } else {
                next.admit()
                makeReady(next)
            }
        }
    }
}
