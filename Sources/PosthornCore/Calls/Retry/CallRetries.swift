/// The retries of one call.
///
/// The state is boxed: a call copies it several times, and changes it only after a failed attempt.
struct CallRetries: Sendable {
    fileprivate struct State {
        let policy: any RetryPolicy
        let budget: RetryBudget?
        let clock: CallClock
        let start: ContinuousClock.Instant
        var attempts: [FailedAttempt] = []
        var stop: RetryStop?
        /// The tokens that the last retry took from the budget.
        var tokens = 0
    }

    private var box: Box<State>

    init(_ policy: any RetryPolicy, _ budget: RetryBudget?, _ clock: CallClock) {
        box = Box(State(policy: policy, budget: budget, clock: clock, start: clock.now()))
    }

    var policy: any RetryPolicy { box.value.policy }
    var clock: CallClock { box.value.clock }
    var start: ContinuousClock.Instant { box.value.start }
    /// The failed attempts, the first one first.
    var attempts: [FailedAttempt] { box.value.attempts }
    /// Why the call was not retried again; `nil` before that.
    var stop: RetryStop? { box.value.stop }

    func succeeded(_ request: TransportRequest?) {
        guard let budget = box.value.budget, let origin = request?.origin else { return }
        budget.add(max(1, box.value.tokens), for: origin)
    }

    /// Records a failed attempt and returns the delay before the next one; `nil` if there is none.
    mutating func delay(
        after error: APIError, of request: TransportRequest, _ sent: TransportRequest?,
        deadline: ContinuousClock.Instant?
    ) -> Duration? {
        var state = box.value
        defer { box = Box(state) }
        return state.delay(after: error, of: request, sent, deadline: deadline)
    }
}

extension CallRetries.State {
    fileprivate mutating func delay(
        after error: APIError, of request: TransportRequest, _ sent: TransportRequest?,
        deadline: ContinuousClock.Instant?
    ) -> Duration? {
        let now = clock.now()
        let attempt = FailedAttempt(
            number: attempts.count + 1, error: error,
            retryAfter: error.response.flatMap { response in
                [RetryAfter.delay(of: response.headers), policy.requestedDelay(in: response)]
                    .compactMap(\.self).max().map { min($0, RetryAfter.longest) }
            },
            elapsed: now - start, remaining: deadline.map { $0 - now }, random: clock.random())
        attempts.append(attempt)
        // A request that could not be built or sealed is not sent by a retry either.
        guard error.stage != .building, error.stage != .sealing else {
            stop = .failureNotRetryable
            return nil
        }
        switch policy.decision(after: attempt) {
        case .stop(let reason): stop = reason
        case .retry(let delay):
            // Middleware may have sent another method, or have removed the key.
            let isRepeatable = request.isRepeatable && sent?.isRepeatable ?? true
            stop = admit(attempt, of: request, isRepeatable, after: delay)
            if stop == nil { return max(.zero, delay) }
        case .retryUnprocessed(let delay):
            // Only a response can say so.
            stop = admit(attempt, of: request, error.response != nil, after: delay)
            if stop == nil { return max(.zero, delay) }
        }
        return nil
    }

    /// Takes the tokens of a retry, or returns why there is none although the policy allows it.
    private mutating func admit(
        _ attempt: FailedAttempt, of request: TransportRequest, _ isRepeatable: Bool,
        after delay: Duration
    ) -> RetryStop? {
        if !isRepeatable, !attempt.isUnprocessed { return .requestNotRepeatable }
        if request.body?.isReplayable == false { return .bodyNotReplayable }
        if let remaining = attempt.remaining, remaining <= delay { return .deadlineExceeded }
        guard let budget else { return nil }
        guard let taken = budget.take(for: request.origin, isThrottled: policy.isThrottled(attempt))
        else { return .retryBudgetExhausted }
        tokens = taken
        return nil
    }
}

extension Exchange {
    /// Prepares the retries of the call.
    ///
    /// - Throws: An ``APIError/Cause`` if the policy can't be followed.
    mutating func prepareRetries(
        _ policy: any RetryPolicy, of configuration: ClientConfiguration
    ) throws {
        try policy.check()
        retries = CallRetries(policy, configuration.retryBudget, configuration.callClock)
    }

    /// Sets the attempt's time limit and number.
    ///
    /// Each attempt loads the credential, seals the request and opens the response anew. The request, with its
    /// `Idempotency-Key`, stays the same.
    mutating func beginAttempt(of built: TransportRequest?) {
        stale = nil
        guard let retries else { return }
        let number = retries.attempts.count + 1
        if number > 1 {
            request.change { $0.attempt = number }
            request.options.isRepetition = true
            if let bases { moveRequest(toBase: (number - 1) % bases.value.count, of: bases.value) }
        }
        if let name = retries.policy.attemptHeader {
            request.headers[name] = String(number)
            request.options.impersonalFields.insert(name)
        }
        attemptDeadline = number > 1 || !middleware.isEmpty ? deadline : nil
        guard let limit = retries.policy.attemptTimeout else { return }
        if delivery.isWhole {
            let end = retries.clock.now() + limit
            attemptDeadline = deadline.map { min($0, end) } ?? end
        } else {
            // The total time of a stream or a file includes its body.
            request.options.timeouts.firstByte = min(limit, built?.limits.firstByte ?? limit)
        }
    }

    /// Replaces the base URL at the start of the request's URL, with which the call was built.
    private mutating func moveRequest(toBase index: Int, of bases: [BaseURL]) {
        let (first, next) = (bases[0], bases[index])
        let prefix = first.origin + first.path
        guard request.url.hasPrefix(prefix) else { return }
        request.url = next.origin + next.path + request.url.dropFirst(prefix.count)
        request.change { $0.hasBasePath = !next.path.isEmpty }
    }

    /// Waits before the next attempt.
    ///
    /// - Throws: The error of the call if its policy does not retry the failure.
    mutating func waitForRetry(
        of built: TransportRequest, after error: any Error
    ) async throws {
        guard let delay = retryDelay(after: error, of: built) else { throw withAttempts(error) }
        request = built
        // A retry must not share the exchange of the failed attempt, which may still run for others.
        if built.coalesces == true { request.coalesces = false }
        // Releases the failed response before the delay.
        restart()
        enter(.sending)
        try await retries?.clock.sleep(delay)
        restart()
    }

    /// Limits the time of a transfer to that of its attempt.
    func limitTime(of request: inout TransportRequest) {
        guard let attemptDeadline else { return }
        request.limitTotalTime(to: max(.milliseconds(1), attemptDeadline - clock.now()))
    }

    /// Records a failed attempt and returns the delay before the next one; `nil` if the call has failed.
    private mutating func retryDelay(
        after error: any Error, of built: TransportRequest
    ) -> Duration? {
        let failure = documented(error)?.apiError ?? self.error(error)
        // Read before `retries` changes, which is a member of the same value.
        let (sent, deadline) = (sent, deadline)
        guard failure.code != .cancelled,
            let delay = retries?.delay(after: failure, of: built, sent, deadline: deadline),
            let attempt = retries?.attempts.last
        else { return nil }
        notifier?.notify(.retrying(attempt, after: delay))
        return delay
    }

    /// Returns the error of the call with all of its attempts.
    func finalError(_ error: any Error) -> APIError { addingAttempts(to: self.error(error)) }

    private func addingAttempts(to error: APIError) -> APIError {
        guard let retries, !retries.attempts.isEmpty else { return error }
        var error = error
        error.setAttempts(retries.attempts, retries.stop)
        return error
    }

    /// Returns the error as the failure that the endpoint documents; `nil` for any other error.
    ///
    /// A cipher or a policy may throw the failure of another call.
    func documented(_ error: any Error) -> (any EndpointFailure)? {
        guard stage == .validating, !(error is APIError),
            ObjectIdentifier(type(of: error)) == ObjectIdentifier(failures)
        else { return nil }
        return error as? any EndpointFailure
    }

    /// Decodes a documented failure again, so that its error has the attempts of the call.
    private func withAttempts(_ error: any Error) -> any Error {
        guard let failure = documented(error), let response else { return error }
        let known = addingAttempts(to: failure.apiError)
        let cause = APIError.Cause(
            known.code, known.message, advice: known.advice, envelopeError: known.envelopeError,
            underlying: known.underlying)
        let refused = CallResponse(response, boxedPolicies, error: known)
        return (try? failures.decode(from: refused, refusedBy: cause)) ?? error
    }
}
