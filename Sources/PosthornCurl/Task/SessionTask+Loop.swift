import Posthorn

// What the loop's thread asks of a task and tells it. None of it runs code of the caller.
extension SessionTask {
    /// What the task wants of its transfer.
    struct Wishes {
        var weight: Int
        var isWatched: Bool
    }

    var wishes: Wishes {
        board.withLock { Wishes(weight: $0.priority.rawValue, isWatched: $0.isWatched) }
    }

    var isSuspended: Bool { board.withLock { $0.state == .suspended } }

    /// A transfer is about to be given to the loop.
    func hasTransfer(_ id: UInt64, _ request: TransportRequest) {
        board.withLock { board in
            board.transfer = id
            board.currentRequest = request
        }
    }

    /// libcurl has the transfer.
    func hasBegun() {
        let isFirst = board.withLock { board in
            board.isOnLoop = true
            // A task that was suspended just now stays so; the loop will be told.
            return board.state == .queued && board.enter(.running) && board.attempts == 0
        }
        if isFirst { session.observation.emit(.taskStarted(id)) }
    }

    func countAttempt() { board.withLock { $0.attempts += 1 } }

    func received(_ heads: [TransportHead]) {
        let news = board.withLock { board in
            board.informational += heads
            return board.news
        }
        for head in heads {
            news?.yield(.informational(head))
            session.observation.emit(.informational(id, head))
        }
    }

    func received(_ head: TransportHead) {
        board.withLock { $0.response = head }
        session.observation.emit(.responseReceived(id, head))
    }

    func needsNewBody() {
        board.withLock { $0.news }?.yield(.needsNewBody)
        session.observation.emit(.bodyRestarted(id))
    }

    func publish(_ progress: TransferProgress) {
        let (news, listeners) = board.withLock { board in
            board.progress = progress
            return (board.news, board.listeners)
        }
        news?.yield(.progress(progress))
        for listener in listeners { listener.yield(progress) }
    }

    func hasEnded(
        _ metrics: TransportMetrics?, _ progress: TransferProgress?, _ trailers: HTTPFields
    ) {
        board.withLock { board in
            board.isOnLoop = false
            board.transfer = nil
            board.trailers = trailers
            if let metrics { board.metrics = metrics }
        }
        if let progress { publish(progress) }
    }
}
