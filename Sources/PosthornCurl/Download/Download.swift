import Dispatch
import FoundationEssentials
import Posthorn

/// One download: asks for what is missing, writes it beside its destination, and puts it there.
struct Download {
    private let task: SessionTask
    private let request: TransportRequest
    private let destination: DownloadDestination
    private let options: DownloadOptions
    private let journal: TransferJournal
    private var observation: Observation { task.session.observation }

    init(
        _ request: TransportRequest, to destination: DownloadDestination,
        _ options: DownloadOptions = DownloadOptions(), for task: SessionTask
    ) {
        self.request = request
        self.destination = destination
        self.options = options
        self.task = task
        journal = TransferJournal(folder: task.session.configuration.journal)
    }

    /// A data task's answer becomes a file.
    init(_ request: TransportRequest, to path: String, for task: SessionTask) {
        self.init(request, to: .file(path), for: task)
    }

    func run() async throws(TransportError) -> DownloadedFile {
        let url = request.url
        let isWhole = request.method == .get && request.headers[.range] == nil
        // A value from outside must not name any other file to be cut off.
        if isWhole, let left = left(), left.fingerprint == Digest.hex(of: url),
            left.part == left.destination + ".part"
        {
            var part: PartFile?
            do throws(TransportError) {
                part = try PartFile(at: left.part, keeping: left.offset)
            } catch {
                // Somebody else writes it, or it is not what the journal says.
                journal.remove(left.destination)
            }
            if let part { return try await resume(left, part) }
        }
        let stream = try await task.session.authorizedStream(request, for: task)
        return try await write(stream)
    }

    private func left() -> ResumeData? {
        if let data = options.resumeData { return data }
        guard options.keepsPart, case .file(let path) = destination else { return nil }
        return journal.entry(for: path)
    }

    /// Writes an answer that is the whole file.
    @discardableResult
    func write(_ stream: TransportStream) async throws(TransportError) -> DownloadedFile {
        let head = stream.head
        if head.status == .partialContent, request.headers[.range] == nil {
            throw .wrongRange("a part of the file came, and nobody asked for one")
        }
        guard head.status.kind == .successful else { throw .unexpected(head.status) }
        try await task.downloadDisposition(of: head)
        let path = try await chosenPath(head)
        var progress = Written(
            path: path, part: try PartFile(beside: path), total: head.contentLength)
        progress.validator = validator(head)
        return try await receive(stream, progress)
    }

    /// Asks for the rest of a file, if it is still the same.
    private func resume(
        _ left: ResumeData, _ part: PartFile
    ) async throws(TransportError) -> DownloadedFile {
        var progress = Written(path: left.destination, part: part, total: left.total)
        progress.validator = left.validator
        progress.count = left.offset
        progress.durable = left.offset
        let stream: TransportStream
        do throws(TransportError) {
            var ranged = request
            ranged.headers[.range] = "bytes=\(left.offset)-"
            ranged.headers[.ifRange] = left.validator
            ranged.headers[.acceptEncoding] = "identity"
            stream = try await task.session.authorizedStream(ranged, for: task)
            switch stream.status.code {
            case 206: try check(stream.head, left)
            case 200: break
            case 416: return try await unsatisfied(stream.head, left, progress)
            default: throw .unexpected(stream.status)
            }
            try await task.downloadDisposition(of: stream.head)
        } catch {
            keep(progress)
            throw error
        }
        if stream.status == .ok {
            return try await restart(progress, stream)
        }
        observation.emit(
            .downloadResumed(task.id, offset: left.offset, total: progress.total))
        await observation.hooks.didResumeDownload?(task, left.offset, progress.total)
        return try await receive(stream, progress)
    }

    /// The server does not have the rest: because there is none, or because the file has changed.
    private func unsatisfied(
        _ head: TransportHead, _ left: ResumeData, _ progress: Written
    ) async throws(TransportError) -> DownloadedFile {
        let total = head.headers[.contentRange].flatMap(ContentRange.init)?.total
        if total == left.offset, left.total == nil || left.total == left.offset {
            return try await finish(progress, head)
        }
        return try await restart(
            progress, try await task.session.authorizedStream(request, for: task))
    }

    /// Drops what is there and takes the whole file.
    private func restart(
        _ progress: Written, _ stream: TransportStream
    ) async throws(TransportError) -> DownloadedFile {
        var progress = progress
        do throws(TransportError) {
            guard stream.status == .ok else { throw .unexpected(stream.status) }
        } catch {
            keep(progress)
            throw error
        }
        journal.remove(progress.path)
        observation.emit(.downloadRestarted(task.id))
        progress.count = 0
        progress.durable = 0
        progress.total = stream.head.contentLength
        progress.validator = validator(stream.head)
        do throws(TransportError) {
            try progress.part.empty()
        } catch {
            progress.part.discard()
            throw error
        }
        return try await receive(stream, progress)
    }

    /// Refuses a part that is not the rest of what is there.
    private func check(_ head: TransportHead, _ left: ResumeData) throws(TransportError) {
        guard let value = head.headers[.contentRange], let range = ContentRange(value) else {
            throw .wrongRange("a part of the file came that does not say which")
        }
        guard let bytes = range.range, bytes.lowerBound == left.offset else {
            throw .wrongRange("another part of the file came than the one from \(left.offset) on")
        }
        if let total = left.total, let now = range.total, total != now {
            throw .wrongRange("the file had \(total) bytes and now has \(now)")
        }
        if let length = head.contentLength, length != bytes.count {
            throw .wrongRange("the part's length is not what its range says")
        }
        if let total = range.total ?? left.total, bytes.upperBound != total - 1 {
            throw .wrongRange("the part that came does not reach the file's end")
        }
        if let tag = head.headers[.eTag], tag != left.validator {
            throw .wrongRange("a part of another version of the file came")
        }
        let coding = head.headers[.contentEncoding]
        guard coding == nil || coding?.lowercased() == "identity" else {
            throw .wrongRange("the part came with a content coding")
        }
    }

    /// The tag that says whether the file is still the same, byte for byte.
    private func validator(_ head: TransportHead) -> String? {
        guard options.keepsPart, request.method == .get, request.headers[.range] == nil,
            head.headers[.contentEncoding] == nil, let tag = head.headers[.eTag],
            tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 1
        else { return nil }
        return tag
    }

    private func chosenPath(_ head: TransportHead) async throws(TransportError) -> String {
        switch destination {
        case .file(let path): return path
        case .folder(let folder):
            let name = FileName.proposed(by: head, at: task.currentRequest.url)
            return folder.hasSuffix("/") ? folder + name : folder + "/" + name
        case .choose(let choose):
            do {
                return try await choose(head)
            } catch let error as TransportError {
                throw error
            } catch {
                throw TransportError(
                    .fileFailed, "no destination was chosen for the answer", underlying: error)
            }
        }
    }
}

// Writing.
extension Download {
    /// How far the file is.
    private struct Written {
        var path: String
        var part: PartFile
        var total: Int?
        var validator: String?
        var count = 0
        /// How much of it the journal says is on disk.
        var durable = 0
    }

    private func receive(
        _ stream: TransportStream, _ start: Written
    ) async throws(TransportError) -> DownloadedFile {
        var progress = start
        do throws(TransportError) {
            for try await piece in stream.body {
                try await write(piece, &progress)
            }
        } catch {
            keep(progress)
            throw error
        }
        return try await finish(progress, stream.head)
    }

    private func write(
        _ piece: Data, _ progress: inout Written
    ) async throws(TransportError) {
        if let limit = options.maximumBytes, progress.count + piece.count > limit {
            // What is there can never become a file that is small enough.
            progress.validator = nil
            throw TransportError(
                .limitExceeded, "the file is larger than \(limit) bytes",
                advice: "raise the download's maximumBytes if it is meant to be")
        }
        try progress.part.write(piece)
        progress.count += piece.count
        if progress.count - progress.durable >= options.checkpoint {
            try await checkpoint(&progress)
        }
        await observation.hooks.didWriteData?(task, progress.count, progress.total)
    }

    private func checkpoint(_ progress: inout Written) async throws(TransportError) {
        guard let data = resumeData(progress, progress.count) else {
            progress.durable = progress.count
            return
        }
        let (part, journal) = (progress.part, journal)
        try await onDisk { () throws(TransportError) in
            try part.sync()
            journal.write(data)
        }
        progress.durable = progress.count
    }

    /// Waits for the disk, which may take its time, not on a thread that others wait for.
    private func onDisk(
        _ work: @escaping @Sendable () throws(TransportError) -> Void
    ) async throws(TransportError) {
        let result: Result<Void, TransportError> = await withCheckedContinuation { waiter in
            DispatchQueue.global(qos: .utility).async {
                do throws(TransportError) {
                    try work()
                    waiter.resume(returning: .success(()))
                } catch {
                    waiter.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }

    private func resumeData(_ progress: Written, _ offset: Int) -> ResumeData? {
        guard let validator = progress.validator, let fingerprint = Digest.hex(of: request.url)
        else { return nil }
        return ResumeData(
            destination: progress.path, part: progress.part.path,
            url: String(request.url.prefix { $0 != "?" }), offset: offset, total: progress.total,
            validator: validator, fingerprint: fingerprint)
    }

    /// Leaves what is there for a later download, if one could use it; else removes it.
    private func keep(_ progress: Written) {
        var offset = progress.count
        do throws(TransportError) {
            try progress.part.sync()
        } catch {
            offset = progress.durable
        }
        guard offset > 0, let data = resumeData(progress, offset) else {
            journal.remove(progress.path)
            progress.part.discard()
            return
        }
        journal.write(data)
        task.board.withLock { $0.resumeData = data }
        progress.part.leave()
    }

    private func finish(
        _ progress: Written, _ head: TransportHead
    ) async throws(TransportError) -> DownloadedFile {
        task.board.withLock { _ = $0.enter(.finishing) }
        let chosen = await observation.hooks.didFinishDownloading?(task, progress.path)
        var path = chosen ?? progress.path
        do throws(TransportError) {
            try await onDisk { () throws(TransportError) in try progress.part.sync() }
            try await move(progress.part, &path)
        } catch {
            observation.emit(.downloadMoveFailed(task.id, path: path, error))
            keep(progress)
            throw error
        }
        journal.remove(progress.path)
        let file = DownloadedFile(
            path: path, count: progress.count, status: head.status, headers: head.headers,
            completeness: head.completeness)
        task.board.withLock { $0.file = file }
        observation.emit(.downloadMoved(task.id, path: path))
        return file
    }

    private func move(_ part: PartFile, _ path: inout String) async throws(TransportError) {
        switch options.collision {
        case .replace: try part.finish(to: path)
        case .fail: try part.finish(to: path, .fail)
        case .number:
            let first = path
            for number in 2...1000 {
                do throws(TransportError) {
                    return try part.finish(to: path, .fail)
                } catch {
                    guard FileManager.default.fileExists(atPath: path) else { throw error }
                    path = Self.numbered(first, number)
                }
            }
            try part.finish(to: path, .fail)
        }
    }

    /// `a.pdf` as `a 2.pdf`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let name = path[start...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return "\(path) \(number)"
        }
        return "\(path[..<dot]) \(number)\(path[dot...])"
    }
}

extension TransportError {
    fileprivate static func wrongRange(_ message: String) -> TransportError {
        TransportError(
            .wrongRange, message, advice: "download the file anew, without its resume data")
    }

    fileprivate static func unexpected(_ status: HTTPResponse.Status) -> TransportError {
        TransportError(
            .unexpectedStatus, "the server answered \(status.code) instead of the file",
            advice: "send the request by itself to see the answer")
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // The literal is a token, which a test reads; the type has no other initializer.
    fileprivate static let ifRange = HTTPField.Name("If-Range")!
}
