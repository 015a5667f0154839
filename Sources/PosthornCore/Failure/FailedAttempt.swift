/// An attempt of a call that failed.
///
/// A ``RetryPolicy`` receives it and decides about a retry. ``APIError/attempts`` lists all failed attempts of
/// a call.
public struct FailedAttempt: Sendable {
    /// The number of the attempt; the first one is 1.
    public let number: Int
    /// The error of the attempt, with its response if there was one.
    ///
    /// For a failure that the spec documents, it is the error of its status or of its envelope.
    public let error: APIError
    /// The delay that the server requested with `Retry-After` (RFC 9110, section 10.2.3), or in the body if the
    /// policy reads it: the longer one.
    ///
    /// `nil` if it requested none.
    public let retryAfter: Duration?
    /// The time since the start of the call.
    public let elapsed: Duration
    /// The time until the deadline of the call; `nil` if it has none.
    public let remaining: Duration?
    /// A random number from 0 to 1, which spreads the retries of many clients.
    public let random: Double

    /// Creates an attempt, for tests of a policy.
    public init(
        number: Int, error: APIError, retryAfter: Duration? = nil, elapsed: Duration = .zero,
        remaining: Duration? = nil, random: Double = 1
    ) {
        self.number = number
        self.error = error
        self.retryAfter = retryAfter
        self.elapsed = elapsed
        self.remaining = remaining
        self.random = random
    }

    /// Whether the server limits the rate of requests: status 429, or 503 with `Retry-After`.
    ///
    /// The field counts even if it is not readable.
    public var isThrottled: Bool {
        if error.code == .status(429) { return true }
        guard error.code == .status(503) else { return false }
        return retryAfter != nil || error.response?.headers.contains(.retryAfter) == true
    }

    /// Whether the request has certainly not been processed by the server.
    public var isUnprocessed: Bool {
        error.stage == .sending && error.response == nil
            && (error.underlying as? TransportError)?.isSafeToRetry == true
    }
}

extension FailedAttempt: RedactedStringConvertible {
    /// The number and the code of the error.
    public var description: String { "attempt \(number): \(error.code)" }
}
