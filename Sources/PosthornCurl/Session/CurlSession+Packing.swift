import FoundationEssentials
import Posthorn

// Bodies are packed in the task that sends them, never on the loop's thread.
extension TransportRequest {
    /// The request with its body packed, if it is to be.
    ///
    /// A body in memory is packed at once, so that its length is known, and stays as it is if that
    /// would not make it smaller. Any other is packed while it is sent, in chunks, and can be sent again
    /// if it could be before.
    func packed() throws(TransportError) -> TransportRequest {
        guard options.compressesRequestBody == true, let body, headers[.contentEncoding] == nil,
            body.count != 0,
            !speaksOfBytes
        else { return self }
        var request = self
        if let count = body.count, count <= Self.packedAtOnce, let data = body.data {
            var deflation = try Deflation()
            var packed = deflation.pack(data)
            packed.append(deflation.finish())
            guard packed.count < count else { return self }
            request.body = HTTPBody(packed)
        } else {
            request.body = HTTPBody(
                BodyStream(length: nil, isReplayable: body.isReplayable, isSameEachTime: true) {
                    take in
                    var deflation = try Deflation()
                    try await body.read { data in
                        let packed = deflation.pack(data)
                        if !packed.isEmpty { try await take(packed) }
                    }
                    try await take(deflation.finish())
                })
        }
        request.headers[.contentEncoding] = "gzip"
        return request
    }

    /// Whether a field says something of the very bytes, which would be wrong for others.
    private var speaksOfBytes: Bool {
        ["Content-Digest", "Repr-Digest", "Content-MD5", "Content-Range"].contains { name in
            HTTPField.Name(name).map { headers[$0] != nil } ?? false
        }
    }

    private static let packedAtOnce = 1 << 20
}
