import FoundationEssentials

extension CacheExchange {
    /// A stream that is kept when its reader has come to its end, if it may be kept.
    func kept(_ stream: TransportStream) -> TransportStream {
        guard key != nil else {
            invalidate(stream.status, stream.headers)
            return stream
        }
        guard
            mayStore(
                stream.status, stream.headers, stream.completeness,
                isRedirected: !stream.redirects.isEmpty)
        else {
            refuse(stream.status)
            return stream
        }
        var stream = stream
        let head = TransportResponse(
            status: stream.status, headers: stream.headers, completeness: stream.completeness)
        stream.body = ByteStream(
            KeepingSource(stream.body, limit: cache.entryLimit) { body in
                var whole = head
                whole.body = body
                take(whole)
            })
        return stream
    }
}

/// The pieces of a body, collected while they are read.
private final class KeepingSource: ByteSource {
    private let base: Locked<ByteStream.Iterator?>
    /// `nil` once it is too long, or has been kept.
    private let collected = Locked<Data?>(Data())
    private let limit: Int
    private let keep: @Sendable (Data) -> Void

    init(_ body: ByteStream, limit: Int, keep: @escaping @Sendable (Data) -> Void) {
        base = Locked(body.makeAsyncIterator())
        self.limit = limit
        self.keep = keep
    }

    func next() async throws(TransportError) -> Data? {
        // Never asked again before it has returned, so the iterator is nobody else's meanwhile.
        guard var iterator = base.withLock({ $0 }) else { return nil }
        let piece = try await iterator.next()
        collected.withLock { collected in
            guard let piece, let count = collected?.count else { return }
            if count + piece.count > limit { collected = nil } else { collected?.append(piece) }
        }
        if piece == nil, let whole = collected.withLock({ $0.take() }) { keep(whole) }
        return piece
    }
}
