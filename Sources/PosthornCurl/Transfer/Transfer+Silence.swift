import CCurl

// The deadlines of a transfer, and its first-byte and idle timeouts.
extension Transfer {
    /// The latest time for the session's limits to admit the transfer; `nil` if it may wait without limit.
    var admissionDeadline: LoopInstant? {
        [queueDeadline, deadline].compactMap { $0 }.min()
    }

    private var queueDeadline: LoopInstant? {
        limits.queue.map { (waitingSince ?? start) + $0 }
    }

    var deadline: LoopInstant? { limits.total.map { start + $0 } }

    var suspendedTooLong: TransportError {
        TransportError(
            .timedOut,
            "the task was suspended without a connection for its \((limits.total ?? .zero).text)",
            advice: "resume it earlier, or raise the total timeout",
            isSafeToRetry: !history.wasSentBefore)
    }

    /// The latest time for the request to be sent; `nil` if there is none.
    var connectDeadline: LoopInstant? {
        [limits.connect.map { admission + $0 }, deadline].compactMap { $0 }.min()
    }

    var queuedTooLong: TransportError {
        let isQueue = queueDeadline.map { $0 <= deadline ?? $0 } ?? false
        let limit = (isQueue ? limits.queue : limits.total) ?? .zero
        return TransportError(
            .timedOut, "other transfers of the session ran first for \(limit.text)",
            advice: "raise the session's limits, or the \(isQueue ? "queue" : "total") timeout",
            isSafeToRetry: true)
    }

    /// Records that a byte was moved, or that the caller resumed the transfer.
    func noteActivity() {
        guard silence.isLimited else { return }
        silence.lastActivity = .now
    }

    /// Records that a piece of the response's body has arrived in this iteration.
    ///
    /// The clock is read at the end of the iteration: for each piece, it would cost a fifth of the piece's path.
    func notePiece() {
        guard silence.isLimited, silence.pieceIteration != context.iteration.number else { return }
        silence.pieceIteration = context.iteration.number
        context.iteration.moved.append(self)
    }

    /// The number of bytes sent by libcurl that still wait in the socket's buffer.
    var unsent: Int { connection.map { SocketProbe.unsent($0.socket) } ?? 0 }

    /// Whether more of the request's body has left this machine since the last call.
    ///
    /// Bytes that libcurl has sent may wait in the socket's buffer for a slow link.
    private func hasDrained() -> Bool {
        guard request.body != nil, let handle else { return false }
        let waiting = unsent
        let sent = handle.offset(CURLINFO_SIZE_UPLOAD_T) - waiting
        guard sent > attempt.sentBeforeSilence, waiting > 0 || attempt.sentBeforeSilence > 0 else {
            return false
        }
        attempt.sentBeforeSilence = sent
        return true
    }

    /// Checks the first-byte and idle timeouts; returns the time of the next check, or the error.
    func nextSilenceCheck(after now: LoopInstant) -> Result<LoopInstant, TransportError> {
        if silence.pieceIteration == context.iteration.number { silence.lastActivity = now }
        var finding = checkSilence(at: now)
        if case .waiting(let time) = finding { return .success(time) }
        if hasDrained() {
            silence.lastActivity = now
            finding = checkSilence(at: now)
        }
        switch finding {
        case .waiting(let time): return .success(time)
        case .noFirstByte(let limit):
            return .failure(
                TransportError(
                    .timedOut, "no first byte within \(limit.text)",
                    advice: "raise the firstByte timeout if the server may be silent for so long"))
        case .idle(let limit):
            return .failure(
                TransportError(
                    .timedOut, "no byte moved for \(limit.text)",
                    advice: "raise the idle timeout if the server may be silent for so long"))
        }
    }

    private func checkSilence(at now: LoopInstant) -> SilenceTimer.Finding {
        silence.check(
            limits, at: now, hasHead: !head.isEmpty,
            isCounting: phase == .exchanging && flow.countsSilence,
            lastCompletePoll: context.iteration.lastCompletePoll)
    }
}
