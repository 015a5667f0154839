import CCurl

// The communication between a transfer and its task.
extension Transfer {
    /// Applies the task's priority and its observation of progress to a handle.
    func setTaskOptions(_ handle: EasyHandle) throws(TransportError) {
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

    var priority: Int {
        if let task = submission.task { return task.priority.rawValue }
        return (request.options.priority ?? .normal).rawValue
    }

    /// Reports progress to the task after each step.
    private func count(_ received: Int, _ sent: Int) {
        guard let task = submission.task else { return }
        let progress = progress(received, sent)
        let isStep =
            received - report.progress.received >= Self.step
            || sent - report.progress.sent >= Self.step
            || progress.totalBytesToReceive != report.progress.totalBytesToReceive
            || (sent != report.progress.sent && sent == progress.totalBytesToSend)
        guard isStep else { return }
        report.progress = progress
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

    /// Reports the progress so far to a task that begins to watch the transfer.
    func publishProgress(of handle: EasyHandle) {
        count(
            handle.offset(CURLINFO_SIZE_DOWNLOAD_T), handle.offset(CURLINFO_SIZE_UPLOAD_T))
    }

    /// Passes the received part of the response's head to the task.
    func reportHead(to task: SessionTask) {
        if !head.informational.isEmpty { task.received(head.takeInformational()) }
        if head.isComplete, !report.hasHead {
            report.hasHead = true
            task.received(transportHead)
        }
    }

    func reportEnd(to task: SessionTask) {
        guard let handle else { return task.transferEnded(id, nil, nil, head.trailers) }
        let progress = progress(
            handle.offset(CURLINFO_SIZE_DOWNLOAD_T), handle.offset(CURLINFO_SIZE_UPLOAD_T))
        task.transferEnded(id, metrics(handle), progress, head.trailers)
    }
}
