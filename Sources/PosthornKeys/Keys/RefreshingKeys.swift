public import PosthornCore

/// A key provider that loads keys on demand and reloads them when they are old or an id is unknown.
///
/// Concurrent calls share one load. Anyone can write an unknown id into a message, so unknown ids trigger at
/// most one load per `pause`, whether the load succeeds or fails. Keys older than `maxAge` are reloaded
/// before use. If the loader throws or exceeds `timeLimit`, the waiting calls fail, and the next call for the
/// current key starts the loader again. A cancelled call stops waiting.
///
/// ```swift
/// let keys = RefreshingKeys { try await KeyRing(vault.current(), previous: vault.previous()) }
/// ```
public final class RefreshingKeys<Key: NamedKey>: KeyProvider {
    private struct Memory {
        var ring: KeyRing<Key>?
        var loaded: ContinuousClock.Instant?
        /// The end of the last load, successful or not.
        var attempted: ContinuousClock.Instant?
    }

    private let shared: SingleFlight<Memory, KeyRing<Key>>
    private let maxAge: Duration
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - maxAge: The age at which keys are reloaded. One hour by default.
    ///   - pause: The minimum time between the last load and a load for an unknown id. 30 seconds by default;
    ///     zero removes the limit.
    ///   - timeLimit: The time that the loader may take before the waiting calls fail and the loader may
    ///     start again. One minute by default.
    ///   - now: The clock, for tests. `nil`, the default, uses the system's monotonic clock.
    ///   - load: Loads the keys. It runs in its own task, which is cancelled at the time limit. Two loads
    ///     never overlap, unless the first one ignores that cancellation.
    public init(
        maxAge: Duration = .seconds(3600), pause: Duration = .seconds(30),
        timeLimit: Duration = .seconds(60), now: (@Sendable () -> ContinuousClock.Instant)? = nil,
        load: @escaping @Sendable () async throws -> KeyRing<Key>
    ) {
        self.maxAge = maxAge
        self.pause = pause
        self.now = now ?? { .now }
        shared = SingleFlight(
            Memory(), timeLimit: timeLimit,
            late: APIError.Cause(
                .timedOut, "the keys were not loaded within \(timeLimit.text)",
                advice: "see what their loader waits for, or raise `timeLimit`"),
            now: self.now, load: { _ in try await load() }
        ) { memory, result, now in
            memory.attempted = now
            if case .success(let ring) = result {
                memory.ring = ring
                memory.loaded = now
            }
        }
    }

    /// Returns the key to seal new messages with.
    ///
    /// - Throws: The loader's error, an `APIError.Cause` with the code `timedOut` if the loader takes too
    ///   long, or `CancellationError`.
    public func current() async throws -> Key { try await ring().current() }

    /// Returns the key with the given id, and reloads the keys once if the id is unknown.
    ///
    /// Returns `nil` if the id is still unknown after the reload, if the reload fails, or if `pause` has not
    /// passed since the last load.
    /// - Throws: If there are no keys or only expired ones, the loader's error, or an `APIError.Cause` with
    ///   the code `timedOut` if the loader takes too long. `CancellationError` if the task is cancelled.
    public func key(id: String) async throws -> Key? {
        if let key = try await ring().key(id: id) { return key }
        let now = now()
        let isTooEarly = shared.withMemory { memory, isLoading in
            !isLoading && memory.attempted.map { now - $0 < pause } ?? false
        }
        guard !isTooEarly else { return nil }
        do {
            // Another task may have completed a load in the meantime.
            return try await shared.value { memory in
                memory.attempted.map { $0 > now } ?? false ? memory.ring : nil
            }.key(id: id)
        } catch {
            // The loaded keys are still valid; the id is just not among them.
            try Task.checkCancellation()
            return nil
        }
    }

    /// Returns the keys, reloaded if they are too old.
    private func ring() async throws -> KeyRing<Key> {
        let now = now()
        return try await shared.value { memory in
            memory.loaded.map { now - $0 < maxAge } ?? false ? memory.ring : nil
        }
    }
}

extension RefreshingKeys: RedactedStringConvertible {}
