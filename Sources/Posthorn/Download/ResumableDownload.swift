import FoundationEssentials

/// One download into a file: requests what is missing, writes it beside its destination, and moves it there.
///
/// It stands above a ``Transport`` and works over any: it adds `Range` and `If-Range` (RFC 9110, section 14) for
/// what an earlier download left, and presents a part as the whole response of which it is the rest (RFC 9110,
/// section 15.3.7.3). Between ``open(_:isResumable:by:)`` and ``receive(_:presentsWhole:)`` its owner decides whether the response
/// gives the file: no file is touched before that.
package final class ResumableDownload: Sendable {
    let destination: DownloadDestination
    let options: DownloadOptions
    let journal: TransferJournal
    /// Hears how the download proceeds; a task of a session that runs it.
    let listener: (any DownloadListener)?
    private let state = Locked(State())

    /// Sends one request.
    package typealias Send =
        nonisolated(nonsending) (TransportRequest) async throws(TransportError) -> TransportStream

    struct State: Sendable {
        /// When the request was made.
        let start = ContinuousClock.now
        /// The request for the whole file.
        var request = TransportRequest(url: "")
        /// Whether a later download may go on with what this one leaves.
        var isResumable = false
        /// What an earlier download has left, while its file is open.
        var left: Written?
        /// What the response is to the partial file.
        var answer = Answer.whole
        /// The head as it came.
        var head = TransportHead(status: .ok)
        /// Where the response came from.
        var url = ""
        /// Whether the bytes of the body are not those on the wire.
        var isDecoded = false
    }

    /// What a response is to the partial file.
    enum Answer: Sendable {
        /// All of the file.
        case whole
        /// The bytes that are missing.
        case rest
        /// The file was complete.
        case nothing
    }

    /// - Parameter listener: Hears how the download proceeds; `nil` is nobody.
    package init(
        to destination: DownloadDestination, _ options: DownloadOptions,
        listener: (any DownloadListener)? = nil
    ) {
        self.destination = destination
        self.options = options
        self.listener = listener
        journal = TransferJournal(folder: options.resumeDirectory)
    }

    /// Requests the file, or what is missing of it.
    /// - Returns: The response as if the whole file had been requested; its body is what is still to come.
    /// - Throws: a ``TransportError``; with the code `wrongRange` if the server gives another part.
    package nonisolated(nonsending) func open(
        _ request: TransportRequest, isResumable: Bool = true,
        by send: Send
    ) async throws(TransportError) -> TransportStream {
        let isWholeGet =
            isResumable && request.method == .get && request.body == nil
            && request.headers[.range] == nil
        abandon()
        state.withLock { state in
            state = State()
            state.request = request
            state.isResumable = isWholeGet && options.isResumable
        }
        if isWholeGet, let (left, part) = leftover() {
            return try await resume(left, part, by: send)
        }
        return try await ask(request, by: send)
    }

    /// What is there of the file, if it can be resumed.
    private func leftover() -> (ResumeData, PartFile)? {
        // A value from outside must not name any other file to be cut off.
        guard let left = left(), !left.mayBeLost, left.fingerprint == fingerprint,
            left.part == left.destination + ".part",
            // Not there where somebody else writes it, whose note the journal then holds, or where it is not
            // what the note says, or was written by somebody else since; the note goes when the file is
            // written anew.
            let part = try? PartFile(at: left.part, keeping: left.offset)
        else { return nil }
        guard left.ending == Fingerprint.hex(of: part.ending(before: left.offset)) else {
            part.leave()
            return nil
        }
        return (left, part)
    }

    private func left() -> ResumeData? {
        if let data = options.resumeData { return data }
        guard options.isResumable, case .file(let path) = destination else { return nil }
        return journal.entry(for: path)
    }

    /// Sends the request for the whole file.
    nonisolated(nonsending) func ask(
        _ request: TransportRequest,
        by send: Send
    ) async throws(TransportError) -> TransportStream {
        let stream = try await send(request)
        if stream.status == .partialContent, request.headers[.range] == nil {
            throw .wrongRange("a part of the file came, and nobody asked for one")
        }
        note(stream, as: .whole)
        return stream
    }

    /// Takes a response that came otherwise.
    package func adopt(_ stream: TransportStream, of request: TransportRequest) {
        state.withLock { state in
            state.request = request
            state.isResumable =
                options.isResumable && request.method == .get && request.headers[.range] == nil
        }
        note(stream, as: .whole)
    }

    /// Takes note of the response that is going to be the file's.
    func note(_ stream: TransportStream, as answer: Answer) {
        state.withLock { state in
            state.answer = answer
            state.head = stream.head
            state.url = stream.redirects.last?.target ?? state.request.url
            state.isDecoded = stream.isDecoded
        }
    }

    var current: State { state.withLock { $0 } }

    func setLeft(_ left: Written?) { state.withLock { $0.left = left } }

    /// What has to be the same for a download that goes on.
    var fingerprint: String {
        // A URL holds no NUL.
        Fingerprint.hex(
            of: Array((current.request.url + (options.resumeScope.map { "\0" + $0 } ?? "")).utf8))
    }

    /// Leaves what is there as it is: nothing of the response is going to be written.
    package func abandon() {
        guard let left = state.withLock({ $0.left.take() }) else { return }
        keep(left)
    }

    /// Whether a status gives the file, where nobody else decides that.
    package func accepts(_ status: HTTPResponse.Status) -> Bool {
        current.left == nil ? status.kind == .successful : status == .ok
    }

    /// The head of the response as it came; `nil` if it says that the file is complete already.
    package var receivedHead: TransportHead? {
        let state = current
        return state.answer == .nothing ? nil : state.head
    }

    /// Writes the body, and puts the file in its place.
    /// - Parameters:
    ///   - body: What ``open(_:isResumable:by:)`` gave, opened and counted as its owner likes.
    ///   - presentsWhole: Whether the header fields of the result are those that the whole file would have had.
    /// - Throws: a ``TransportError``; with the code `fileFailed` if the file can't be written.
    package nonisolated(nonsending) func receive(
        _ body: ByteStream, presentsWhole: Bool
    ) async throws(TransportError) -> DownloadedFile {
        let state = current
        setLeft(nil)
        var written: Written
        switch (state.left, state.answer) {
        case (let left?, .rest):
            written = left
            listener?.observe(.resumed(offset: left.count, total: left.total))
        case (let left?, .nothing):
            written = left
            listener?.observe(.wasComplete(count: left.count))
        case (let left?, .whole): written = try restart(left, state.head)
        case (nil, _):
            let path = try await chosenPath(state)
            let part = try PartFile(beside: path)
            // A crash must not leave these bytes with the note of what was left there before.
            journal.remove(path)
            written = Written(path: path, part: part, total: total(state.head))
            written.validator = validator(state.head)
        }
        return try await receive(body, written, presentsWhole: presentsWhole)
    }

    /// Drops what is there, for the whole file.
    private func restart(_ left: Written, _ head: TransportHead) throws(TransportError) -> Written {
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

    /// The length of the file; `nil` if it is not known, as that of what is unpacked.
    private func total(_ head: TransportHead) -> Int? {
        head.headers[.contentEncoding] == nil ? head.contentLength : nil
    }

    /// The tag that says whether the file is still the same, byte for byte.
    private func validator(_ head: TransportHead) -> String? {
        guard current.isResumable, head.headers[.contentEncoding] == nil,
            let tag = head.headers[.eTag], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 1
        else { return nil }
        return tag
    }

    private func chosenPath(_ state: State) async throws(TransportError) -> String {
        switch destination {
        case .file(let path): return path
        case .folder(let folder):
            let name = FileName.proposed(by: state.head, at: state.url)
            return folder.hasSuffix("/") ? folder + name : folder + "/" + name
        case .choose(let choose):
            do {
                return try await choose(state.head)
            } catch let error as TransportError {
                throw error
            } catch {
                throw TransportError(
                    .fileFailed, "no destination was chosen for the response", underlying: error)
            }
        }
    }
}

/// What happens in a download, for the task that shows it.
package enum DownloadEvent: Sendable {
    /// The download resumes at an offset.
    case resumed(offset: Int, total: Int?)
    /// The file has changed on the server, and the download starts again at its first byte.
    case restarted
    /// An earlier download had received the whole file.
    case wasComplete(count: Int)
    /// The file is at its destination.
    case moved(DownloadedFile)
    /// The file can't be moved to its destination.
    case moveFailed(path: String, TransportError)
    /// The download failed and can be resumed with this.
    case left(ResumeData)
}

/// Receives the events of a download: a task of a session, with its hooks and events.
package protocol DownloadListener: AnyObject, Sendable {
    func observe(_ event: DownloadEvent)
    /// Returns the path to which the complete file is moved.
    func destination(ofFileAt path: String) async -> String
    /// The HTTP version of the exchange; `nil` if it is not known.
    var httpVersion: String? { get }
}

extension TransportStream {
    /// The head of the response.
    package var head: TransportHead {
        get { TransportHead(status: status, headers: headers, bodyIntegrity: bodyIntegrity) }
        set {
            (status, headers, bodyIntegrity) = (
                newValue.status, newValue.headers, newValue.bodyIntegrity
            )
        }
    }
}
