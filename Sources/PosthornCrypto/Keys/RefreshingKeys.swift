public import Posthorn

/// Keys that are loaded when they are first needed, and again when they are old or a message names
/// one that is not among them.
///
/// However many calls want keys at once, they are loaded once. Ids that nobody has, which anybody can
/// write into a message, make it load at most once in `pause`, whether that succeeds or not; keys whose
/// age is over are loaded anew before they are used. A loader that throws, or takes longer than
/// `timeLimit`, fails the calls that wait for it, and the next call for the current key asks it again.
/// A call that is cancelled stops waiting.
///
/// ```swift
/// let keys = RefreshingKeys { try await KeyRing(vault.current(), previous: vault.previous()) }
/// ```
public final class RefreshingKeys<Key: NamedKey>: KeyProvider {
    private struct Memory {
        var ring: KeyRing<Key>?
        var loaded: ContinuousClock.Instant?
        /// When the keys were last asked for, in vain or not.
        var attempted: ContinuousClock.Instant?
    }

    private let shared: SingleFlight<Memory, KeyRing<Key>>
    private let maxAge: Duration
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a provider.
    /// - Parameters:
    ///   - maxAge: How long keys are used before they are loaded anew. An hour by default.
    ///   - pause: How long an unknown id waits since the keys were last asked for before it makes them
    ///     be loaded again. 30 seconds by default; zero is no pause.
    ///   - timeLimit: How long the loader may take before its calls fail and it may be asked again. A
    ///     minute by default.
    ///   - now: The time, for tests. `nil`, the default, is the machine's clock.
    ///   - load: Loads the keys. Runs in a task of its own, which is cancelled when its time is over;
    ///     never twice at once, unless it goes on after that.
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

    /// The key to seal with now.
    /// - Throws: what the loader throws, a fault of the code `timedOut` if it takes too long, or
    ///   `CancellationError`.
    public func current() async throws -> Key { try await ring().current() }

    /// The key of an id, after one more look if it is unknown; `nil` if there is none even then, or if
    /// that look fails.
    /// - Throws: what the loader throws if no keys are there, or only old ones; a fault of the code
    ///   `timedOut` if it takes too long then; `CancellationError`.
    public func key(id: String) async throws -> Key? {
        if let key = try await ring().key(id: id) { return key }
        let now = now()
        let isTooEarly = shared.withMemory { memory, isLoading in
            !isLoading && memory.attempted.map { now - $0 < pause } ?? false
        }
        guard !isTooEarly else { return nil }
        do {
            // Another task's look may have ended since.
            return try await shared.value { memory in
                memory.attempted.map { $0 > now } ?? false ? memory.ring : nil
            }.key(id: id)
        } catch {
            // The keys that are there are good ones, and this is none of them.
            try Task.checkCancellation()
            return nil
        }
    }

    /// The keys, loaded if they are too old.
    private func ring() async throws -> KeyRing<Key> {
        let now = now()
        return try await shared.value { memory in
            memory.loaded.map { now - $0 < maxAge } ?? false ? memory.ring : nil
        }
    }
}

extension RefreshingKeys: RedactedStringConvertible {
    /// The ids of the keys that are loaded, never their bytes.
    public var description: String {
        "RefreshingKeys("
            + (shared.withMemory { memory, _ in memory.ring }.map(\.description) ?? "not loaded")
            + ")"
    }
}
