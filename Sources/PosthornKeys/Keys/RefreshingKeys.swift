public import PosthornCore

/// A key provider that loads keys on demand and reloads them when they are old or an id is unknown.
///
/// Concurrent calls share one load. Anyone can write an unknown id into a message, so unknown ids trigger at
/// most one load per `pause`, whether the load succeeds or fails. Keys older than `maxAge` are reloaded
/// before use. If the loader throws or exceeds `timeLimit`, the waiting calls fail with its error or the code
/// `timedOut`, and the next call for the current key starts the loader again. Within `staleLimit`, they use the old keys instead. A cancelled call stops
/// waiting.
///
/// ```swift
/// let keys = RefreshingKeys { try await KeyRing(vault.current(), previous: vault.previous()) }
/// ```
public final class RefreshingKeys<Key: NamedKey>: KeyProvider {
    package struct Loaded: Sendable {
        let ring: KeyRing<Key>
        let maxAge: Duration

        package init(_ ring: KeyRing<Key>, maxAge: Duration) {
            (self.ring, self.maxAge) = (ring, maxAge)
        }
    }

    private struct Memory {
        var keys: Loaded?
        /// When the keys become too old.
        var end: ContinuousClock.Instant?
        /// The end of the last load, successful or not.
        var attempted: ContinuousClock.Instant?

        /// The keys, if they are not older than a time beyond their age.
        func keys(at now: ContinuousClock.Instant, staleFor time: Duration = .zero) -> Loaded? {
            end.map { now < $0 + time } ?? false ? keys : nil
        }

        func hasAttempted(within pause: Duration, of now: ContinuousClock.Instant) -> Bool {
            attempted.map { now - $0 < pause } ?? false
        }
    }

    private let shared: SingleFlight<Memory, Loaded>
    private let pause: Duration
    private let staleLimit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - maxAge: The age at which keys are reloaded. One hour by default.
    ///   - pause: The minimum time between the last load and a load for an unknown id. 30 seconds by default;
    ///     zero removes the limit.
    ///   - staleLimit: How long keys that are too old are used while the loader throws, with a load after each
    ///     `pause`. Zero by default.
    ///   - timeLimit: The time that the loader may take before the waiting calls fail and the loader may
    ///     start again. One minute by default.
    ///   - now: The clock, for tests. `nil`, the default, uses the system's monotonic clock.
    ///   - load: Loads the keys. It runs in its own task, which is cancelled at the time limit. Two loads
    ///     never overlap, unless the first one ignores that cancellation.
    public convenience init(
        maxAge: Duration = .seconds(3600), pause: Duration = .seconds(30),
        staleLimit: Duration = .zero, timeLimit: Duration = .seconds(60),
        now: (@Sendable () -> ContinuousClock.Instant)? = nil,
        load: @escaping @Sendable () async throws -> KeyRing<Key>
    ) {
        self.init(pause, staleLimit, timeLimit, now) { Loaded(try await load(), maxAge: maxAge) }
    }

    /// Creates a provider whose loader knows how long its keys are used.
    package init(
        _ pause: Duration, _ staleLimit: Duration, _ timeLimit: Duration,
        _ now: (@Sendable () -> ContinuousClock.Instant)?,
        load: @escaping @Sendable () async throws -> Loaded
    ) {
        (self.pause, self.staleLimit) = (pause, staleLimit)
        self.now = now ?? { .now }
        shared = SingleFlight(
            Memory(), timeLimit: timeLimit,
            late: APIError.Cause(
                .timedOut, "the keys were not loaded within \(timeLimit.text)",
                advice: "see what their loader waits for, or raise `timeLimit`"),
            now: self.now, load: { _ in try await load() }
        ) { memory, result, now in
            memory.attempted = now
            if case .success(let keys) = result {
                (memory.keys, memory.end) = (keys, now + keys.maxAge)
            }
        }
    }

    /// Returns the key to seal new messages with.
    public func current() async throws -> Key { try await ring().current() }

    /// Returns the key with the given id, and reloads the keys once if the id is unknown.
    ///
    /// Returns `nil` if the reload fails, or if `pause` has not passed since the last load.
    public func key(id: String) async throws -> Key? {
        if let key = try await ring().key(id: id) { return key }
        let now = now()
        let isTooEarly = shared.withMemory { memory, isLoading in
            !isLoading && memory.hasAttempted(within: pause, of: now)
        }
        guard !isTooEarly else { return nil }
        do {
            // Another task may have completed a load in the meantime.
            return try await shared.value { memory in
                memory.attempted.map { $0 > now } ?? false ? memory.keys : nil
            }.ring.key(id: id)
        } catch {
            // The loaded keys are still valid; the id is just not among them.
            try Task.checkCancellation()
            return nil
        }
    }

    package func ring() async throws -> KeyRing<Key> {
        let now = now()
        do {
            return try await shared.value { memory in
                if let keys = memory.keys(at: now) { return keys }
                guard memory.hasAttempted(within: pause, of: now) else { return nil }
                return memory.keys(at: now, staleFor: staleLimit)
            }.ring
        } catch {
            try Task.checkCancellation()
            let stale = shared.withMemory { memory, _ in
                memory.keys(at: now, staleFor: staleLimit)
            }
            guard let stale else { throw error }
            return stale.ring
        }
    }
}

extension RefreshingKeys: RedactedStringConvertible {}
