import FoundationEssentials

extension TransportStream: CacheableResponse {
    func replaced(by kept: TransportResponse) -> TransportStream { TransportStream(kept) }

    /// The head; the body is not read.
    var asFailure: TransportResponse {
        TransportResponse(status: status, headers: headers, redirects: redirects)
    }

    /// Returns the stream, whose body is stored once its reader has reached the end.
    ///
    /// All open streams together collect at most twice the size limit of one response. A stream beyond that
    /// limit is read normally but not stored.
    func stored(by exchange: CacheExchange) async -> TransportStream {
        let limit = exchange.cache.entryLimit
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            // The body is known to be too long, but it still invalidates the stored response.
            await exchange.refuse(status)
            return self
        }
        var stream = self
        let head = TransportResponse(status: status, headers: headers, bodyIntegrity: bodyIntegrity)
        let used = exchange.cache.collected
        // The bytes read so far. `nil` once they exceed a limit.
        stream.body = body.adapted(Data?(Data())) { collected, read throws(TransportError) in
            let piece = try await read()
            guard let whole = collected else { return piece }
            guard let piece else {
                used.withLock { $0 -= whole.count }
                collected = nil
                var response = head
                response.body = whole
                _ = await exchange.kept(response)
                return nil
            }
            let isKept = used.withLock { used in
                let fits = whole.count + piece.count <= limit && used + piece.count <= 2 * limit
                used += fits ? piece.count : -whole.count
                return fits
            }
            if isKept { collected?.append(piece) } else { collected = nil }
            return piece
        } end: { collected, _ in
            if let collected { used.withLock { $0 -= collected.count } }
        }
        return stream
    }
}
