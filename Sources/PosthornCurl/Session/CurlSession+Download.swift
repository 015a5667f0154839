import FoundationEssentials

extension CurlSession {
    /// Creates a task that writes the response to a file.
    ///
    /// The bytes are written to `<destination>.part`, which replaces the destination when the download is
    /// complete. The destination therefore always holds the whole old file or the whole new file. A status
    /// other than 2xx is an error and changes no file.
    ///
    /// A failed download leaves a partial file if the response has a strong entity tag. The next download to
    /// the same destination, or one with the task's ``SessionTask/resumeData``, requests only the missing
    /// bytes (RFC 9110, section 13.1.5). It receives the whole file if the file has changed.
    ///
    /// If the request sets no `timeouts.total`, it has none, and its `timeouts.idle` is 60 seconds by default.
    public func task(
        for request: TransportRequest, to destination: DownloadOptions.Destination,
        options: DownloadOptions = DownloadOptions()
    ) -> CallTask<DownloadedFile, TransportError> {
        downloadTask(request, to: destination, options).handle
    }

    private func downloadTask(
        _ request: TransportRequest, to destination: DownloadOptions.Destination,
        _ options: DownloadOptions
    ) -> TransferTask<DownloadedFile> {
        TransferTask(.download, request, self) { task throws(TransportError) in
            let download = ResumableDownload(
                to: destination, options.inheriting(self.downloadDefaults), listener: task)
            do throws(TransportError) {
                let stream = try await download.open(request.withLongResponse) {
                    request throws(TransportError) in
                    try await task.session.openExchange(request, for: task)
                }
                guard download.accepts(stream.status) else { throw .unexpected(stream.status) }
                if let head = download.receivedHead { _ = try await task.disposition(of: head) }
                return try await download.receive(stream.body, presentsWhole: false)
            } catch {
                download.abandon()
                throw error
            }
        }
    }

    /// Downloads the response to a file, as ``task(for:to:options:)`` does.
    ///
    /// - Throws: a `TransportError` with one of these codes, among others: `fileFailed` if the file can't
    ///   be written; `unexpectedStatus` if the status is not 2xx; `wrongRange` if a download with
    ///   `DownloadOptions.resumeData` receives a range other than the missing one.
    public func download(
        _ request: TransportRequest, to destination: DownloadOptions.Destination,
        options: DownloadOptions = DownloadOptions()
    ) async throws(TransportError) -> DownloadedFile {
        try await downloadTask(request, to: destination, options).run()
    }

    /// The unfinished downloads of sessions with the same ``SessionConfiguration/resumeDirectory``.
    ///
    /// They include downloads of processes that have ended, and downloads that are running. Empty if the
    /// session has no such folder.
    public var unfinishedDownloads: [ResumeData] {
        TransferJournal(folder: configuration.resumeDirectory?.filePath).entries()
    }

    package var downloadDefaults: DownloadOptions {
        var options = DownloadOptions()
        options.survivesPowerLoss = configuration.downloadsSurvivePowerLoss
        options.allowsUnknownLength = configuration.allowsDownloadsOfUnknownLength
        options.resumeDirectory = configuration.resumeDirectory
        return options
    }
}

extension SessionTask: AttachedTask {
    package func observe(_ event: DownloadEvent) {
        switch event {
        case .resumed(let offset, let total):
            emit(.downloadResumed(id, offset: offset, total: total))
        case .restarted: emit(.downloadRestarted(id))
        case .wasComplete(let count):
            let progress = storage.withLock { storage in
                storage.whole = count
                return storage.progress
            }
            publish(progress)
        case .moved(let file):
            storage.withLock { $0.file = file }
            emit(.downloadMoved(id, to: file.url))
        case .moveFailed(let url, let error): emit(.downloadMoveFailed(id, to: url, error))
        case .resumable(let data): storage.withLock { $0.resumeData = data }
        }
    }

    package func destination(ofFileAt path: String) async throws(TransportError) -> String {
        storage.withLock { _ = $0.enter(.finishing) }
        guard let hook = session.hooks.didFinishDownloading else { return path }
        guard let url = await hook(self, URL(file: path)) else { return path }
        return try url.filePath(of: "the result of didFinishDownloading")
    }

    package var httpVersion: HTTPVersion? { metrics?.httpVersion }
}
