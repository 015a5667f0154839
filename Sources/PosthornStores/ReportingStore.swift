public import FoundationEssentials

/// A store that reports the errors of another one.
///
/// Caches, rates, budgets and circuits go on without their store, so that its errors fail no call. This is how a program
/// learns of them.
///
/// ```swift
/// let store = ReportingStore(try RedisStore(host: "10.0.0.5", key: key)) { log("store: \($0)") }
/// let cache = HTTPCache(store: store)
/// let limiter = RateLimiter(calls: 500, per: .seconds(1), sharedIn: store, localShare: 0.125)
/// ```
public struct ReportingStore<Base: Sendable>: Sendable {
    /// The store whose errors are reported.
    public let base: Base
    private let onError: @Sendable (any Error) -> Void

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - base: A store.
    ///   - onError: Called with each error that the store throws, mostly a ``StoreError``, before the caller gets it; from
    ///     any task. The cancellation of a task is not reported.
    public init(_ base: Base, onError: @escaping @Sendable (any Error) -> Void) {
        (self.base, self.onError) = (base, onError)
    }

    private func reporting<Value>(
        _ body: (Base) async throws -> Value
    ) async throws -> Value {
        do { return try await body(base) } catch {
            if !(error is CancellationError) { onError(error) }
            throw error
        }
    }
}

extension ReportingStore: CacheStore where Base: CacheStore {
    /// The limit of the other store.
    public var entryLimit: Int { base.entryLimit }

    /// Returns the entries of a key, and the generation of its URL.
    public func snapshot(
        of key: CacheEntry.Key, newerThan version: Data?
    ) async throws -> CacheSnapshot {
        try await reporting { try await $0.snapshot(of: key, newerThan: version) }
    }

    /// Inserts an entry.
    public func insert(
        _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
    ) async throws -> Bool {
        try await reporting {
            try await $0.insert(entry, replacing: variants, since: generation)
        }
    }

    /// Removes the entries of a key.
    public func remove(_ key: CacheEntry.Key) async throws {
        try await reporting { try await $0.remove(key) }
    }

    /// Removes the entries of all keys with a URL.
    public func remove(url: String) async throws {
        try await reporting { try await $0.remove(url: url) }
    }

    /// Removes all entries.
    public func removeAll() async throws { try await reporting { try await $0.removeAll() } }

    /// Claims the revalidation of a key.
    public func claimRevalidation(
        of key: CacheEntry.Key, for limit: Duration
    ) async throws -> Bool {
        try await reporting { try await $0.claimRevalidation(of: key, for: limit) }
    }

    /// Ends the claim of a key's revalidation.
    public func endRevalidation(of key: CacheEntry.Key) async throws {
        try await reporting { try await $0.endRevalidation(of: key) }
    }
}

extension ReportingStore: LeaseStore where Base: LeaseStore {
    /// Returns the value of a name.
    public func value(of name: String) async throws -> Data? {
        try await reporting { try await $0.value(of: name) }
    }

    /// Takes the lease of a name.
    public func acquire(_ name: String, for duration: Duration) async throws -> Lease? {
        try await reporting { try await $0.acquire(name, for: duration) }
    }

    /// Extends a lease.
    public func extend(_ lease: Lease, for duration: Duration) async throws -> Bool {
        try await reporting { try await $0.extend(lease, for: duration) }
    }

    /// Stores a value under a lease, and ends the lease.
    public func commit(_ value: Data, under lease: Lease) async throws -> Bool {
        try await reporting { try await $0.commit(value, under: lease) }
    }

    /// Ends a lease.
    public func release(_ lease: Lease) async throws {
        try await reporting { try await $0.release(lease) }
    }

    /// Removes the value and the lease of a name.
    public func remove(_ name: String) async throws {
        try await reporting { try await $0.remove(name) }
    }
}

extension ReportingStore: RateStore where Base: RateStore {
    /// Takes calls of a group's rate.
    public func take(
        _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
    ) async throws -> RateGrant {
        try await reporting { try await $0.take(count, of: group, at: rate, within: limit) }
    }

    /// Pauses a group.
    public func pause(_ group: String, for duration: Duration) async throws {
        try await reporting { try await $0.pause(group, for: duration) }
    }

    /// Adds to the counts of a group.
    public func add(
        _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
    ) async throws -> RateCounts {
        try await reporting { try await $0.add(amounts, to: group, within: bounds) }
    }
}

extension ReportingStore: OutboxStore where Base: OutboxStore {
    /// Stores a call.
    public func add(_ entry: OutboxCall) async throws {
        try await reporting { try await $0.add(entry) }
    }

    /// Claims calls that are due.
    public func claimCalls(
        for service: String, limit: Int, lease: Duration, now: Date
    ) async throws -> [OutboxClaim] {
        try await reporting {
            try await $0.claimCalls(for: service, limit: limit, lease: lease, now: now)
        }
    }

    /// Extends a claim.
    public func extend(_ claim: OutboxClaim, lease: Duration, now: Date) async throws -> Bool {
        try await reporting { try await $0.extend(claim, lease: lease, now: now) }
    }

    /// Ends a claim.
    public func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) async throws -> Bool {
        try await reporting { try await $0.settle(claim, as: outcome) }
    }

    /// Returns a call.
    public func call(_ id: String) async throws -> OutboxCall? {
        try await reporting { try await $0.call(id) }
    }

    /// Returns the calls of a service in a state.
    public func calls(
        of service: String?, in state: OutboxCall.State, limit: Int
    ) async throws -> [OutboxCall] {
        try await reporting { try await $0.calls(of: service, in: state, limit: limit) }
    }

    /// Returns the counts of a service's calls.
    public func outboxSummary(of service: String) async throws -> OutboxSummary {
        try await reporting { try await $0.outboxSummary(of: service) }
    }

    /// Has a dead call delivered again.
    public func retryCall(_ id: String, now: Date) async throws -> Bool {
        try await reporting { try await $0.retryCall(id, now: now) }
    }

    /// Drops a call.
    public func dropCall(_ id: String, now: Date) async throws -> Bool {
        try await reporting { try await $0.dropCall(id, now: now) }
    }

    /// Removes delivered calls.
    public func removeDeliveredCalls(of service: String, before date: Date) async throws {
        try await reporting {
            try await $0.removeDeliveredCalls(of: service, before: date)
        }
    }
}

extension ReportingStore: RedactedStringConvertible {}
