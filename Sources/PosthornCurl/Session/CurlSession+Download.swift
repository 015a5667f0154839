public import Posthorn

extension CurlSession {
    /// Makes a task that writes the answer to a file.
    ///
    /// The bytes go to `<destination>.part`, which takes its place when all of them are there, so
    /// that the destination is the old file or the new one and never half of one. A status other
    /// than 2xx is an error and touches no file. A download that fails leaves what it has, if the
    /// server named it by a strong entity tag: the next one to the same destination, or with its
    /// ``SessionTask/resumeData``, asks for the rest only (RFC 9110, section 13.1.5), and gets the
    /// whole file if that has changed.
    ///
    /// A request has 60 seconds in all unless told otherwise, which a large file exceeds: set its
    /// `timeouts.total` to `nil`.
    public func downloadTask(
        for request: TransportRequest, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) -> ResultTask<DownloadedFile> {
        ResultTask(.download, request, self) { task throws(TransportError) in
            try await Download(request, to: destination, options, for: task).run()
        }
    }

    /// Writes the answer to a file; see ``downloadTask(for:to:options:)``.
    /// - Throws: a ``TransportError``; with the code `fileFailed` if the file can't be written,
    ///   `unexpectedStatus` if the status is not 2xx, and `wrongRange` if the server answers one that
    ///   was given ``DownloadOptions/resumeData`` with another part than the rest.
    public func download(
        _ request: TransportRequest, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) async throws(TransportError) -> DownloadedFile {
        try await downloadTask(for: request, to: destination, options: options).run()
    }

    /// The downloads that were not finished by sessions with the same
    /// ``SessionConfiguration/journal``, also in a process that has ended.
    ///
    /// Empty without a journal. Those that run now are among them.
    public var unfinishedDownloads: [ResumeData] {
        TransferJournal(folder: configuration.journal).entries()
    }
}

extension CurlSession: DownloadingTransport {
    /// Writes the answer of a typed call to a file; as ``downloadTask(for:to:options:)`` with its default
    /// options, but that `validate` decides which answers give the file.
    ///
    /// What a server packs is unpacked as ``SessionConfiguration/decompresses`` says, though nothing
    /// packed is asked for. If it answers with another part than the rest, or says that there is no rest,
    /// the whole file is asked for. The call is a task in ``tasks`` while it runs.
    public func download(
        _ request: TransportRequest, to destination: String,
        validate: @escaping @Sendable (TransportStream) async throws(TransportError) -> ByteStream
    ) async throws(TransportError) -> DownloadedFile {
        try await ResultTask(.download, request, self) { task throws(TransportError) in
            try await Download(request, to: .file(destination), for: task, validate: validate)
                .run()
        }.run()
    }
}

extension SessionTask {
    /// Asks the hook about a download; a data task that became one was asked before.
    func downloadDisposition(of head: TransportHead) async throws(TransportError) {
        if kind == .download { _ = try await disposition(of: head) }
    }
}
