// Fairness: the loop pauses a transfer that has used up its share, so that others can run.
extension MultiDriver {
    /// Resumes the paused transfers after all others have had their share.
    func endTurn() {
        let longTurn = Duration.milliseconds(context.configuration.longTurn)
        if ContinuousClock.now - turnStart >= longTurn { slowFloods() }
        context.turn.number += 1
        guard !context.turn.paused.isEmpty else { return }
        // A resumed transfer may use this turn's share at once, for bytes that libcurl has buffered.
        let paused = context.turn.paused
        context.turn.paused = []
        for id in paused {
            if let transfer = active[id], !transfer.flow.isSuspended { resume(transfer) }
        }
    }

    /// Slows down servers that send much data outside of their response bodies.
    ///
    /// libcurl 7.88 skips chunk extensions (RFC 9112, section 7.1.1) byte by byte without a callback, up to a
    /// hundred buffers in each call on the multi handle. Only an empty socket stops it.
    private func slowFloods() {
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
