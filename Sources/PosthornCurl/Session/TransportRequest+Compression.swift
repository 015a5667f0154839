import FoundationEssentials

// Request bodies are compressed in the task that sends them, never on the loop's thread.
extension TransportRequest {
    /// Returns the request with a compressed body, if compression is enabled for it.
    ///
    /// A body in memory is compressed at once, so that its length is known; it is sent as it is if
    /// compression does not make it smaller. Any other body is compressed while it is sent, in chunks. It
    /// stays replayable if it was.
    func compressed() throws(TransportError) -> TransportRequest {
        guard options.compressesRequestBody == true, let body, headers[.contentEncoding] == nil,
            body.count != 0,
            !describesExactBytes
        else { return self }
        var request = self
        if let count = body.count, count <= Self.compressedAtOnce, let data = body.data {
            var deflation = try Deflation()
            var compressed = deflation.compress(data)
            compressed.append(deflation.finish())
            guard compressed.count < count else { return self }
            request.body = HTTPBody(compressed)
        } else {
            request.body = HTTPBody(
                BodyStream(length: nil, isReplayable: body.isReplayable, isSameEachTime: true) {
                    take in
                    var deflation = try Deflation()
                    try await body.read { data in
                        let compressed = deflation.compress(data)
                        if !compressed.isEmpty { try await take(compressed) }
                    }
                    try await take(deflation.finish())
                })
        }
        request.headers[.contentEncoding] = "gzip"
        return request
    }

    /// Whether a header field describes the exact bytes of the body, which compression changes.
    private var describesExactBytes: Bool {
        ["Content-Digest", "Repr-Digest", "Content-MD5", "Content-Range"].contains { name in
            HTTPField.Name(name).map { headers[$0] != nil } ?? false
        }
    }

    private static let compressedAtOnce = 1 << 20
}
