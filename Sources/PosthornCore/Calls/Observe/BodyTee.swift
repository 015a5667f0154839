import FoundationEssentials

extension CallNotifier {
    /// Returns the request with a body whose first bytes are reported to the observers.
    ///
    /// A body in memory was reported with the request. A body of files or a stream is wrapped only if an
    /// observer requests its bytes.
    func observed(_ request: TransportRequest) -> TransportRequest {
        let limit = bodyPreviewLimit
        guard limit > 0, let body = request.body, !body.isInMemory else { return request }
        var request = request
        request.body = body.transformed(length: body.count) {
            BodyTee(limit: limit, notifier: self)
        }
        return request
    }
}

/// Counts the bytes of a sent body, and reports the count and its first bytes at the end.
private struct BodyTee: ByteTransform {
    let limit: Int
    let notifier: CallNotifier
    var count = 0
    var beginning = Data()

    mutating func change(_ piece: Data) -> Data {
        count += piece.count
        beginning += piece.prefix(max(0, limit - beginning.count))
        return piece
    }

    func end() -> Data {
        notifier.notify(.bodySent(count: count, beginning: beginning))
        return Data()
    }
}
