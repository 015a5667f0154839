import FoundationEssentials

/// The responses in a store that processes share.
///
/// A failure of the store fails no call.
struct SharedEntries: Sendable {
    let store: any CacheStore
    /// The most bytes of the copies in memory.
    let capacity: Int
    private let copies = Locked(RecencyStore<CacheKey, Copy>())
    /// When a store that can't be reached is asked again, so that not every call waits for its time limit.
    private let nextTry = Locked(ContinuousClock.now)

    /// The responses of a key that were read last, which a store with versions confirms.
    private struct Copy {
        let version: Data
        let responses: [StoredResponse]
    }

    init(store: any CacheStore, capacity: Int) {
        (self.store, self.capacity) = (store, capacity)
    }

    /// The approximate memory use of the copies in bytes.
    var bytes: Int { copies.withLock { $0.cost } }

    /// The responses of a key, when a request was sent.
    struct Snapshot: Sendable {
        var generation: UInt64
        var responses: [StoredResponse]
    }

    /// `nil` if the store can't be read.
    func snapshot(of key: CacheKey) async -> Snapshot? {
        guard nextTry.withLock({ $0 <= .now }) else { return nil }
        let copy = copies.withLock { copies in
            copies.use(key, in: key.url)
            return copies.groups[key.url]?[key]?.value
        }
        let found = await access {
            try await store.snapshot(of: key.shared, newerThan: copy?.version)
        }
        guard let found else { return nil }
        if let copy, copy.version == found.version {
            return Snapshot(generation: found.generation, responses: copy.responses)
        }
        let responses = found.entries.compactMap { EntryCode.decode($0.bytes, for: key) }
        keep(responses, found.version, for: key)
        return Snapshot(generation: found.generation, responses: responses)
    }

    private func keep(_ responses: [StoredResponse], _ version: Data?, for key: CacheKey) {
        let cost = responses.reduce(key.url.utf8.count + key.identity.utf8.count) { $0 + $1.cost }
        let isKept = !responses.isEmpty && cost <= capacity / 8
        copies.withLock { copies in
            copies.set(
                isKept ? version.map { Copy(version: $0, responses: responses) } : nil, cost: cost,
                at: key, in: key.url)
            copies.shrink(to: capacity)
        }
    }

    /// Stores a response in place of those that the same request would get.
    func insert(
        _ response: StoredResponse, to request: HTTPFields, for key: CacheKey,
        since snapshot: Snapshot
    ) async {
        let entry = CacheEntry(
            key: key.shared, variant: response.variant, bytes: EntryCode.encode(response, for: key))
        guard entry.bytes.count <= store.entryLimit else { return await remove(key) }
        let others = snapshot.responses.filter { !$0.fits(request) }
            .sorted { $0.receivedAt < $1.receivedAt }
        let replaced =
            snapshot.responses.filter { $0.fits(request) }
            + others.dropLast(MemoryStore.variants - 1)
        _ = await access {
            try await store.insert(
                entry, replacing: Set(replaced.map(\.variant)), since: snapshot.generation)
        }
    }

    func remove(_ key: CacheKey) async { await change { try await store.remove(key.shared) } }

    func remove(url: String) async { await change { try await store.remove(url: url) } }

    func removeAll() async { await change { try await store.removeAll() } }

    /// Makes a change, even if the caller is cancelled: the response that it follows from has arrived.
    private func change(_ body: @escaping @Sendable () async throws -> Void) async {
        await Task { _ = await access(body) }.value
    }

    /// Returns `false` if another process revalidates the response.
    func claimRevalidation(of key: CacheKey, for limit: Duration) async -> Bool {
        await access { try await store.claimRevalidation(of: key.shared, for: limit) } ?? true
    }

    func endRevalidation(of key: CacheKey) async {
        await access { try await store.endRevalidation(of: key.shared) }
    }

    @discardableResult
    private func access<Value: Sendable>(_ body: () async throws -> Value) async -> Value? {
        do { return try await body() } catch {
            if (error as? StoreError)?.code == .unavailable {
                nextTry.withLock { $0 = .now + .seconds(1) }
            }
            return nil
        }
    }
}

extension CacheKey {
    /// The key in a store that processes share.
    var shared: CacheEntry.Key { CacheEntry.Key(url: url, identity: identity) }
}

extension StoredResponse {
    /// The values of the fields that `Vary` names, in a unique form.
    var variant: String {
        nominated.map { field in
            field.name.canonicalName + (field.value.map { "=" + CacheKey.ascii($0) } ?? "")
        }.sorted().joined(separator: "\n")
    }
}
