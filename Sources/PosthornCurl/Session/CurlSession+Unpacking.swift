import FoundationEssentials
import Posthorn

// Bodies are unpacked in the task that wants them, never on the loop's thread: a large one holds up
// nobody else, and a stream is unpacked no faster than it is read.
extension CurlSession {
    /// A response with its body unpacked, if it is packed and the session unpacks.
    func unpacked(
        _ response: TransportResponse, of request: TransportRequest
    ) throws(TransportError) -> TransportResponse {
        var response = response
        try response.checkDigest(of: request.method)
        // A response to HEAD has the fields of the one to GET, and no body. What came before a
        // redirect was cut off is nothing either.
        guard configuration.decompresses, request.takesUnpacked(for: nil), !response.body.isEmpty,
            let unpacker = try Unpacker(
                response.headers, status: response.status.code,
                maximumBytes: request.options.maximumResponseBytes
                    ?? configuration.maximumBodyBytes,
                configuration)
        else { return response }
        unpacker.feed(response.body)
        unpacker.end()
        response.body = Data()
        while let piece = try unpacker.next() {
            if Task.isCancelled { throw .cancelled }
            response.body.append(piece)
        }
        if response.bodyIntegrity == .unverified { response.bodyIntegrity = .contentCoding }
        return response
    }

    /// The response of a stream, whose body is unpacked while it is read.
    func unpacked(
        _ head: TransportHead, _ wire: BodyReaderEnd, of request: TransportRequest,
        for task: SessionTask?
    ) throws(TransportError) -> TransportStream {
        var stream = TransportStream(
            status: head.status, headers: head.headers, bodyIntegrity: head.bodyIntegrity,
            body: ByteStream(wire))
        // A download is held against more than this when its file is whole; the body of a refused
        // expectation may have been cut off.
        if task?.kind != .download, head.status.hasBody(request.method),
            !(head.status.code == 417 && head.bodyIntegrity == .unverified),
            let digested = stream.body.digested(head.headers)
        {
            stream.body = digested
            if stream.bodyIntegrity == .unverified { stream.bodyIntegrity = .digest }
        }
        return try unpacked(stream, of: request, for: task)
    }

    /// The same response, unpacked though nothing packed was asked for, if its request leaves that to the
    /// session.
    func unpacked(
        _ stream: TransportStream, of request: TransportRequest, for task: SessionTask? = nil
    ) throws(TransportError) -> TransportStream {
        guard configuration.decompresses, request.takesUnpacked(for: task),
            stream.status.hasBody(request.method),
            let unpacker = try Unpacker(
                stream.headers, status: stream.status.code, maximumBytes: nil, configuration)
        else { return stream }
        var stream = stream
        stream.isDecoded = true
        stream.body = stream.body.unpacked(by: unpacker)
        // The stream throws if the coding's end does not come.
        if stream.bodyIntegrity == .unverified { stream.bodyIntegrity = .contentCoding }
        return stream
    }
}

extension TransportRequest {
    /// Whether a session that unpacks asks for a packed response, and unpacks it.
    ///
    /// Not if the caller says what it takes, or wants a part: that would be a part of what is packed.
    /// Nor for a download, whose rest may have to be asked for.
    func takesUnpacked(for task: SessionTask?) -> Bool {
        guard task?.kind != .download else { return false }
        // Most requests have no fields: to look them up costs more than to see that.
        return headers.isEmpty || (headers[.acceptEncoding] == nil && headers[.range] == nil)
    }
}
