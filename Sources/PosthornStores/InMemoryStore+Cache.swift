public import FoundationEssentials

/// The cache entries of a store in memory.
struct InMemoryEntries: Sendable {
    private final class Place: Sendable {
        let entry: CacheEntry

        init(_ entry: CacheEntry) { self.entry = entry }
    }

    let capacity: Int
    private var nodes: [String: [CacheEntry.Key: [String: RecencyNode]]] = [:]
    private var list = RecencyList()
    var generations = CacheGenerations()
    /// When the claim of a key's revalidation ends.
    var claims: [CacheEntry.Key: ContinuousClock.Instant] = [:]

    init(capacity: Int) { self.capacity = capacity }

    mutating func entries(of key: CacheEntry.Key) -> [CacheEntry] {
        (nodes[key.url]?[key] ?? [:]).values.map { node in
            list.use(node)
            return Self.entry(of: node)
        }
    }

    mutating func insert(_ entry: CacheEntry) {
        let cost = 256 + entry.bytes.count + entry.key.url.utf8.count + entry.variant.utf8.count
        let node = RecencyNode(hash: entry.key.hashValue, cost: cost, Place(entry))
        nodes[entry.key.url, default: [:]][entry.key, default: [:]][entry.variant] = node
        list.insert(node)
        guard list.cost > capacity else { return }
        for node in list.evict(to: capacity - capacity / 10) { forget(Self.entry(of: node)) }
    }

    mutating func remove(_ key: CacheEntry.Key, where isRemoved: (String) -> Bool = { _ in true }) {
        for (variant, node) in nodes[key.url]?[key] ?? [:] where isRemoved(variant) {
            list.remove(node)
            forget(Self.entry(of: node))
        }
    }

    mutating func remove(url: String) {
        for key in (nodes[url] ?? [:]).keys { remove(key) }
    }

    mutating func removeAll() { (nodes, list) = ([:], RecencyList()) }

    private mutating func forget(_ entry: CacheEntry) {
        let (url, key) = (entry.key.url, entry.key)
        nodes[url]?[key]?[entry.variant] = nil
        if nodes[url]?[key]?.isEmpty == true { nodes[url]?[key] = nil }
        if nodes[url]?.isEmpty == true { nodes[url] = nil }
    }

    private static func entry(of node: RecencyNode) -> CacheEntry {
        // The list of this store has places only.
        unsafeDowncast(node.content, to: Place.self).entry
    }
}

extension InMemoryStore: CacheStore {
    /// The largest number of bytes of an entry.
    public var entryLimit: Int { entries.withLock { $0.capacity / 8 } }

    /// Returns the entries of a key, and the generation of its URL.
    public func snapshot(of key: CacheEntry.Key, newerThan version: Data?) async -> CacheSnapshot {
        entries.withLock { entries in
            CacheSnapshot(
                entries: entries.entries(of: key),
                generation: entries.generations.generation(of: key.url))
        }
    }

    /// Inserts an entry; `false` if the URL's entries were removed since the generation.
    public func insert(
        _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
    ) async -> Bool {
        entries.withLock { entries in
            guard entry.bytes.count <= entries.capacity / 8,
                entries.generations.generation(of: entry.key.url) == generation
            else { return false }
            entries.remove(entry.key) { $0 == entry.variant || variants.contains($0) }
            entries.insert(entry)
            return true
        }
    }

    /// Removes the entries of a key.
    public func remove(_ key: CacheEntry.Key) async {
        entries.withLock { entries in
            entries.generations.advance(key.url)
            entries.remove(key)
        }
    }

    /// Removes the entries of all keys with a URL.
    public func remove(url: String) async {
        entries.withLock { entries in
            entries.generations.advance(url)
            entries.remove(url: url)
        }
    }

    /// Removes all entries.
    public func removeAll() async {
        entries.withLock { entries in
            entries.generations.advanceAll()
            entries.removeAll()
        }
    }

    /// Claims the revalidation of a key; `false` if another claim is in force.
    public func claimRevalidation(of key: CacheEntry.Key, for limit: Duration) async -> Bool {
        let now = now()
        return entries.withLock { entries in
            entries.claims = entries.claims.filter { $0.value > now }
            guard entries.claims[key] == nil else { return false }
            entries.claims[key] = now + limit
            return true
        }
    }

    /// Ends the claim of a key's revalidation.
    public func endRevalidation(of key: CacheEntry.Key) async {
        entries.withLock { $0.claims[key] = nil }
    }
}
