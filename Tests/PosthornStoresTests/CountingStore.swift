import PosthornStores
import TestSupport

/// Counts the requests to a store, which can fail, or wait until a gate opens.
final class CountingStore: RateStore {
    let store: any RateStore
    let requests = Locked(0)
    let fails = Locked(false)

    private let gate: Gate?

    init(_ store: any RateStore = InMemoryStore(), gate: Gate? = nil) {
        (self.store, self.gate) = (store, gate)
    }

    private func count() throws {
        requests.withLock { $0 += 1 }
        if fails.withLock({ $0 }) { throw StoreError(.unavailable, "the store is away") }
    }

    func take(
        _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
    ) async throws -> RateGrant {
        try self.count()
        return try await store.take(count, of: group, at: rate, within: limit)
    }

    func pause(_ group: String, for duration: Duration) async throws {
        if fails.withLock({ $0 }) { throw StoreError(.unavailable, "the store is away") }
        try await store.pause(group, for: duration)
    }

    func add(
        _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
    ) async throws -> RateCounts {
        await gate?.opened()
        try count()
        return try await store.add(amounts, to: group, within: bounds)
    }
}
