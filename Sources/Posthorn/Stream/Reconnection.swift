/// When and how often an ``EventStream`` connects again after its connection has ended.
///
/// The pause is what the server asked for by `retry`, or ``pause``; it doubles with each attempt in
/// vain up to ``longest``, and half of it is left to chance so that clients don't come back all at
/// once. An event that arrives starts the count anew.
public struct Reconnection: Sendable {
    /// The pause where the server has asked for none; the default is 3 seconds.
    public var pause: Duration
    /// The shortest pause, whatever the server asks for; the default is 100 milliseconds.
    public var shortest: Duration
    /// The longest pause; the default is a minute.
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
    ///   - retry: What the server asked for.
    func pause(failed: Int, retry: Duration?) -> Duration {
        let first = min(max(retry ?? pause, shortest), longest)
        let grown = failed > 20 ? longest : min(first * (1 << failed), longest)
        return max(shortest, grown / 2 + grown / 2 * chance())
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
}
