import FoundationEssentials
import Posthorn

/// One download: asks for what is missing, writes it beside its destination, and puts it there.
struct Download {
    let task: SessionTask
    let request: TransportRequest
    let destination: DownloadDestination
    let options: DownloadOptions
    let journal: TransferJournal
    /// Decides whether an answer gives the file, and gives the body to write; `nil` leaves it to the
    /// status.
    let validate: Validation?
    let start = ContinuousClock.now
    var observation: Observation { task.session.observation }

    typealias Validation =
        @Sendable (TransportStream) async throws(TransportError) -> ByteStream

    init(
        _ request: TransportRequest, to destination: DownloadDestination,
        _ options: DownloadOptions = DownloadOptions(), for task: SessionTask,
        validate: Validation? = nil
    ) {
        self.request = request
        self.destination = destination
        self.options = options
        self.task = task
        self.validate = validate
        journal = TransferJournal(folder: task.session.configuration.journal)
    }

    /// A data task's answer becomes a file.
    init(_ request: TransportRequest, to path: String, for task: SessionTask) {
        self.init(request, to: .file(path), for: task)
    }

    func run() async throws(TransportError) -> DownloadedFile {
        let isWhole = request.method == .get && request.headers[.range] == nil
        // A value from outside must not name any other file to be cut off.
        if isWhole, let left = left(), !left.mayBeLost, left.fingerprint == fingerprint,
            left.part == left.destination + ".part"
        {
            // Not there where somebody else writes it, whose note the journal then holds, or where it is not
            // what the note says, or was written by somebody else since; the note goes when the file is
            // written anew.
            if let part = try? PartFile(at: left.part, keeping: left.offset) {
                if left.ending == Digest.hex(of: part.ending(before: left.offset)) {
                    return try await resume(left, part)
                }
                part.leave()
            }
        }
        return try await write(try await ask(request))
    }

    /// What has to be the same for a download that goes on.
    var fingerprint: String? {
        // A URL holds no NUL.
        Digest.hex(of: request.url + (options.owner.map { "\0" + $0 } ?? ""))
    }

    func left() -> ResumeData? {
        if let data = options.resumeData { return data }
        guard options.keepsPart, case .file(let path) = destination else { return nil }
        return journal.entry(for: path)
    }

    /// Writes an answer that is the whole file.
    @discardableResult
    func write(_ stream: TransportStream) async throws(TransportError) -> DownloadedFile {
        let stream = try await whole(stream) { $0.kind == .successful }
        let path = try await chosenPath(stream.head)
        let part = try PartFile(beside: path)
        // A crash must not leave these bytes with the note of what was left there before.
        journal.remove(path)
        var progress = Written(path: path, part: part, total: total(stream.head))
        progress.validator = validator(stream.head)
        return try await receive(stream, progress)
    }

    /// The length of the file; `nil` if it is not known, as that of what is unpacked.
    func total(_ head: TransportHead) -> Int? {
        head.headers[.contentEncoding] == nil ? head.contentLength : nil
    }

    /// The tag that says whether the file is still the same, byte for byte.
    func validator(_ head: TransportHead) -> String? {
        guard options.keepsPart, request.method == .get, request.headers[.range] == nil,
            head.headers[.contentEncoding] == nil, let tag = head.headers[.eTag],
            tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 1
        else { return nil }
        return tag
    }

    func chosenPath(_ head: TransportHead) async throws(TransportError) -> String {
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
