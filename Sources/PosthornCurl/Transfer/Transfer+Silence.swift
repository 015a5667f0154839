import CCurl
import Posthorn

// The limits on silence, which libcurl does not have: it counts whole seconds, and averages.
extension Transfer {
    /// When the transfer must have its turn, if it has to wait for others; `nil` if it may wait for
    /// ever.
    var lastTurn: ContinuousClock.Instant? {
        [request.limits.queue, request.limits.total].compactMap { $0 }.min().map { start + $0 }
    }

    /// When the transfer's whole time is over; `nil` if it is not limited.
    var lastMoment: ContinuousClock.Instant? {
        request.limits.total.map { start + $0 }
    }

    /// What a transfer comes to that its task has held for its whole time.
    var heldTooLong: TransportError {
        TransportError(
            .timedOut,
            "the task was held before it had a connection for its \((request.limits.total ?? .zero).text)",
            advice: "resume it earlier, or raise the total timeout", isSafeToRetry: !wasSentBefore)
    }

    /// When the transfer must be sent at the latest; `nil` if it need not.
    var lastConnect: ContinuousClock.Instant? {
        [request.limits.connect.map { turn + $0 }, lastMoment].compactMap { $0 }.min()
    }

    /// What a transfer comes to whose turn did not come.
    var waitedTooLong: TransportError {
        let (turn, total) = (request.limits.queue, request.limits.total)
        let isTurn = turn.map { $0 <= total ?? $0 } ?? false
        let limit = (isTurn ? turn : total) ?? .zero
        return TransportError(
            .timedOut, "other transfers of the session went first for \(limit.text)",
            advice: "raise the session's limits, or the \(isTurn ? "queue" : "total") timeout",
            isSafeToRetry: true)
    }

    /// Notes that a byte moved, or that the caller held the transfer until now.
    func hasMoved() {
        guard limitsSilence else { return }
        lastMove = .now
    }

    /// How much of what libcurl has sent waits here for a slow link.
    var unsent: Int { connection.map { SocketProbe.unsent($0.socket) } ?? 0 }

    /// Whether more of the request's body has left this machine since this was last asked: what libcurl has sent
    /// may wait here for a slow link.
    private func hasDrained() -> Bool {
        guard request.body != nil, let handle else { return false }
        let waiting = unsent
        let sent = handle.offset(CURLINFO_SIZE_UPLOAD_T) - waiting
        guard sent > sentBeforeSilence, waiting > 0 || sentBeforeSilence > 0 else { return false }
        sentBeforeSilence = sent
        return true
    }

    /// What the server's silence comes to: the time to look again, or the failure.
    func silence(_ now: ContinuousClock.Instant) -> Result<ContinuousClock.Instant, TransportError>
    {
        let timeouts = request.limits
        var next: ContinuousClock.Instant?
        for (limit, name) in [(timeouts.firstByte, "firstByte"), (timeouts.idle, "idle")] {
            guard let limit, name == "idle" || head.isEmpty else { continue }
            // It does not count before the request goes out, nor while the caller holds it.
            let isCounting = attempts > 0 && !isSuspended && !waitsForCaller
            var time = (isCounting ? lastMove : now) + limit
            if isCounting, time <= now, hasDrained() {
                lastMove = now
                time = now + limit
            }
            if isCounting, time <= now {
                return .failure(
                    TransportError(
                        .timedOut,
                        name == "idle"
                            ? "no byte moved for \(limit.text)"
                            : "no first byte within \(limit.text)",
                        advice: "raise the \(name) timeout if the server may be silent for so long")
                )
            }
            next = min(next ?? time, time)
        }
        return .success(next ?? now + .seconds(3600))
    }
}
