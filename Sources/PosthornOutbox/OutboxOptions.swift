package import FoundationEssentials
public import PosthornCore

/// How an outbox delivers.
public struct OutboxOptions: Sendable {
    /// Decides after a failed attempt about the next one.
    ///
    /// The default is ``OutboxRetry``. The retries of the call's own policy happen within an attempt.
    public var retry: any RetryPolicy = OutboxRetry()
    /// The greatest number of calls that are attempted at the same time; 8 by default.
    public var concurrency = 8
    /// How long a call stays with a process that has died; 30 seconds by default.
    ///
    /// A living process extends the time while it attempts a call.
    public var lease: Duration = .seconds(30)
    /// The time between two looks for calls that other processes have submitted; 1 second by default.
    public var pollInterval: Duration = .seconds(1)
    /// How long the responses of delivered calls are kept; one day by default.
    public var resultLifetime: Duration = .seconds(86_400)
    /// Receives what happens to calls, for logs and metrics; `nil` by default.
    public var observer: (@Sendable (OutboxEvent) -> Void)?
    /// Returns the time of day.
    package var now: @Sendable () -> Date = { Date() }

    /// Creates the default options.
    public init() {}
}

extension OutboxOptions: RedactedStringConvertible {
    /// The numbers.
    public var description: String {
        "OutboxOptions(concurrency \(concurrency), lease \(lease.text))"
    }
}

/// Something that happened in an outbox.
public enum OutboxEvent: Sendable, Hashable {
    /// A call was stored.
    case submitted(OutboxCall)
    /// A call was delivered.
    case delivered(OutboxCall)
    /// An attempt failed, and another one follows.
    case failed(OutboxCall)
    /// A call has become a dead letter.
    case dead(OutboxCall)
    /// Another process has taken a call over, because this one was paused for longer than the lease.
    case lost(OutboxCall)
    /// The store failed, for this reason; the outbox tries again.
    case storeFailed(String)
}

extension OutboxEvent: RedactedStringConvertible {
    /// The kind, and the call without request and response.
    public var description: String {
        switch self {
        case .submitted(let entry): "submitted \(entry)"
        case .delivered(let entry): "delivered \(entry)"
        case .failed(let entry): "failed \(entry): \(entry.reason ?? "")"
        case .dead(let entry): "dead \(entry): \(entry.reason ?? "")"
        case .lost(let entry): "lost \(entry)"
        case .storeFailed(let reason): "the store failed: \(reason)"
        }
    }
}

/// The retry policy of an outbox: growing delays, until the call is too old.
///
/// It repeats a call without a response whatever the reason, so that an expired credential or a wrong host kills no
/// call. With a response it decides as a `RetryRule`: other statuses make a dead letter.
public struct OutboxRetry: RetryPolicy, Hashable {
    /// The age at which a call becomes a dead letter instead of being attempted again; one day by default.
    public var maximumAge: Duration
    /// The statuses that are repeated; those of a `RetryRule` by default.
    public var statuses: [Int]
    /// The greatest delay before the second attempt; 1 second by default.
    public var baseDelay: Duration
    /// The delay to which the delays grow; 5 minutes by default.
    public var maximumDelay: Duration

    /// Creates a policy.
    public init(
        maximumAge: Duration = .seconds(86_400), statuses: [Int] = RetryRule.defaultStatuses,
        baseDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(300)
    ) {
        (self.maximumAge, self.statuses) = (maximumAge, statuses)
        (self.baseDelay, self.maximumDelay) = (baseDelay, maximumDelay)
    }

    /// Decides by the response and the age of the call.
    public func decision(after attempt: FailedAttempt) -> RetryDecision {
        guard attempt.elapsed < maximumAge else { return .stop(.deadlineExceeded) }
        if let response = attempt.error.response, !statuses.contains(response.status.code) {
            return .stop(.failureNotRetryable)
        }
        var longest = baseDelay
        var number = 1
        while number < attempt.number, longest < maximumDelay {
            longest *= 2
            number += 1
        }
        // At least half of it, because a delay near zero would use up the attempts.
        let delay = min(longest, maximumDelay) * (0.5 + attempt.random / 2)
        return .retry(after: max(delay, attempt.retryAfter ?? .zero))
    }
}
