/// The reason why a failed call was not retried.
public struct RetryStop: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the reason.
    public var rawValue: String
    /// Creates a reason from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The stable name, such as `attemptsExhausted`.
    public var description: String { rawValue }

    /// A retry would not help: the policy does not retry this failure.
    public static let failureNotRetryable = Self(rawValue: "failureNotRetryable")
    /// The policy allows no further attempt.
    public static let attemptsExhausted = Self(rawValue: "attemptsExhausted")
    /// The server may have processed the request, and repeating it could repeat its effect.
    public static let requestNotRepeatable = Self(rawValue: "requestNotRepeatable")
    /// The request's body can be read only once.
    public static let bodyNotReplayable = Self(rawValue: "bodyNotReplayable")
    /// The total time of the call ends before the next attempt.
    public static let deadlineExceeded = Self(rawValue: "deadlineExceeded")
    /// The server requested a longer delay than the policy accepts.
    public static let serverDelayTooLong = Self(rawValue: "serverDelayTooLong")
    /// Too many calls to the origin have failed; see ``RetryBudget``.
    public static let retryBudgetExhausted = Self(rawValue: "retryBudgetExhausted")
}

extension RetryStop {
    /// The reason in words; `nil` if the failure itself says it.
    var reason: String? {
        switch self {
        case .requestNotRepeatable:
            "the server may have processed the request, which has no Idempotency-Key"
        case .bodyNotReplayable: "its body can be read only once"
        case .deadlineExceeded: "the total time of the call ends before the next attempt"
        case .serverDelayTooLong: "the server requests a longer delay than the retry rule accepts"
        case .retryBudgetExhausted: "the client's retry budget for this origin is exhausted"
        default: nil
        }
    }
}
