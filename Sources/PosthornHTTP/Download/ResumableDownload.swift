/// A download into a file that requests only the missing bytes.
///
/// It writes beside the destination and moves the complete file there. It works over any ``Transport``: it
/// adds `Range` and `If-Range` (RFC 9110, section 14) for a partial file, and presents a partial response as
/// the response with the complete file (RFC 9110, section 15.3.7.3). Between ``open(_:isResumable:by:)`` and
/// ``receive(_:presentsWhole:)`` its owner decides whether to accept the response. No file is changed before
/// that.
package final class ResumableDownload: Sendable {
    let destination: DownloadOptions.Destination
    let options: DownloadOptions
    let journal: TransferJournal
    let listener: (any DownloadListener)?
    private let state = Locked(State())

    package typealias Send =
        nonisolated(nonsending) (TransportRequest) async throws(TransportError) -> TransportStream

    struct State: Sendable {
        let start = ContinuousClock.now
        /// The request for the whole file.
        var request = TransportRequest(url: "")
        /// Whether a later download may resume the partial file of this one.
        var isResumable = false
        /// The state of the open partial file of an earlier download.
        var partial: FileProgress?
        var content = Content.wholeFile
        var head = TransportResponse(head: .ok, [:])
        /// The URL of the response, after redirects.
        var url = ""
        /// Whether the transport has decoded the body, so that its bytes differ from those on the wire.
        var isDecoded = false
    }

    /// The part of the file that a response contains.
    enum Content: Sendable {
        case wholeFile
        case missingBytes
        /// The partial file was already complete.
        case nothing
    }

    /// - Parameter listener: Receives the events of the download; `nil` for none.
    package init(
        to destination: DownloadOptions.Destination, _ options: DownloadOptions,
        listener: (any DownloadListener)? = nil
    ) {
        self.destination = destination
        self.options = options
        self.listener = listener
        journal = TransferJournal(folder: options.resumeDirectory?.filePath)
    }

    /// Requests the file, or its missing bytes if a partial file can be resumed.
    ///
    /// - Returns: The response as if the complete file had been requested. Its body contains the missing
    ///   bytes.
    /// - Throws: A ``TransportError``; with the code `wrongRange` if the server sends another range than
    ///   requested.
    package nonisolated(nonsending) func open(
        _ request: TransportRequest, isResumable: Bool = true,
        by send: Send
    ) async throws(TransportError) -> TransportStream {
        try checkURLs()
        let isWholeGet =
            isResumable && request.method == .get && request.body == nil
            && request.headers[.range] == nil
        abandon()
        state.withLock { state in
            state = State()
            state.request = request
            state.isResumable = isWholeGet && options.isResumable
        }
        if isWholeGet, let (left, part) = resumable() {
            return try await resume(left, part, by: send)
        }
        return try await ask(request, by: send)
    }

    private func resumable() -> (ResumeData, PartFile)? {
        // Resume data from outside must not cause any other file to be truncated.
        guard let left = options.resumeData ?? entry, !left.mayBeLost,
            left.fingerprint == fingerprint, left.partPath == left.destinationPath + ".part",
            // Fails if another download is writing the file, which then owns the journal entry. Also fails if
            // the file is shorter than its entry. The entry goes when the file is written again.
            let part = try? PartFile(at: left.partPath, keeping: left.offset)
        else { return nil }
        guard left.ending == Fingerprint.hex(of: part.ending(before: left.offset)) else {
            part.leave()
            return nil
        }
        return (left, part)
    }

    private var entry: ResumeData? {
        guard options.isResumable, case .file(let url) = destination else { return nil }
        return url.filePath.flatMap { journal.entry(for: $0) }
    }

    /// Sends the request for the complete file.
    nonisolated(nonsending) func ask(
        _ request: TransportRequest,
        by send: Send
    ) async throws(TransportError) -> TransportStream {
        let stream = try await send(request)
        if stream.status == .partialContent, request.headers[.range] == nil {
            throw .wrongRange("the server sent a part of the file to a request for all of it")
        }
        note(stream, as: .wholeFile)
        return stream
    }

    /// Uses a response that was not opened by this download.
    package func adopt(_ stream: TransportStream, of request: TransportRequest) {
        state.withLock { state in
            state.request = request
            state.isResumable =
                options.isResumable && request.method == .get && request.headers[.range] == nil
        }
        note(stream, as: .wholeFile)
    }

    /// Stores the response that is going to be written to the file.
    func note(_ stream: TransportStream, as content: Content) {
        state.withLock { state in
            state.content = content
            state.head = stream.head
            state.url = stream.redirects.last?.target ?? state.request.url
            state.isDecoded = stream.isDecoded
        }
    }

    var current: State { state.withLock { $0 } }

    func setPartial(_ partial: FileProgress?) { state.withLock { $0.partial = partial } }

    /// The fingerprint that two downloads must share for one to resume the other.
    var fingerprint: String {
        // A URL contains no NUL.
        Fingerprint.hex(
            of: Array((current.request.url + (options.resumeScope.map { "\0" + $0 } ?? "")).utf8))
    }

    /// Keeps the partial file unchanged; the response is not going to be written.
    package func abandon() {
        guard let partial = state.withLock({ $0.partial.take() }) else { return }
        keep(partial)
    }

    /// Returns whether to write a response with this status, if nothing else decides that.
    package func accepts(_ status: HTTPResponse.Status) -> Bool {
        current.partial == nil ? status.kind == .successful : status == .ok
    }

    /// The head as received; `nil` if it reports that the partial file is already complete.
    package var receivedHead: TransportResponse? {
        let state = current
        return state.content == .nothing ? nil : state.head
    }

    /// Writes the body to the partial file and moves it to the destination.
    ///
    /// - Parameters:
    ///   - body: The body that ``open(_:isResumable:by:)`` returned, possibly opened by a cipher or observed.
    ///   - presentsWhole: Whether the result has the header fields of a response with the complete file.
    /// - Throws: A ``TransportError``; with the code `fileFailed` if the file can't be written.
    package nonisolated(nonsending) func receive(
        _ body: ByteStream, presentsWhole: Bool
    ) async throws(TransportError) -> DownloadedFile {
        let state = current
        setPartial(nil)
        var written: FileProgress
        switch (state.partial, state.content) {
        case (let left?, .missingBytes):
            written = left
            listener?.observe(.resumed(offset: left.count, total: left.total))
        case (let left?, .nothing):
            written = left
            listener?.observe(.wasComplete(count: left.count))
        case (let left?, .wholeFile): written = try restart(left, state.head)
        case (nil, _):
            let path = try await chosenPath(state)
            let part = try PartFile(beside: path)
            // After a crash, the new bytes must not be resumed with an older journal entry.
            journal.remove(path)
            written = FileProgress(path: path, part: part, total: total(state.head))
            written.validator = validator(state.head)
        }
        return try await receive(body, written, presentsWhole: presentsWhole)
    }

    /// Empties the partial file, because the server sent the complete file.
    private func restart(_ left: FileProgress, _ head: TransportResponse) throws(TransportError)
        -> FileProgress
    {
        var written = left
        journal.remove(written.path)
        listener?.observe(.restarted)
        written.count = 0
        written.noted = 0
        written.total = total(head)
        written.validator = validator(head)
        do throws(TransportError) {
            try written.part.cut(to: 0)
        } catch {
            written.part.discard()
            throw error
        }
        return written
    }

    /// Returns the length of the file; `nil` if it is unknown, for example with a content coding.
    private func total(_ head: TransportResponse) -> Int? {
        head.headers[.contentEncoding] == nil ? head.contentLength : nil
    }

    /// Returns the strong entity tag of a resumable file.
    private func validator(_ head: TransportResponse) -> String? {
        guard current.isResumable, head.headers[.contentEncoding] == nil,
            let tag = head.headers[.eTag], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 1
        else { return nil }
        return tag
    }

    private static let place = "the destination of the download"
    private static let folder = "the folder of the download"

    /// Throws if a location is not a file URL, before anything is sent.
    private func checkURLs() throws(TransportError) {
        switch destination {
        case .file(let url): _ = try url.filePath(of: Self.place)
        case .folder(let url): _ = try url.filePath(of: Self.folder)
        case .choose: break
        }
        _ = try options.resumeDirectory?.filePath(of: "the resumeDirectory")
    }

    private func chosenPath(_ state: State) async throws(TransportError) -> String {
        switch destination {
        case .file(let url): return try url.filePath(of: Self.place)
        case .folder(let folder):
            let folder = try folder.filePath(of: Self.folder)
            let name = FileName.proposed(by: state.head, at: state.url)
            return folder.hasSuffix("/") ? folder + name : folder + "/" + name
        case .choose(let choose):
            do {
                return try await choose(state.head).filePath(of: Self.place)
            } catch let error as TransportError {
                throw error
            } catch {
                throw TransportError(
                    .fileFailed, "the closure that chooses the destination threw an error",
                    advice: "see the error in `underlying`", underlying: error)
            }
        }
    }
}
