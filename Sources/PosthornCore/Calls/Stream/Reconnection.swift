import FoundationEssentials

/// A rule for when and how often an ``EventStream`` reconnects after its connection has ended.
///
/// The first pause is the one that the server sent in `retry`, otherwise ``pause``. It doubles with each
/// consecutive failed attempt, up to ``maximumPause``. A random addition of up to half the pause spreads the
/// reconnections of many clients. The pause is never shorter than the server's `retry` or the `Retry-After`
/// field of a 503 response. The count of failed attempts restarts when an event is received.
///
/// A time limit for the total call includes all connections. Only a GET, a HEAD or a call with an
/// `Idempotency-Key` is sent again.
public struct Reconnection: Sendable {
    /// The pause if the server requests none; the default is 3 seconds.
    public var pause: Duration
    /// The minimum pause, even if the server requests a shorter one; the default is 100 milliseconds.
    public var minimumPause: Duration
    /// The maximum to which doubling extends a pause; the default is 60 seconds.
    ///
    /// A longer pause that the server requests is respected, up to 30 days.
    public var maximumPause: Duration
    /// The maximum number of consecutive failed attempts; `nil`, the default, is no limit.
    public var maximumAttempts: Int?

    /// Waits in place of the client's clock; `nil` except in tests.
    var wait: (@Sendable (Duration) async throws -> Void)?
    /// The random numbers from 0 to 1, which tests replace.
    var chance: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Creates a rule.
    public init(
        pause: Duration = .seconds(3), minimumPause: Duration = .milliseconds(100),
        maximumPause: Duration = .seconds(60), maximumAttempts: Int? = nil
    ) {
        self.pause = pause
        self.minimumPause = minimumPause
        self.maximumPause = maximumPause
        self.maximumAttempts = maximumAttempts
    }

    /// Returns the pause before an attempt.
    ///
    /// - Parameters:
    ///   - failed: The number of consecutive failed attempts.
    ///   - retry: The pause that the server sent in its events.
    ///   - retryAfter: The pause that the server sent with the last failed attempt.
    func pause(failed: Int, retry: Duration?, retryAfter: Duration? = nil) -> Duration {
        let most = Duration.seconds(30 * 86_400)
        let first = min(max(retry ?? pause, minimumPause), most)
        // A pause of `maximumPause` or more is not doubled: the product might overflow.
        let grown =
            first >= maximumPause || failed > 20
            ? maximumPause : min(first * (1 << failed), maximumPause)
        let least = max(first, grown, min(retryAfter ?? .zero, most))
        return least + least / 2 * chance()
    }

    /// Returns whether another attempt is allowed after a number of failed ones.
    func allows(_ failed: Int) -> Bool { maximumAttempts.map { failed < $0 } ?? true }

    /// Returns whether a failure may be temporary.
    static func isPassing(_ error: APIError) -> Bool {
        [
            .connectionLost, .truncated, .timedOut, .cannotConnect, .nameNotResolved, .badGateway,
            .serviceUnavailable, .status(504),
        ].contains(error.code)
    }

    /// Returns the pause that a 503 response requests (RFC 9110, section 10.2.3); `nil` if there is none.
    static func retryAfter(_ error: APIError) -> Duration? {
        guard error.code == .serviceUnavailable, let response = error.response else { return nil }
        return RetryAfter.delay(of: response.headers)
    }
}
