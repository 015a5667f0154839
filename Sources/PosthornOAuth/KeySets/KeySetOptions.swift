/// The limits of a ``JWKS``.
public struct KeySetOptions: Sendable {
    /// The shortest time for which a set is used, whatever its header fields say; one minute by default.
    public var minimumAge = Duration.seconds(60)
    /// The longest time for which a set is used, whatever its header fields say; one day by default.
    public var maximumAge = Duration.seconds(86_400)
    /// How long a set is used whose header fields say nothing; one hour by default.
    public var usualAge = Duration.seconds(3600)
    /// How much longer an old set is used while there is no new one; one day by default, and zero does not use it.
    public var staleLimit = Duration.seconds(86_400)
    /// The shortest time between two requests because of unknown keys or failures; 30 seconds by default.
    public var pause = Duration.seconds(30)
    /// The greatest number of keys in a set; 100 by default.
    public var keyLimit = 100
    /// The clock, for tests.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Creates the usual limits.
    public init() {}

    func age(of lifetime: Duration?) -> Duration {
        max(minimumAge, min(lifetime ?? usualAge, maximumAge))
    }
}
