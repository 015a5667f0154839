// Servers that send much data outside of their response bodies.
extension MultiDriver {
    /// Slows down servers that send much data outside of their response bodies.
    ///
    /// libcurl 7.88 skips chunk extensions (RFC 9112, section 7.1.1) byte by byte without a callback, up to a
    /// hundred buffers in each call on the multi handle. Only an empty socket stops it.
    func slowFloods() {
        guard Quirk.silentExtensions.isActive else { return }
        for transfer in active.values where transfer.isSilent {
            guard let socket = transfer.connection?.socket,
                let taken = SocketProbe.taken(from: socket)
            else { continue }
            let isFlooded = transfer.flow.isFlooded(
                taken: taken, body: transfer.attempt.bodyCount, limit: Self.maximumOverhead)
            if isFlooded { SocketProbe.narrow(socket) }
        }
    }

    /// The number of bytes that may arrive between two pieces of a body.
    private static let maximumOverhead = 64 << 10
}

extension Transfer {
    /// Whether a chunked response produced no body bytes in this turn although it is not paused.
    fileprivate var isSilent: Bool {
        head.isComplete && head.framing.isChunked && flow.isSilent(inTurn: context.turn.number)
    }
}
