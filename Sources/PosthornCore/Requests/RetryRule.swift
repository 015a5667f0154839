/// The library's retry policy: a number of attempts with random, growing delays.
///
/// The delay before retry *n* is a random time up to `baseDelay · 2ⁿ⁻¹`, at most ``maximumDelay``. After
/// throttling (429, or 503 with `Retry-After`) it grows from ``throttledDelay`` instead. The delay is never
/// shorter than the server's `Retry-After` or ``bodyDelay``.
///
/// It retries failed and lost connections, requests that the session did not repeat, truncated responses,
/// timeouts, and the statuses in ``statuses``. It does not retry untrusted certificates, other statuses, and
/// responses that can't be decoded.
public struct RetryRule: RetryPolicy, Hashable {
    /// The maximum number of requests, including the first one; the default is 3.
    public var attempts: Int
    /// The statuses that are retried; the default is 408, 425, 429, 500, 502, 503 and 504.
    public var statuses: [Int]
    /// The maximum delay before the first retry; the default is 50 milliseconds.
    public var baseDelay: Duration
    /// The maximum delay before the first retry after throttling; the default is 1 second.
    public var throttledDelay: Duration = .seconds(1)
    /// The maximum to which the delays grow; the default is 20 seconds.
    public var maximumDelay: Duration
    /// Where the body of a failure has the delay that the server requests; `nil`, the default, reads none.
    ///
    /// A value of another form counts as none.
    public var bodyDelay: BodyDelay?
    /// The longest requested delay that a call waits for; the default is 60 seconds.
    ///
    /// A call whose deadline comes first does not wait.
    public var maximumServerDelay: Duration = .seconds(60)
    /// The time limit of a single attempt; `nil`, the default, limits only the whole call.
    ///
    /// Without it, a server that does not respond uses up the time of the whole call.
    public var attemptTimeout: Duration?
    /// The header field that carries the number of the attempt; `nil`, the default, sends none.
    public var attemptHeader: HTTPField.Name?

    /// The statuses that are retried by default.
    public static let defaultStatuses = [408, 425, 429, 500, 502, 503, 504]

    /// Creates a rule.
    public init(
        attempts: Int = 3, on statuses: [Int] = RetryRule.defaultStatuses,
        baseDelay: Duration = .milliseconds(50), maximumDelay: Duration = .seconds(20),
        bodyDelay: BodyDelay? = nil, attemptTimeout: Duration? = nil,
        attemptHeader: HTTPField.Name? = nil
    ) {
        self.attempts = attempts
        self.statuses = statuses
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.bodyDelay = bodyDelay
        self.attemptTimeout = attemptTimeout
        self.attemptHeader = attemptHeader
    }

    /// Decides by the error, the number of the attempt and the server's `Retry-After`.
    public func decision(after attempt: FailedAttempt) -> RetryDecision {
        guard retries(attempt.error) else { return .stop(.failureNotRetryable) }
        guard attempt.number < attempts else { return .stop(.attemptsExhausted) }
        let requested = attempt.retryAfter ?? .zero
        guard requested <= maximumServerDelay else { return .stop(.serverDelayTooLong) }
        var longest = attempt.isThrottled ? throttledDelay : baseDelay
        var retry = 1
        while retry < attempt.number, longest < maximumDelay {
            longest *= 2
            retry += 1
        }
        let delay = min(longest, maximumDelay) * attempt.random
        return .retry(after: max(delay, requested + requested * 0.1 * attempt.random))
    }

    private static let transportCodes: Set<APIError.Code> = [
        .connectionLost, .truncated, .timedOut, .cannotConnect, .nameNotResolved,
        .notRepeated,
    ]

    private func retries(_ error: APIError) -> Bool {
        // A sealed call can't open the 503 of a proxy; its error is that of the status, too.
        if let status = error.response?.status.code, error.code == .status(status) {
            return statuses.contains(status)
        }
        guard error.stage == .sending else { return false }
        return Self.transportCodes.contains(error.code)
            || error.code == .tlsFailed
                && (error.underlying as? TransportError)?.isSafeToRetry == true
    }

    /// Throws if the rule can't be followed.
    func checkRule() throws(APIError.Cause) {
        if let status = statuses.first(where: { !(400...599).contains($0) }) {
            throw Self.invalid(
                "retries status \(status), which is no failure",
                "list statuses from 400 to 599")
        }
        guard attempts >= 1 else {
            throw Self.invalid("has \(attempts) attempts", "use 1 or more; 1 never retries")
        }
        let delays = [baseDelay, throttledDelay, maximumDelay, maximumServerDelay]
        guard delays.allSatisfy({ $0 >= .zero }), attemptTimeout ?? .seconds(1) > .zero else {
            throw Self.invalid(
                "has a negative delay, or an `attemptTimeout` that is not positive",
                "use delays of at least 0 and a positive `attemptTimeout`")
        }
    }

    private static func invalid(_ defect: String, _ advice: String) -> APIError.Cause {
        APIError.Cause(.invalidParameter, "the retry rule \(defect)", advice: advice)
    }
}

extension RetryPolicy where Self == RetryRule {
    /// A rule that never retries, whatever an earlier layer allows.
    public static var never: RetryRule { RetryRule(attempts: 1) }

    /// Replaced by ``RetryRule/init(attempts:on:baseDelay:maximumDelay:bodyDelay:attemptTimeout:attemptHeader:)``.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "write 'RetryRule(attempts:)', which counts the first request: '.upTo(3)' is 'RetryRule(attempts: 4)'"
    )
    public static func upTo(_ retries: Int) -> RetryRule { RetryRule(attempts: retries + 1) }
}
