public import Posthorn

extension SessionTask {
    /// How far the transfer has come.
    ///
    /// Counted from the first look on, because counting costs; the end is counted in any case.
    public var progress: TransferProgress {
        watch()
        return board.withLock { $0.progress }
    }

    /// What happens to the task from now on, its progress included; the last event is its completion.
    ///
    /// Room for 256 events is kept for a slow reader.
    public var events: SessionEvents { listen(.all, buffering: 256) }

    /// The bytes sent and received: those so far at once, then after each 64 KiB or so of a body, and at the end.
    ///
    /// A slow reader misses outdated numbers, never the newest. The sequence ends with the task.
    public var progressUpdates: AsyncStream<TransferProgress> {
        let events = listen(.progress, buffering: 1)
        return AsyncStream {
            var events = events.makeAsyncIterator()
            guard case .progress(_, let progress)? = await events.next() else { return nil }
            return progress
        }
    }

    private func listen(_ scope: EventQueue.Scope, buffering limit: Int) -> SessionEvents {
        let events = board.withLock { board in
            let events = board.listen(scope, buffering: limit)
            if scope == .progress {
                events.subscription.queue.post(.progress(id, board.progress))
            }
            return events
        }
        watch()
        return events
    }

    private func watch() {
        let isNew = board.withLock { board in
            defer { board.isWatched = true }
            return !board.isWatched && !board.state.isFinal
        }
        if isNew { adjust() }
    }

    /// The file that the task wrote, once it stands at its destination.
    public var file: DownloadedFile? { board.withLock { $0.file } }

    /// What it takes to go on with a download that has failed or was cancelled.
    ///
    /// `nil` before the task has ended, and if the server did not name what it sent by a strong
    /// entity tag.
    public var resumeData: ResumeData? { board.withLock { $0.resumeData } }
}
