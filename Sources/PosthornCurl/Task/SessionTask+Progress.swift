public import Posthorn

extension SessionTask {
    /// How far the transfer has come.
    ///
    /// Counted from the first look on, because counting costs; the end is counted in any case.
    public var progress: TransferProgress {
        watch()
        return board.withLock { $0.progress }
    }

    /// How far the transfer comes, each time about 64 KiB more of a body were sent or received, and at
    /// the end.
    ///
    /// A reader that is slow misses what is out of date, never the newest. It ends with the task.
    public var progressUpdates: AsyncStream<TransferProgress> {
        let (stream, listener) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let isOver = board.withLock { board in
            if !board.state.isFinal { board.listeners.append(listener) }
            listener.yield(board.progress)
            return board.state.isFinal
        }
        if isOver { listener.finish() }
        watch()
        return stream
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
