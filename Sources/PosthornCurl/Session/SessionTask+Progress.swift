extension SessionTask {
    /// The progress of the transfer.
    ///
    /// Bytes are counted from the first access on, to save the cost of counting before. The final progress is
    /// always recorded.
    public var progress: TransferProgress {
        watch()
        return storage.withLock { $0.progress }
    }

    package var recordedProgress: TransferProgress { storage.withLock { $0.progress } }

    /// The task's events from now on, its progress included; the last one is its completion.
    ///
    /// Up to 256 unread events are buffered; beyond that, the oldest are dropped.
    public var events: SessionEvents { listen(.all, buffering: 256) }

    /// The task's progress as a sequence.
    ///
    /// The sequence starts with the current progress, continues after about every 64 KiB of a body, and ends
    /// with the task. A slow reader receives the newest progress and misses older ones.
    public var progressUpdates: AsyncStream<TransferProgress> {
        let events = listen(.progress, buffering: 1)
        return AsyncStream {
            var events = events.makeAsyncIterator()
            guard case .progress(_, let progress)? = await events.next() else { return nil }
            return progress
        }
    }

    private func listen(_ scope: EventQueue.Scope, buffering limit: Int) -> SessionEvents {
        let events = storage.withLock { storage in
            let events = storage.listen(scope, buffering: limit)
            if scope == .progress {
                events.subscription.queue.post(.progress(id, storage.progress))
            }
            return events
        }
        watch()
        return events
    }

    private func watch() {
        let isNew = storage.withLock { storage in
            defer { storage.isWatched = true }
            return !storage.isWatched && !storage.state.isFinal
        }
        if isNew { adjust() }
    }

    /// The downloaded file; `nil` until it is at its destination.
    public var file: DownloadedFile? { storage.withLock { $0.file } }

    /// The data with which another download can resume this one after a failure or a cancellation.
    ///
    /// `nil` before the task has ended, and if the response had no strong entity tag.
    public var resumeData: ResumeData? { storage.withLock { $0.resumeData } }
}
