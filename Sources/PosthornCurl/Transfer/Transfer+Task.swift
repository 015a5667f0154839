import CCurl
import Posthorn

// What a transfer does for the task that somebody has of it, and tells it.
extension Transfer {
    /// Sets what the task wishes of a handle.
    func setWishes(_ handle: EasyHandle) throws(TransportError) {
        try handle.set(CURLOPT_STREAM_WEIGHT, priority)
        guard submission.task?.isWatched == true else { return }
        try handle.set(CURLOPT_XFERINFODATA, handle.context)
        try handle.check(
            posthorn_setopt_progress_callback(handle.raw) { context, _, received, _, sent in
                guard let context else { return 0 }
                EasyHandle.from(context).transfer?.count(Int(received), Int(sent))
                return 0
            }, CURLOPT_XFERINFOFUNCTION)
        try handle.set(CURLOPT_NOPROGRESS, false)
    }

    /// How much the transfer matters: its task's word, or its request's.
    var priority: Int {
        if let task = submission.task { return task.priority.rawValue }
        return (request.options.priority ?? .normal).rawValue
    }

    /// Tells the task how far the transfer is, each time a step of it is done.
    private func count(_ received: Int, _ sent: Int) {
        guard let task = submission.task else { return }
        let progress = progress(received, sent)
        let isStep =
            received - told.received >= Self.step || sent - told.sent >= Self.step
            || progress.totalBytesToReceive != told.totalBytesToReceive
            || (sent != told.sent && sent == progress.totalBytesToSend)
        guard isStep else { return }
        told = progress
        task.publish(progress)
    }

    private func progress(_ received: Int, _ sent: Int) -> TransferProgress {
        var progress = TransferProgress()
        progress.received = received
        if head.isComplete {
            progress.totalBytesToReceive = head.hasBody(request.method) ? head.contentLength : 0
        }
        progress.sent = sent
        progress.totalBytesToSend = request.body == nil ? 0 : request.body?.count
        return progress
    }

    private static let step = 64 << 10

    /// Tells the task what has come of the response's head.
    func tell(_ task: SessionTask) {
        if !head.informational.isEmpty { task.received(head.takeInformational()) }
        if head.isComplete, !isHeadTold {
            isHeadTold = true
            task.received(transportHead)
        }
    }

    /// How far a transfer has come, and what that cost.
    struct End {
        var metrics: TransportMetrics
        var progress: TransferProgress
    }

    /// Tells the task how its transfer ended.
    func tell(_ task: SessionTask, _ end: End?) {
        let end = end ?? handle.map(end(of:))
        task.hasEnded(id, end?.metrics, end?.progress, head.trailers)
    }

    /// What libcurl knows of a transfer that it has ended.
    func end(of handle: EasyHandle) -> End {
        End(
            metrics: metrics(handle),
            progress: progress(
                handle.offset(CURLINFO_SIZE_DOWNLOAD_T), handle.offset(CURLINFO_SIZE_UPLOAD_T)))
    }
}
