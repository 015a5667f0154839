extension Call {
    /// Runs the next steps, and again after each failure that the call's retry policy retries.
    ///
    /// Each attempt loads the credential, seals the request and opens the response anew. The request, with its
    /// `Idempotency-Key`, stays the same.
    @inline(__always)
    static func retrying(_ exchange: inout Exchange, _ next: Step) async throws {
        guard exchange.retries != nil else { return try await next(&exchange) }
        try await repeating(&exchange, next)
    }

    @inline(never)
    private static func repeating(_ exchange: inout Exchange, _ next: Step) async throws {
        let built = exchange.request
        while true {
            exchange.beginAttempt(of: built)
            do {
                try await next(&exchange)
                exchange.retries?.succeeded(built)
                return
            } catch {
                guard let delay = exchange.retryDelay(after: error, of: built) else { throw error }
                try await exchange.retries?.clock.sleep(delay)
            }
            exchange.request = built
            exchange.restart()
        }
    }
}

/// The retries of one call.
struct CallRetries: Sendable {
    let policy: any RetryPolicy
    let budget: RetryBudget?
    let clock: CallClock
    let start: ContinuousClock.Instant
    /// The failed attempts, the first one first.
    private(set) var attempts: [FailedAttempt] = []
    /// Why the call was not retried again; `nil` before that.
    private(set) var stop: RetryStop?
    /// The tokens that the last retry took from the budget.
    private var tokens = 0

    init(_ policy: any RetryPolicy, _ budget: RetryBudget?, _ clock: CallClock) {
        self.policy = policy
        self.budget = budget
        self.clock = clock
        start = clock.now()
    }

    func succeeded(_ request: TransportRequest) {
        budget?.add(max(1, tokens), for: request.origin)
    }

    /// Records a failed attempt and returns the delay before the next one; `nil` if there is none.
    mutating func delay(
        after error: APIError, of request: TransportRequest, deadline: ContinuousClock.Instant?
    ) -> Duration? {
        let now = clock.now()
        let attempt = FailedAttempt(
            number: attempts.count + 1, error: error,
            retryAfter: error.response.flatMap { RetryAfter.delay(of: $0.headers) },
            elapsed: now - start, remaining: deadline.map { $0 - now }, random: clock.random())
        attempts.append(attempt)
        switch policy.decision(after: attempt) {
        case .stop(let reason): stop = reason
        case .retry(let delay):
            stop = reason(against: attempt, of: request, after: delay)
            if stop == nil { return delay }
        }
        return nil
    }

    /// Returns why the library does not retry although the policy does; `nil` if it retries.
    private mutating func reason(
        against attempt: FailedAttempt, of request: TransportRequest, after delay: Duration
    ) -> RetryStop? {
        if !request.isRepeatable, !attempt.isUnprocessed { return .requestNotRepeatable }
        if request.body?.isReplayable == false { return .bodyNotReplayable }
        if let remaining = attempt.remaining, remaining <= delay { return .deadlineExceeded }
        guard let budget else { return nil }
        guard let taken = budget.take(for: request.origin, isThrottled: attempt.isThrottled)
        else { return .retryBudgetExhausted }
        tokens = taken
        return nil
    }
}

extension Exchange {
    /// Prepares the retries of the call.
    ///
    /// - Throws: An ``APIError/Cause`` if the policy is a ``RetryRule`` that can't be followed.
    mutating func use(_ policy: any RetryPolicy, of configuration: ClientConfiguration) throws {
        try (policy as? RetryRule)?.check()
        retries = CallRetries(policy, configuration.retryBudget, configuration.clock)
    }

    /// Sets the attempt's time limit and number.
    fileprivate mutating func beginAttempt(of built: TransportRequest) {
        guard let retries else { return }
        let number = retries.attempts.count + 1
        if let name = retries.policy.attemptHeader { request.headers[name] = String(number) }
        let remaining = deadline.map { max(.milliseconds(1), $0 - retries.clock.now()) }
        if let limit = retries.policy.attemptTimeout {
            if delivery.isWhole {
                request.options.timeouts.total = min(limit, remaining ?? limit)
                return
            }
            // The total time of a stream or a file includes its body.
            let firstByte = built.limits.firstByte
            request.options.timeouts.firstByte = min(limit, firstByte ?? limit)
        }
        if number > 1, let remaining { request.options.timeouts.total = remaining }
    }

    /// Records a failed attempt and returns the delay before the next one; `nil` if the call has failed.
    fileprivate mutating func retryDelay(
        after error: any Error, of built: TransportRequest
    ) -> Duration? {
        guard stage != .building, stage != .sealing else { return nil }
        let failure = attemptError(error)
        guard failure.code != .cancelled,
            let delay = retries?.delay(after: failure, of: built, deadline: deadline),
            let attempt = retries?.attempts.last
        else { return nil }
        watch?.tell(.retrying(attempt, after: delay))
        return delay
    }

    /// Returns the error of the call with all of its attempts.
    func finalError(_ error: any Error) -> APIError {
        var error = self.error(error)
        if let retries, !retries.attempts.isEmpty {
            error.setAttempts(retries.attempts, retries.stop)
        }
        return error
    }

    /// Returns the error of an attempt; a documented failure becomes the error of its status.
    private func attemptError(_ error: any Error) -> APIError {
        if let error = error as? APIError { return error }
        if error is any EndpointFailure, let response {
            return self.error(APIError.Cause.status(response))
        }
        return self.error(error)
    }
}
