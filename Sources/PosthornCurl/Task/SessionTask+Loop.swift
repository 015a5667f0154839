import Posthorn

// What the loop's thread asks of a task and tells it. None of it runs code of the caller.
extension SessionTask {
    var isWatched: Bool { board.withLock { $0.isWatched } }

    var isSuspended: Bool { board.withLock { $0.state == .suspended } }

    /// A transfer is about to be given to the loop.
    func hasTransfer(_ id: UInt64, _ request: TransportRequest) {
        let needsBody = board.withLock { board in
            board.transfer = id
            board.kept = 0
            board.currentRequest = request
            defer { board.hasSentBody = request.body != nil }
            return board.hasSentBody && request.body != nil
        }
        // After a redirect that keeps it, or with another credential.
        if needsBody { emit(.bodyRestarted(self.id)) }
    }

    /// libcurl has the transfer.
    func hasBegun() {
        let isFirst = board.withLock { board in
            board.isOnLoop = true
            // A task that was suspended just now stays so; the loop will be told.
            return board.state == .queued && board.enter(.running) && board.attempts == 0
        }
        if isFirst { emit(.taskStarted(id)) }
    }

    /// The session's limits make the task wait for its turn.
    func waits() { emit(.taskWaiting(id)) }

    func countAttempt() { board.withLock { $0.attempts += 1 } }

    func received(_ heads: [TransportHead]) {
        board.withLock { $0.informational += heads }
        for head in heads { emit(.informational(id, head)) }
    }

    func received(_ head: TransportHead) {
        let kept = keptBytes(head)
        board.withLock { board in
            board.response = head
            board.kept = kept
        }
        emit(.responseReceived(id, head))
    }

    /// What of a download's file is there from before, if the head is that of its rest.
    private func keptBytes(_ head: TransportHead) -> Int {
        guard kind == .download, head.status == .partialContent,
            originalRequest.headers[.range] == nil
        else { return 0 }
        return head.headers[.contentRange].flatMap(ContentRange.init)?.range?.lowerBound ?? 0
    }

    func publish(_ progress: TransferProgress) {
        let hub = session.hub
        board.withLock { board in
            board.note(progress)
            // In here, so that what two threads report comes in the order in which it was noted.
            board.hub?.emit(.progress(id, board.progress))
            if hub.isProgressHeard { hub.emit(.progress(id, board.progress)) }
        }
    }

    func hasEnded(
        _ transfer: UInt64, _ metrics: TransportMetrics?, _ progress: TransferProgress?,
        _ trailers: HTTPFields
    ) {
        let isLast = board.withLock { board in
            // One that was dropped may end when its successor is on its way.
            guard board.transfer == transfer else { return false }
            board.isOnLoop = false
            board.transfer = nil
            board.trailers = trailers
            if let metrics { board.metrics = metrics }
            return true
        }
        if isLast, let progress { publish(progress) }
    }
}
