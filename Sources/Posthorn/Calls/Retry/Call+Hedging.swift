extension Call {
    /// Runs an attempt of a call, and a second one if the first is late and the call's policy permits it.
    @inline(__always)
    static func hedging(_ exchange: inout Exchange) async throws {
        guard let hedging = exchange.hedging else { return try await attempt(&exchange) }
        try await hedge(&exchange, hedging)
    }

    @inline(never)
    private static func hedge(_ exchange: inout Exchange, _ hedging: CallHedging) async throws {
        hedging.policy.countCall()
        let start = hedging.clock.now()
        if exchange.mayBeHedged, let delay = hedging.policy.delay(for: exchange.endpoint) {
            exchange = try await first(of: exchange, after: delay, hedging)
        } else {
            try await attempt(&exchange)
        }
        hedging.policy.add(hedging.clock.now() - start, for: exchange.endpoint)
        hedging.budget?.add(1, for: exchange.request.origin)
    }

    /// The event of an attempt, or of the delay before the second one.
    private enum Event: Sendable {
        case ended(Exchange, Result<Void, any Error>)
        case late
    }

    /// Returns the exchange with the first response that is no failure, or else with the last one.
    private static func first(
        of exchange: Exchange, after delay: Duration, _ hedging: CallHedging
    ) async throws -> Exchange {
        try await withThrowingTaskGroup(of: Event.self) { group in
            func add() {
                group.addTask {
                    var exchange = exchange
                    do {
                        try await attempt(&exchange)
                        return .ended(exchange, .success(()))
                    } catch {
                        return .ended(exchange, .failure(error))
                    }
                }
            }
            add()
            group.addTask {
                try await hedging.clock.sleep(delay)
                return .late
            }
            defer { group.cancelAll() }
            var inFlight = 1
            while let event = try await group.next() {
                switch event {
                case .late:
                    guard hedging.admit(exchange.request) else { continue }
                    exchange.watch?.tell(.hedging(after: delay))
                    inFlight += 1
                    add()
                case .ended(let exchange, let result):
                    inFlight -= 1
                    if inFlight > 0, exchange.hasFailed(result) { continue }
                    try result.get()
                    return exchange
                }
            }
            throw CancellationError()
        }
    }
}

/// The hedging of one call.
struct CallHedging: Sendable {
    let policy: HedgingPolicy
    let budget: RetryBudget?
    let clock: CallClock

    /// Whether a second request may be sent now; takes its tokens if so.
    func admit(_ request: TransportRequest) -> Bool {
        guard policy.admit() else { return false }
        return budget.map { $0.take(for: request.origin, isThrottled: false) != nil } ?? true
    }
}

extension Exchange {
    /// Whether the request may be sent twice at a time.
    fileprivate var mayBeHedged: Bool {
        delivery.isWhole && attachment == nil && request.isRepeatable
            && request.body?.isReplayable ?? true
    }

    /// Whether an attempt ended without a response that the server meant as one.
    fileprivate func hasFailed(_ result: Result<Void, any Error>) -> Bool {
        guard case .success = result, let status = response?.status.code else { return true }
        return status >= 500 || status == 429
    }
}
