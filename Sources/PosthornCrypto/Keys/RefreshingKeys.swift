import Posthorn

/// Keys that are loaded when they are first needed, and again when they are old or a message names
/// one that is not among them.
///
/// However many calls want keys at once, they are loaded once. Ids that nobody has, which anybody can
/// write into a message, make it load at most once in `pause`; keys whose age is over are loaded anew
/// before they are used. A loader that throws fails the calls that wait for it, and the next call asks
/// it again.
///
/// ```swift
/// let keys = RefreshingKeys { try await KeyRing(vault.current(), previous: vault.previous()) }
/// ```
public final class RefreshingKeys<Key: NamedKey>: KeyProvider {
    private struct State {
        var ring: KeyRing<Key>?
        var loaded: ContinuousClock.Instant?
        var loading: (number: Int, task: Task<KeyRing<Key>, any Error>)?
        var count = 0
    }

    private let state = Locked(State())
    private let maxAge: Duration
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let load: @Sendable () async throws -> KeyRing<Key>

    /// Creates a provider.
    /// - Parameters:
    ///   - maxAge: How long keys are used before they are loaded anew. An hour by default.
    ///   - pause: How long an unknown id waits since the keys were loaded before it makes them be
    ///     loaded again. 30 seconds by default; zero is no pause.
    ///   - now: The time, for tests. `nil`, the default, is the machine's clock.
    ///   - load: Loads the keys. Runs in a task of its own, never twice at once.
    public init(
        maxAge: Duration = .seconds(3600), pause: Duration = .seconds(30),
        now: (@Sendable () -> ContinuousClock.Instant)? = nil,
        load: @escaping @Sendable () async throws -> KeyRing<Key>
    ) {
        self.maxAge = maxAge
        self.pause = pause
        self.now = now ?? { .now }
        self.load = load
    }

    /// The key to seal with now.
    /// - Throws: what the loader throws.
    public func current() async throws -> Key { try await ring(olderThan: maxAge).current() }

    /// The key of an id, after one more look if it is unknown; `nil` if there is none even then.
    /// - Throws: what the loader throws.
    public func key(id: String) async throws -> Key? {
        if let key = try await ring(olderThan: maxAge).key(id: id) { return key }
        return try await ring(olderThan: pause).key(id: id)
    }

    /// The keys, loaded if they are older than a time.
    private func ring(olderThan age: Duration) async throws -> KeyRing<Key> {
        let now = now()
        let (ring, loading) = state.withLock { state in
            if let ring = state.ring, let loaded = state.loaded, now - loaded < age {
                return (Optional(ring), Task<KeyRing<Key>, any Error>?.none)
            }
            if let loading = state.loading { return (nil, loading.task) }
            state.count += 1
            let number = state.count
            let task = Task { try await self.loaded(number) }
            state.loading = (number, task)
            return (nil, task)
        }
        if let ring { return ring }
        guard let loading else { throw CancellationError() }
        return try await loading.value
    }

    private func loaded(_ number: Int) async throws -> KeyRing<Key> {
        let result: Result<KeyRing<Key>, any Error>
        do { result = .success(try await load()) } catch { result = .failure(error) }
        let now = now()
        state.withLock { state in
            if state.loading?.number == number { state.loading = nil }
            guard case .success(let ring) = result else { return }
            state.ring = ring
            state.loaded = now
        }
        return try result.get()
    }
}

extension RefreshingKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The ids of the keys that are loaded, never their bytes.
    public var description: String {
        "RefreshingKeys(" + (state.withLock { $0.ring }.map(\.description) ?? "not loaded") + ")"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The description alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
