/// A policy that decides whether a failed attempt of a call is followed by another one.
///
/// Set it for a client, a scope or a call as `retry` of ``CallOptions``, or in a spec. ``RetryRule`` is the
/// library's own policy.
///
/// A policy can only allow a retry. The library does not retry a call that was cancelled, whose request could
/// not be built or sealed, whose body can be sent only once, or whose deadline would pass first. It retries a
/// request that is not ``TransportRequest/isRepeatable`` only if the server has certainly not processed it, or if
/// the policy says so with ``RetryDecision/retryUnprocessed(after:)``.
/// Each retry takes tokens from the client's ``RetryBudget``.
public protocol RetryPolicy: Sendable {
    /// The time limit of a single attempt, within the total time of the call.
    ///
    /// For a stream or a download it limits only the time from the end of the request to the first line of the
    /// response. `nil`, the default, limits only the whole call.
    var attemptTimeout: Duration? { get }
    /// The header field that carries the number of the attempt, starting with 1.
    ///
    /// `nil`, the default, sends none.
    var attemptHeader: HTTPField.Name? { get }

    /// Whether the server limits the rate of requests, so that a retry takes fewer tokens of the budget.
    ///
    /// The default is ``FailedAttempt/isThrottled``: status 429, or 503 with `Retry-After`. Implement it for a
    /// server that has a code of its own for this.
    func isThrottled(_ attempt: FailedAttempt) -> Bool

    /// Returns the delay that the server requests in the body of a failure, besides `Retry-After`.
    ///
    /// The longer of the two is ``FailedAttempt/retryAfter``. The body is opened, if the call has a cipher. The
    /// default is `nil`.
    func requestedDelay(in response: TransportResponse) -> Duration?

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

    /// The default, `nil`: only `Retry-After`.
    public func requestedDelay(in response: TransportResponse) -> Duration? { nil }

    /// The default, ``FailedAttempt/isThrottled``.
    public func isThrottled(_ attempt: FailedAttempt) -> Bool { attempt.isThrottled }
}

/// What follows a failed attempt of a call.
public enum RetryDecision: Sendable, Hashable {
    /// Another attempt after a delay.
    case retry(after: Duration)
    /// Another attempt after a delay, also of a request that must not be processed twice.
    ///
    /// Return it only if the response says that the server has refused the request without processing it, as
    /// the `ThrottlingException` of AWS does. Otherwise a request may be processed twice. If there
    /// was no response, it has the effect of ``retry(after:)``, which does not repeat such a request.
    case retryUnprocessed(after: Duration)
    /// The failure of the call, for this reason.
    case stop(RetryStop)
}
