extension TransportRequest {
    /// Limits the request to the remaining time of the whole call.
    ///
    /// - Parameters:
    ///   - total: The total timeout of the call; `nil` is no limit.
    ///   - start: The start of the call.
    /// - Throws: a ``TransportError`` with the code `timedOut` if no time is left.
    package mutating func limit(
        to total: Duration?, since start: ContinuousClock.Instant
    ) throws(TransportError) {
        guard let total else { return }
        let left = total - (.now - start)
        guard left > .zero else {
            throw TransportError(
                .timedOut, "the total timeout of \(total.text) expired between two requests",
                advice: "raise `timeouts.total`, or request the last redirect's URL directly")
        }
        options.timeouts.total = left
    }
}
