import FoundationEssentials

extension TransportStream: CacheableAnswer {
    func replaced(by kept: TransportResponse) -> TransportStream { TransportStream(kept) }

    /// The stream, whose body is stored once its reader has reached the end.
    func stored(by exchange: CacheExchange) -> TransportStream {
        let limit = exchange.cache.entryLimit
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            // Known to be too long: not collected in vain, and over is what it replaces all the same.
            exchange.refuse(status)
            return self
        }
        var stream = self
        let head = TransportResponse(status: status, headers: headers, completeness: completeness)
        let room = exchange.cache.room
        // Collected while it is read; `nil` once it is too long.
        stream.body = body.adapted(Data?(Data())) { collected, read throws(TransportError) in
            let piece = try await read()
            guard let whole = collected else { return piece }
            guard let piece else {
                room.give(whole.count)
                collected = nil
                var response = head
                response.body = whole
                _ = exchange.kept(response)
                return nil
            }
            if whole.count + piece.count <= limit, room.take(piece.count, limit: 2 * limit) {
                collected?.append(piece)
            } else {
                room.give(whole.count)
                collected = nil
            }
            return piece
        } end: { collected, _ in
            if let collected { room.give(collected.count) }
        }
        return stream
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
