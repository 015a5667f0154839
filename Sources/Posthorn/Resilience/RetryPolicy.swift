public import HTTPTypes

/// A policy that decides whether a failed attempt of a call is followed by another one.
///
/// Set it for a client, a scope or a call as `retry` of ``CallOptions``, or in a spec. ``RetryRule`` is the
/// library's own policy.
///
/// A policy can only allow a retry. The library does not retry a call that was cancelled, whose request could
/// not be built or sealed, whose body can be sent only once, or whose deadline would pass first. It retries a
/// request that is not ``TransportRequest/isRepeatable`` only if the server has certainly not received it.
/// Each retry takes tokens from the client's ``RetryBudget``.
public protocol RetryPolicy: Sendable {
    /// The time limit of a single attempt, within the total time of the call.
    ///
    /// `nil`, the default, limits only the whole call.
    var attemptTimeout: Duration? { get }
    /// The header field that carries the number of the attempt, starting with 1.
    ///
    /// `nil`, the default, sends none.
    var attemptHeader: HTTPField.Name? { get }

    /// Decides what follows a failed attempt.
    ///
    /// Called on the task of the call, once after each failed attempt.
    func decision(after attempt: FailedAttempt) -> RetryDecision
}

extension RetryPolicy {
    /// The default, `nil`: no limit of its own.
    public var attemptTimeout: Duration? { nil }
    /// The default, `nil`: no such field.
    public var attemptHeader: HTTPField.Name? { nil }
}

/// What follows a failed attempt of a call.
public enum RetryDecision: Sendable, Hashable {
    /// Another attempt after a delay.
    case retry(after: Duration)
    /// The failure of the call, for this reason.
    case stop(RetryStop)
}

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
