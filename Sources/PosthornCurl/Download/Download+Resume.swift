import FoundationEssentials
import Posthorn

// Going on with what an earlier download left.
extension Download {
    /// Asks for the rest of a file, if it is still the same.
    func resume(
        _ left: ResumeData, _ part: PartFile
    ) async throws(TransportError) -> DownloadedFile {
        var progress = Written(path: left.destination, part: part, total: left.total)
        progress.validator = left.validator
        progress.count = left.offset
        progress.noted = left.offset
        let rest: Rest
        do throws(TransportError) {
            rest = try await askForRest(left)
        } catch {
            keep(progress)
            throw error
        }
        // From here on each step keeps or drops what is there by itself.
        switch rest {
        case .part(let stream, let count):
            progress.total = left.offset + count
            observation.emit(
                .downloadResumed(task.id, offset: left.offset, total: progress.total))
            if let hook = observation.hooks.didResumeDownload {
                await task.inTurn { await hook(task, left.offset, progress.total) }
            }
            return try await receive(stream, progress)
        case .whole(let stream): return try await restart(progress, stream)
        case .nothing(let head): return try await unsatisfied(head, left, progress)
        case .another: return try await anew(progress)
        }
    }

    /// What a server has for who asks for the rest of a file.
    private enum Rest {
        case part(TransportStream, count: Int)
        /// All of the file, because it has changed or the server gives no parts.
        case whole(TransportStream)
        /// No rest.
        case nothing(TransportHead)
        /// A part that is not the rest.
        case another
    }

    private func askForRest(_ left: ResumeData) async throws(TransportError) -> Rest {
        var ranged = request
        ranged.headers[.range] = "bytes=\(left.offset)-"
        ranged.headers[.ifRange] = left.validator
        ranged.headers[.acceptEncoding] = "identity"
        var stream = try await ask(ranged)
        switch stream.status.code {
        case 206:
            let count: Int
            do throws(TransportError) {
                count = try check(stream.head, left)
                stream.body = ByteStream(MeasuredSource(stream.body, count))
            } catch {
                // Who gave no resume data has none to go without at the next try.
                guard options.resumeData == nil else { throw error }
                return .another
            }
            return .part(try await admitted(stream), count: count)
        case 416: return .nothing(stream.head)
        default: return .whole(try await admitted(stream) { $0 == .ok })
        }
    }

    /// The server does not have the rest: because there is none, or because the file has changed.
    func unsatisfied(
        _ head: TransportHead, _ left: ResumeData, _ progress: Written
    ) async throws(TransportError) -> DownloadedFile {
        let total = head.headers[.contentRange].flatMap(ContentRange.init)?.total
        // Where nobody has said how long it is, another version may be as long as what is there.
        let tag = head.headers[.eTag] ?? (left.total == nil ? nil : left.validator)
        guard total == left.offset, left.total ?? left.offset == left.offset, tag == left.validator
        else { return try await anew(progress) }
        var progress = progress
        progress.total = left.offset
        do throws(TransportError) {
            try await admitNothing(head, left.offset)
        } catch {
            keep(progress)
            throw error
        }
        // Nobody was asked about this answer, which has no body to be let in.
        task.board.withLock { $0.hooks }?.post(.allowed)
        task.wasComplete(left.offset)
        return try await finish(progress, head)
    }

    /// Asks for the whole file.
    func anew(_ progress: Written) async throws(TransportError) -> DownloadedFile {
        let stream: TransportStream
        do throws(TransportError) {
            stream = try await askAnew()
        } catch {
            keep(progress)
            throw error
        }
        return try await restart(progress, stream)
    }

    /// Drops what is there and takes the whole file.
    func restart(
        _ progress: Written, _ stream: TransportStream
    ) async throws(TransportError) -> DownloadedFile {
        var progress = progress
        journal.remove(progress.path)
        observation.emit(.downloadRestarted(task.id))
        progress.count = 0
        progress.noted = 0
        progress.total = total(stream.head)
        progress.validator = validator(stream.head)
        do throws(TransportError) {
            try progress.part.empty()
        } catch {
            progress.part.discard()
            throw error
        }
        return try await receive(stream, progress)
    }

    /// Refuses a part that is not the rest of what is there; returns how many bytes it has to have.
    func check(_ head: TransportHead, _ left: ResumeData) throws(TransportError) -> Int {
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
        // A part may be less than what was asked for (RFC 9110, section 14.2).
        guard let total = range.total ?? left.total else {
            throw .wrongRange("a part of the file came that does not say where the file ends")
        }
        guard bytes.upperBound + 1 == total else {
            throw .wrongRange("the part that came does not reach the file's end")
        }
        // A server that has compared the tags says its own (RFC 9110, section 15.3.7).
        guard let tag = head.headers[.eTag] else {
            throw .wrongRange("a part of the file came that does not say of which version")
        }
        guard tag == left.validator else {
            throw .wrongRange("a part of another version of the file came")
        }
        let coding = head.headers[.contentEncoding]
        guard coding == nil || coding?.lowercased() == "identity" else {
            throw .wrongRange("the part came with a content coding")
        }
        return bytes.count
    }
}

extension TransportError {
    static func wrongRange(_ message: String) -> TransportError {
        TransportError(
            .wrongRange, message,
            advice: "download the file anew, without resume data and with keepsPart = false")
    }

    static func unexpected(_ status: HTTPResponse.Status) -> TransportError {
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
