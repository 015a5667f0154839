extension TransportRequest {
    /// Leaves the request what is left of the time of the whole call.
    ///
    /// - Parameters:
    ///   - total: What the call had at its start; `nil` is no limit.
    ///   - start: When that was.
    /// - Throws: a ``TransportError`` with the code `timedOut` if nothing is left.
    package mutating func limit(
        to total: Duration?, since start: ContinuousClock.Instant
    ) throws(TransportError) {
        guard let total else { return }
        let left = total - (.now - start)
        guard left > .zero else {
            throw TransportError(
                .timedOut,
                "the time of the whole call, \(total.text), ran out between its requests",
                advice: "give the call more time, or call the last place itself")
        }
        options.timeouts.total = left
    }
}
