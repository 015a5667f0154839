import FoundationEssentials

/// When and how often an ``EventStream`` connects again after its connection has ended.
///
/// The pause is what the server asked for by `retry`, or ``pause``; it doubles with each attempt in
/// vain up to ``longest``, and up to half of it comes on top by chance so that clients don't come back
/// all at once. It is never shorter than what the server asked for, by `retry` or by the `Retry-After`
/// of a response 503. An event that arrives starts the count anew. A time limit of the whole call goes
/// for all connections together. Only a GET, a HEAD and a call with an `Idempotency-Key` are sent again.
public struct Reconnection: Sendable {
    /// The pause where the server has asked for none; the default is 3 seconds.
    public var pause: Duration
    /// The shortest pause, whatever the server asks for; the default is 100 milliseconds.
    public var shortest: Duration
    /// How long a pause may grow; the default is a minute.
    ///
    /// A server that asks for a longer one gets it, up to 30 days.
    public var longest: Duration
    /// How many attempts may be in vain, one after the other; `nil`, the default, goes on forever.
    public var attempts: Int?

    /// How the pause is waited for, and chance from 0 to 1: tests have their own.
    package var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    package var chance: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Creates a rule.
    public init(
        pause: Duration = .seconds(3), shortest: Duration = .milliseconds(100),
        longest: Duration = .seconds(60), attempts: Int? = nil
    ) {
        self.pause = pause
        self.shortest = shortest
        self.longest = longest
        self.attempts = attempts
    }

    /// The pause before an attempt.
    /// - Parameters:
    ///   - failed: How many attempts have been in vain.
    ///   - retry: What the server asked for in its events.
    ///   - retryAfter: What it asked for when it refused the last attempt.
    func pause(failed: Int, retry: Duration?, retryAfter: Duration? = nil) -> Duration {
        let most = Duration.seconds(30 * 86_400)
        let first = min(max(retry ?? pause, shortest), most)
        // Only what is shorter grows: a product of longer ones may be more than a number holds.
        let grown = first >= longest || failed > 20 ? longest : min(first * (1 << failed), longest)
        let least = max(first, grown, min(retryAfter ?? .zero, most))
        return least + least / 2 * chance()
    }

    /// Whether there may be another attempt after so many in vain.
    func allows(_ failed: Int) -> Bool { attempts.map { failed < $0 } ?? true }

    /// Whether a failure may be over when it is tried again.
    static func isPassing(_ error: APIError) -> Bool {
        [
            .connectionLost, .truncated, .timedOut, .cannotConnect, .nameNotResolved, .badGateway,
            .serviceUnavailable, .status(504),
        ].contains(error.code)
    }

    /// The pause that a response 503 asks for (RFC 9110, section 10.2.3); `nil` if it does not.
    static func retryAfter(_ error: APIError) -> Duration? {
        guard error.code == .serviceUnavailable, let text = error.response?.headers[.retryAfter]
        else { return nil }
        if let seconds = Int32(text) { return .seconds(max(0, seconds)) }
        guard let date = InternetDate.http(from: text) else { return nil }
        return .seconds(max(0, date.timeIntervalSinceNow))
    }
}
