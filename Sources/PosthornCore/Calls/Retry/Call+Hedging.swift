extension Call {
    /// Runs an attempt of a call, and a second one if the first is late and the call's policy permits it.
    static func hedging(_ exchange: inout Exchange) async throws {
        guard let hedging = exchange.hedging else { return }
        defer { exchange.hedging = hedging }
        exchange.hedging = nil
        guard exchange.mayBeHedged else { return try await attempt(&exchange) }
        hedging.policy.countCall()
        let start = hedging.clock.now()
        let outcome: Outcome
        if let delay = hedging.policy.delay(for: exchange.endpoint) {
            outcome = try await first(of: exchange, after: delay, hedging)
        } else {
            outcome = await attemptOnce(exchange)
        }
        // The exchange that counts has the stage, the sent request and the response of its attempt.
        exchange = outcome.exchange
        if !outcome.hasFailed {
            hedging.policy.add(hedging.clock.now() - start, for: exchange.endpoint)
            // With a retry policy, the retries add the token of a success.
            if exchange.retries == nil { hedging.budget?.add(1, for: exchange.request.origin) }
        }
        if let error = outcome.error { throw error }
    }

    /// The outcome of one attempt; a class, because a task group copies its events.
    private final class Outcome: Sendable {
        let exchange: Exchange
        /// The error of the attempt; `nil` if it received a response.
        let error: (any Error)?

        init(_ exchange: Exchange, _ error: (any Error)?) {
            (self.exchange, self.error) = (exchange, error)
        }

        /// Whether the attempt failed, or the server responded with 429 or 5xx.
        var hasFailed: Bool {
            guard error == nil, let status = exchange.response?.status.code else { return true }
            return status >= 500 || status == 429
        }
    }

    private static func attemptOnce(_ exchange: Exchange) async -> Outcome {
        var exchange = exchange
        do {
            try await attempt(&exchange)
            return Outcome(exchange, nil)
        } catch {
            return Outcome(exchange, error)
        }
    }

    /// The event of an attempt, or of the delay before the second one.
    private enum Event: Sendable {
        case ended(Outcome)
        case late
    }

    /// Returns the exchange with the first response that is no failure.
    ///
    /// If both fail, returns one that has a response, which may say when to retry.
    private static func first(
        of exchange: Exchange, after delay: Duration, _ hedging: CallHedging
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Event.self) { group in
            group.addTask { .ended(await attemptOnce(exchange)) }
            group.addTask {
                try await hedging.clock.sleep(delay)
                return .late
            }
            defer { group.cancelAll() }
            var inFlight = 1
            var failed: Outcome?
            while let event = try await group.next() {
                switch event {
                case .late:
                    guard hedging.admit(exchange.request) else { continue }
                    exchange.notifier?.notify(.hedging(after: delay))
                    inFlight += 1
                    var second = exchange
                    // It must not share the exchange of the late request.
                    second.request.coalesces = false
                    second.request.options.isRepetition = true
                    group.addTask { [second] in .ended(await attemptOnce(second)) }
                case .ended(let ended):
                    inFlight -= 1
                    guard ended.hasFailed else { return ended }
                    if failed?.exchange.response == nil { failed = ended }
                    if inFlight == 0, let failed { return failed }
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
        guard let budget, budget.take(for: request.origin, isThrottled: false) == nil else {
            return true
        }
        policy.withdraw()
        return false
    }
}

extension Exchange {
    /// Whether the request may be sent twice at a time.
    fileprivate var mayBeHedged: Bool {
        delivery.isWhole && attachment == nil && request.isRepeatable
            && request.body?.isReplayable ?? true
    }
}
