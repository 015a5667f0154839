import FoundationEssentials

extension CallWatch {
    /// The request as it is, of whose body the observers will see the beginning too.
    ///
    /// A body in memory they have seen; one of files or streams passes by while it is sent, and only
    /// observers that ask for its bytes are worth the detour.
    func watched(_ request: TransportRequest) -> TransportRequest {
        let limit = bodyPreviewLimit
        guard limit > 0, let body = request.body, !body.isInMemory else { return request }
        var request = request
        request.body = body.transformed(length: body.count) { BodyTee(limit: limit, watch: self) }
        return request
    }
}

/// Counts the bytes of a body that is sent, keeps the first of them, and tells them at its end.
private struct BodyTee: ByteTransform {
    let limit: Int
    let watch: CallWatch
    var count = 0
    var beginning = Data()

    mutating func change(_ piece: Data) -> Data {
        count += piece.count
        beginning += piece.prefix(max(0, limit - beginning.count))
        return piece
    }

    func end() -> Data {
        watch.tell(.bodySent(count: count, beginning: beginning))
        return Data()
    }
}
