// Called by the loop's thread. None of these runs code of the caller.
extension SessionTask {
    var isWatched: Bool { storage.withLock { $0.isWatched } }

    var isSuspended: Bool { storage.withLock { $0.state == .suspended } }

    /// Records the next transfer of the task, before the loop receives it.
    func hasTransfer(_ id: UInt64, _ request: TransportRequest) {
        let needsBody = storage.withLock { storage in
            storage.transfer = id
            storage.kept = 0
            storage.currentRequest = request
            defer { storage.hasSentBody = request.body != nil }
            return storage.hasSentBody && request.body != nil
        }
        // A redirect that keeps the body, or a new credential, sends the body again.
        if needsBody { emit(.bodyRestarted(self.id)) }
    }

    func hasBegun() {
        let isFirst = storage.withLock { storage in
            storage.isOnLoop = true
            // A task that was suspended meanwhile stays suspended; the loop receives that change separately.
            return storage.state == .queued && storage.enter(.running) && storage.attempts == 0
        }
        if isFirst { emit(.taskStarted(id)) }
    }

    func waits() { emit(.taskWaiting(id)) }

    func countAttempt() { storage.withLock { $0.attempts += 1 } }

    func received(_ heads: [TransportResponse]) {
        storage.withLock { $0.informational += heads }
        for head in heads { emit(.interimResponse(id, head)) }
    }

    func received(_ head: TransportResponse) {
        let kept = keptBytes(head)
        storage.withLock { storage in
            storage.response = head
            storage.kept = kept
        }
        emit(.responseReceived(id, head))
    }

    /// The size of a download's partial file in bytes, if the response continues it; otherwise 0.
    private func keptBytes(_ head: TransportResponse) -> Int {
        guard kind == .download, head.status == .partialContent,
            originalRequest.headers[.range] == nil
        else { return 0 }
        return head.headers[.contentRange].flatMap(ContentRange.init)?.range?.lowerBound ?? 0
    }

    func publish(_ progress: TransferProgress) {
        let hub = session.hub
        storage.withLock { storage in
            storage.note(progress)
            // Emitted inside the lock, so that progress from two threads is delivered in the order of its
            // recording.
            storage.hub?.emit(.progress(id, storage.progress))
            if hub.hasProgressReaders { hub.emit(.progress(id, storage.progress)) }
        }
    }

    func transferEnded(
        _ transfer: UInt64, _ metrics: TransportMetrics?, _ progress: TransferProgress?,
        _ trailers: HTTPFields
    ) {
        let isLast = storage.withLock { storage in
            // A released transfer may end after its successor has started.
            guard storage.transfer == transfer else { return false }
            storage.isOnLoop = false
            storage.transfer = nil
            storage.trailers = trailers
            if let metrics { storage.metrics = metrics }
            return true
        }
        if isLast, let progress { publish(progress) }
    }
}
