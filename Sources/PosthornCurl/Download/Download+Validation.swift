import FoundationEssentials
import Posthorn

// Which answers give the file.
extension Download {
    /// Asks for the file, or for the rest of it.
    func ask(_ asked: TransportRequest) async throws(TransportError) -> TransportStream {
        let stream = try await task.session.openExchange(asked, for: task)
        // Nothing packed is asked for. What is packed all the same, such as an error, is still to be read
        // by whoever validates it; a rest is refused then.
        guard validate != nil, stream.status != .partialContent else { return stream }
        return try task.session.unpacked(stream, of: request)
    }

    /// Asks for all of the file, after it turned out that what is there is of no use.
    func askAnew() async throws(TransportError) -> TransportStream {
        var asked = request
        try asked.limit(to: request.timeouts.total, since: start)
        return try await whole(try await ask(asked)) { $0 == .ok }
    }

    /// An answer to a request for the whole file.
    func whole(
        _ stream: TransportStream, _ isFile: (HTTPResponse.Status) -> Bool
    ) async throws(TransportError) -> TransportStream {
        if stream.status == .partialContent, request.headers[.range] == nil {
            throw .wrongRange("a part of the file came, and nobody asked for one")
        }
        return try await admitted(stream, isFile)
    }

    /// The answer whose body is written, if it gives the file: whoever validates it says so, else its
    /// status.
    func admitted(
        _ stream: TransportStream, _ isFile: (HTTPResponse.Status) -> Bool = { _ in true }
    ) async throws(TransportError) -> TransportStream {
        if validate == nil, !isFile(stream.status) { throw .unexpected(stream.status) }
        try await task.downloadDisposition(of: stream.head)
        guard let validate else { return stream }
        var told = stream
        told.head = toldHead(stream.head, total: stream.head.contentRangeTotal)
        var admitted = stream
        admitted.body = try await validate(told)
        return admitted
    }

    /// Has it validated that the file was complete already: nothing of it comes any more.
    func admitNothing(_ head: TransportHead, _ count: Int) async throws(TransportError) {
        guard let validate else { return }
        var told = TransportStream(status: .ok, body: ByteStream(Data()))
        told.head = toldHead(head, total: count)
        for try await _ in try await validate(told) {}
    }

    /// The head as the caller knows it, who has asked for the whole file: what a part makes whole is to
    /// be taken as one answer (RFC 9110, section 15.3.7.3).
    func toldHead(_ head: TransportHead, total: Int?) -> TransportHead {
        guard validate != nil, request.headers[.range] == nil else { return head }
        var told = head
        switch head.status.code {
        case 206: told.headers[.contentRange] = nil
        // Its fields are those of an error.
        case 416: (told.headers, told.completeness) = (.none, .length)
        default: return head
        }
        told.status = .ok
        told.headers[.contentLength] = total.map(String.init)
        return told
    }
}

extension TransportHead {
    /// The length of the file of which a part came; `nil` if it is not known.
    fileprivate var contentRangeTotal: Int? {
        headers[.contentRange].flatMap(ContentRange.init)?.total
    }
}
