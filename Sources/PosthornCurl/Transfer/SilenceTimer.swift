/// The first-byte and idle timeouts of a transfer.
///
/// libcurl has none: its low-speed limit counts whole seconds and averages.
struct SilenceTimer {
    /// Whether the request has one of these timeouts.
    let isLimited: Bool
    /// The time at which a byte was last moved, or the caller last resumed the transfer.
    ///
    /// Maintained only if the request has one of these timeouts; for bodies, accurate to an iteration of the loop.
    var lastActivity: LoopInstant
    /// The last iteration of the loop in which a piece of the body arrived; `nil` before the first piece.
    var pieceIteration: Int?
    /// The time of the next check, which the watchdog also has.
    var nextCheck: LoopInstant?

    init(_ timeouts: Timeouts.Limits, _ start: LoopInstant) {
        isLimited = timeouts.firstByte != nil || timeouts.idle != nil
        lastActivity = start
    }

    enum Finding: Equatable {
        /// No timeout is over; the time of the next check.
        case waiting(until: LoopInstant)
        case noFirstByte(within: Duration)
        case idle(for: Duration)
    }

    /// The longest time between two checks.
    static let longestWait = Duration.seconds(3600)

    /// - Parameters:
    ///   - hasHead: Whether a byte of the response has arrived.
    ///   - isCounting: Whether the request is sent and neither side of this process pauses the transfer.
    ///   - lastCompletePoll: The time of the last poll that reported all events. A timeout that is over since then
    ///     is not decided: the loop was late, and bytes may wait in the socket.
    func check(
        _ timeouts: Timeouts.Limits, at now: LoopInstant, hasHead: Bool,
        isCounting: Bool, lastCompletePoll: LoopInstant
    ) -> Finding {
        var next = now + Self.longestWait
        func isOver(_ limit: Duration) -> Bool {
            var time = (isCounting ? lastActivity : now) + limit
            if isCounting, time <= now {
                if lastCompletePoll >= time { return true }
                time = now + .milliseconds(1)
            }
            next = min(next, time)
            return false
        }
        if !hasHead, let limit = timeouts.firstByte, isOver(limit) {
            return .noFirstByte(within: limit)
        }
        if let limit = timeouts.idle, isOver(limit) { return .idle(for: limit) }
        return .waiting(until: next)
    }
}
