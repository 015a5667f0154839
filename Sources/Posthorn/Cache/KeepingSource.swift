import FoundationEssentials

extension CacheExchange {
    /// A stream that is kept when its reader has come to its end, if it may be kept.
    func kept(_ stream: TransportStream) -> TransportStream {
        guard key != nil else {
            cache.forget(changedBy: request, stream.status, stream.headers, stream.redirects)
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
        let limit = cache.entryLimit
        if let length = stream.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            // Known to be too long: not collected in vain, and over is what it replaces all the same.
            refuse(stream.status)
            return stream
        }
        var stream = stream
        let head = TransportResponse(
            status: stream.status, headers: stream.headers, completeness: stream.completeness)
        stream.body = ByteStream(
            KeepingSource(stream.body, limit: limit, in: cache.room) { body in
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
    private let room: StreamRoom
    private let keep: @Sendable (Data) -> Void

    init(
        _ body: ByteStream, limit: Int, in room: StreamRoom,
        keep: @escaping @Sendable (Data) -> Void
    ) {
        base = Locked(body.makeAsyncIterator())
        self.limit = limit
        self.room = room
        self.keep = keep
    }

    deinit { drop() }

    func next() async throws(TransportError) -> Data? {
        // Never asked again before it has returned, so the iterator is nobody else's meanwhile.
        guard var iterator = base.withLock({ $0 }) else { return nil }
        let piece = try await iterator.next()
        guard let piece else {
            if let whole = drop() { keep(whole) }
            return nil
        }
        let isKept = collected.withLock { collected in
            guard let count = collected?.count else { return true }
            guard count + piece.count <= limit,
                room.take(piece.count, limit: 2 * limit)
            else { return false }
            collected?.append(piece)
            return true
        }
        if !isKept { drop() }
        return piece
    }

    /// Takes out what was collected, and gives its room to other streams.
    @discardableResult private func drop() -> Data? {
        guard let whole = collected.withLock({ $0.take() }) else { return nil }
        room.give(whole.count)
        return whole
    }
}

/// How many bytes the open streams of a cache have collected together.
///
/// However many streams are open, they collect twice the largest answer that is kept: one that finds no
/// room is read all the same, and not kept.
final class StreamRoom: Sendable {
    private let used = Locked(0)

    /// How much is taken.
    var taken: Int { used.withLock { $0 } }

    /// Takes room; `false` if there is not enough.
    func take(_ count: Int, limit: Int) -> Bool {
        used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    /// Gives room back.
    func give(_ count: Int) { used.withLock { $0 -= count } }
}
