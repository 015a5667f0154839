import FoundationEssentials

// Response bodies are decompressed in the task that reads them, never on the loop's thread. A large body does
// not delay other transfers, and a stream is decompressed no faster than it is read.
extension CurlSession {
    /// Returns a response with its body decompressed, if it is compressed and the session decompresses.
    func decompressed(
        _ response: TransportResponse, of request: TransportRequest
    ) throws(TransportError) -> TransportResponse {
        var response = response
        try response.checkDigest(of: request.method)
        // A response to HEAD has the fields of a GET response but no body. A redirect's body may be cut off.
        guard configuration.decompresses, request.wantsDecompression(for: nil),
            !response.body.isEmpty,
            let decompressor = try Decompressor(
                response.headers, status: response.status.code,
                maximumBytes: request.options.maximumResponseBytes
                    ?? configuration.maximumBodyBytes,
                configuration)
        else { return response }
        decompressor.feed(response.body)
        decompressor.end()
        response.body = Data()
        while let piece = try decompressor.next() {
            if Task.isCancelled { throw .cancelled }
            response.body.append(piece)
        }
        if response.bodyIntegrity == .unverified { response.bodyIntegrity = .contentCoding }
        return response
    }

    /// Returns a streaming response whose body is decompressed while it is read.
    func decompressed(
        _ head: TransportResponse, _ wire: BodyReaderEnd, of request: TransportRequest,
        for task: SessionTask?
    ) throws(TransportError) -> TransportStream {
        var stream = TransportStream(
            status: head.status, headers: head.headers, bodyIntegrity: head.bodyIntegrity,
            body: ByteStream(wire))
        // A download checks its own digest when the file is complete. The body of a refused expectation (417)
        // may be cut off.
        if task?.kind != .download, head.status.hasBody(request.method),
            !(head.status.code == 417 && head.bodyIntegrity == .unverified),
            let digested = stream.body.digested(head.headers)
        {
            stream.body = digested
            if stream.bodyIntegrity == .unverified { stream.bodyIntegrity = .digest }
        }
        return try decompressed(stream, of: request, for: task)
    }

    /// Decompresses a response that is compressed although its request did not ask for that.
    ///
    /// It does so only if the request leaves decompression to the session.
    func decompressed(
        _ stream: TransportStream, of request: TransportRequest, for task: SessionTask? = nil
    ) throws(TransportError) -> TransportStream {
        guard configuration.decompresses, request.wantsDecompression(for: task),
            stream.status.hasBody(request.method),
            let decompressor = try Decompressor(
                stream.headers, status: stream.status.code, maximumBytes: nil, configuration)
        else { return stream }
        var stream = stream
        stream.isDecoded = true
        stream.body = stream.body.decompressed(by: decompressor)
        // The stream throws if the compressed data ends early.
        if stream.bodyIntegrity == .unverified { stream.bodyIntegrity = .contentCoding }
        return stream
    }
}

extension TransportRequest {
    /// Whether a decompressing session asks for a compressed response to this request and decompresses it.
    ///
    /// Not if the caller sets Accept-Encoding, or asks for a range, which would be a part of the compressed
    /// data. Not for downloads, which may have to ask for missing bytes.
    func wantsDecompression(for task: SessionTask?) -> Bool {
        guard task?.kind != .download else { return false }
        // Most requests have no fields; checking for that is cheaper than two lookups.
        return headers.isEmpty || (headers[.acceptEncoding] == nil && headers[.range] == nil)
    }
}
