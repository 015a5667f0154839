import Foundation
import PosthornStores

/// A cache store with one fault.
struct BrokenCache: CacheStore {
    enum Fault: CaseIterable {
        case mixesIdentities
        case ignoresRemovals
        case forgetsVariants
        case repeatsVersions

        var failed: Set<String> {
            switch self {
            case .mixesIdentities:
                ["keeps URLs and identities apart", "removes a key, a URL and everything"]
            case .ignoresRemovals: ["inserts nothing that was requested before a removal"]
            case .forgetsVariants:
                [
                    "keeps one entry for each variant",
                    "replaces the variants that the caller names, of the same key",
                ]
            case .repeatsVersions: ["gives each change of a key's entries another version"]
            }
        }
    }

    let fault: Fault
    let store: InMemoryStore

    init(_ fault: Fault, _ store: InMemoryStore) { (self.fault, self.store) = (fault, store) }

    var entryLimit: Int { store.entryLimit }

    private func stored(_ key: CacheEntry.Key) -> CacheEntry.Key {
        fault == .mixesIdentities ? .init(url: key.url, identity: "") : key
    }

    func snapshot(of key: CacheEntry.Key, newerThan version: Data?) async -> CacheSnapshot {
        var snapshot = await store.snapshot(of: stored(key), newerThan: version)
        if fault == .repeatsVersions { snapshot.version = Data([1]) }
        return snapshot
    }

    func insert(
        _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
    ) async -> Bool {
        var (entry, generation) = (entry, generation)
        entry.key = stored(entry.key)
        if fault == .ignoresRemovals {
            generation = await store.snapshot(of: entry.key, newerThan: nil).generation
        }
        let others = await store.snapshot(of: entry.key, newerThan: nil).entries.map(\.variant)
        return await store.insert(
            entry, replacing: fault == .forgetsVariants ? Set(others) : variants, since: generation)
    }

    func remove(_ key: CacheEntry.Key) async { await store.remove(stored(key)) }
    func remove(url: String) async { await store.remove(url: url) }
    func removeAll() async { await store.removeAll() }

    func claimRevalidation(of key: CacheEntry.Key, for limit: Duration) async -> Bool {
        await store.claimRevalidation(of: key, for: limit)
    }

    func endRevalidation(of key: CacheEntry.Key) async { await store.endRevalidation(of: key) }
}

/// A store of leases with one fault.
struct BrokenLeases: LeaseStore {
    enum Fault: CaseIterable {
        case lastWriterWins
        case reusesNumbers
        case neverEndsLeases

        var failed: Set<String> {
            switch self {
            case .lastWriterWins:
                [
                    "refuses the value of a paused process",
                    "commits a lease once, and none that was released",
                    "removes a value and the lease",
                ]
            case .reusesNumbers:
                [
                    "numbers the leases of a name in ascending order",
                    "lets another process take a lease whose duration has passed",
                    "refuses the value of a paused process",
                ]
            case .neverEndsLeases:
                [
                    "lets another process take a lease whose duration has passed",
                    "refuses the value of a paused process",
                    "stores the value of a late process if nobody took the lease",
                    "prolongs a lease",
                ]
            }
        }
    }

    let fault: Fault
    let store: InMemoryStore

    init(_ fault: Fault, _ store: InMemoryStore) { (self.fault, self.store) = (fault, store) }

    func value(of name: String) async -> Data? { await store.value(of: name) }

    func acquire(_ name: String, for duration: Duration) async -> Lease? {
        let duration = fault == .neverEndsLeases ? .seconds(3_600) : duration
        var lease = await store.acquire(name, for: duration)
        if fault == .reusesNumbers { lease?.fence = 1 }
        return lease
    }

    /// Returns the lease with the store's own number.
    private func current(_ lease: Lease) async -> Lease {
        var lease = lease
        while await !store.extend(lease, for: .seconds(3_600)), lease.fence < 100 {
            lease.fence += 1
        }
        return lease
    }

    func extend(_ lease: Lease, for duration: Duration) async -> Bool {
        let duration = fault == .neverEndsLeases ? .seconds(3_600) : duration
        let lease = fault == .reusesNumbers ? await current(lease) : lease
        return await store.extend(lease, for: duration)
    }

    func commit(_ value: Data, under lease: Lease) async -> Bool {
        if fault == .lastWriterWins {
            if await !store.commit(value, under: lease),
                let own = await store.acquire(lease.name, for: .seconds(1))
            {
                return await store.commit(value, under: own)
            }
            return true
        }
        return await store.commit(
            value, under: fault == .reusesNumbers ? await current(lease) : lease)
    }

    func release(_ lease: Lease) async {
        await store.release(fault == .reusesNumbers ? await current(lease) : lease)
    }

    func remove(_ name: String) async { await store.remove(name) }
}

/// A store of rates with one fault.
struct BrokenRates: RateStore {
    enum Fault: CaseIterable {
        case countsForItself
        case ignoresLimit
        case forgetsPauses
        case ignoresBounds

        var failed: Set<String> {
            switch self {
            case .countsForItself:
                [
                    "counts the calls of all processes",
                    "grants no more calls to concurrent processes than the burst",
                    "keeps all processes waiting during a pause",
                    "adds up the counts of all processes",
                    "loses no count of concurrent processes",
                ]
            case .ignoresLimit:
                [
                    "grants no more calls to concurrent processes than the burst",
                    "takes no call that would wait longer than the limit",
                    "keeps all processes waiting during a pause",
                    "keeps counts and rate apart",
                ]
            case .forgetsPauses:
                [
                    "keeps all processes waiting during a pause",
                    "limits the rate after a pause too",
                ]
            case .ignoresBounds: ["keeps sums within their bounds"]
            }
        }
    }

    let fault: Fault
    let store: InMemoryStore

    init(_ fault: Fault, _ store: InMemoryStore) { (self.fault, self.store) = (fault, store) }

    func take(
        _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
    ) async -> RateGrant {
        let limit = fault == .ignoresLimit ? Duration.seconds(86_400) : limit
        return await store.take(count, of: group, at: rate, within: limit)
    }

    func pause(_ group: String, for duration: Duration) async {
        if fault != .forgetsPauses { await store.pause(group, for: duration) }
    }

    func add(
        _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
    ) async -> RateCounts {
        let bounds = fault == .ignoresBounds ? -(1 << 60)...(1 << 60) : bounds
        return await store.add(amounts, to: group, within: bounds)
    }
}
