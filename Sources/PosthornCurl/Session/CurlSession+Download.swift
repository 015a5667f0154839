public import Posthorn

extension CurlSession {
    /// Makes a task that writes the response to a file.
    ///
    /// The bytes go to `<destination>.part`, which takes its place when all of them are there, so
    /// that the destination is the old file or the new one and never half of one. A status other
    /// than 2xx is an error and touches no file. A download that fails leaves what it has, if the
    /// server named it by a strong entity tag: the next one to the same destination, or with its
    /// ``SessionTask/resumeData``, asks for the rest only (RFC 9110, section 13.1.5), and gets the
    /// whole file if that has changed.
    ///
    /// A request has 60 seconds in all unless told otherwise, which a large file exceeds: set its
    /// `timeouts.total` to `.unlimited`.
    public func task(
        for request: TransportRequest, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) -> TransferTask<DownloadedFile> {
        TransferTask(.download, request, self) { task throws(TransportError) in
            let download = ResumableDownload(
                to: destination, options.inheriting(self.downloadDefaults), listener: task)
            do throws(TransportError) {
                let stream = try await download.open(request) { request throws(TransportError) in
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

    /// Writes the response to a file; see ``task(for:to:options:)``.
    /// - Throws: a ``TransportError``; with the code `fileFailed` if the file can't be written,
    ///   `unexpectedStatus` if the status is not 2xx, and `wrongRange` if the server responds one that
    ///   was given ``DownloadOptions/resumeData`` with another part than the rest.
    public func download(
        _ request: TransportRequest, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) async throws(TransportError) -> DownloadedFile {
        try await task(for: request, to: destination, options: options).run()
    }

    /// The downloads that were not finished by sessions with the same
    /// ``SessionConfiguration/resumeDirectory``, also in a process that has ended.
    ///
    /// Empty without a journal. Those that run now are among them.
    public var unfinishedDownloads: [ResumeData] {
        TransferJournal(folder: configuration.resumeDirectory).entries()
    }

    /// What the session's configuration says of downloads.
    public var downloadDefaults: DownloadOptions {
        var options = DownloadOptions()
        options.durability = configuration.downloadDurability
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
            let progress = board.withLock { board in
                board.whole = count
                return board.progress
            }
            publish(progress)
        case .moved(let file):
            board.withLock { $0.file = file }
            emit(.downloadMoved(id, path: file.path))
        case .moveFailed(let path, let error): emit(.downloadMoveFailed(id, path: path, error))
        case .left(let data): board.withLock { $0.resumeData = data }
        }
    }

    package func destination(ofFileAt path: String) async -> String {
        board.withLock { _ = $0.enter(.finishing) }
        guard let hook = session.hooks.didFinishDownloading else { return path }
        return await hook(self, path) ?? path
    }

    package var httpVersion: String? { metrics?.httpVersion }
}
