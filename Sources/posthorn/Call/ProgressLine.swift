internal import PosthornCore

/// A line on standard error with the progress of what takes more than a second.
final class ProgressLine: Sendable {
    private let terminal: Terminal
    private let begin = ContinuousClock.now
    private let state = Locked<(last: ContinuousClock.Instant?, hasEnded: Bool)>((nil, false))

    init(_ terminal: Terminal) { self.terminal = terminal }

    func show(_ progress: TransferProgress) {
        let isSending = progress.received == 0 && progress.sent > 0
        let (done, total) =
            isSending
            ? (progress.sent, progress.totalBytesToSend)
            : (progress.received, progress.totalBytesToReceive)
        show(done, of: total, Self.size)
    }

    /// Shows the number of calls that have ended.
    func show(calls count: Int, of total: Int) { show(count, of: total) { "\($0) calls" } }

    private func show(_ done: Int, of total: Int?, _ unit: (Int) -> String) {
        guard terminal.showsProgress else { return }
        let now = ContinuousClock.now
        guard now - begin > .seconds(1) else { return }
        let isDue = state.withLock { state in
            if state.hasEnded || state.last.map({ now - $0 < .milliseconds(100) }) == true {
                return false
            }
            state.last = now
            return true
        }
        guard isDue else { return }
        let seconds = (now - begin) / .seconds(1)
        var text = "\(unit(done))"
        if let total, total > 0 {
            let columns = max(10, min(30, terminal.width - 50))
            let full = min(columns, done * columns / total)
            text =
                String(repeating: "█", count: full)
                + String(repeating: "░", count: columns - full)
                + " \(done * 100 / total) %, \(unit(done)) of \(unit(total))"
        }
        text += ", \(unit(Int(Double(done) / seconds)))/s"
        terminal.status("\r\u{1B}[K\(text)")
    }

    /// Removes the line.
    func end() {
        let wasShown = state.withLock { state in
            defer { state = (nil, true) }
            return state.last != nil
        }
        if wasShown { terminal.status("\r\u{1B}[K") }
    }

    /// Returns a number of bytes for readers, such as `1.5 MB`.
    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        let (value, unit) =
            bytes < 1_000_000
            ? (Double(bytes) / 1000, "kB") : (Double(bytes) / 1_000_000, "MB")
        return "\((value * 10).rounded() / 10) \(unit)"
    }
}
