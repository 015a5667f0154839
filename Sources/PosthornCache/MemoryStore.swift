/// Stores responses in memory and evicts the least recently used first.
struct MemoryStore: Sendable {
    let capacity: Int
    /// Responses by URL and key.
    ///
    /// Those of one key differ in the fields named by `Vary`.
    private var store = RecencyStore<CacheKey, [StoredResponse]>()
    /// Under the same lock as the responses, so that none from an earlier generation is added.
    var generations = CacheGenerations()

    /// The maximum number of responses for one key, whatever `Vary` names.
    static let variants = 16

    init(capacity: Int) { self.capacity = capacity }

    var bytes: Int { store.cost }

    func holds(_ key: CacheKey) -> Bool { store.groups[key.url]?[key] != nil }

    mutating func responses(for key: CacheKey) -> [StoredResponse] {
        store.use(key, in: key.url)
        return kept(key)
    }

    private func kept(_ key: CacheKey) -> [StoredResponse] {
        store.groups[key.url]?[key]?.value ?? []
    }

    /// Stores a response in place of those that the same request would get.
    ///
    /// A response larger than an eighth of the capacity is not stored, but still replaces the others.
    mutating func insert(_ response: StoredResponse, to request: HTTPFields, for key: CacheKey) {
        var responses = kept(key).filter { !$0.fits(request) }
        if response.cost <= capacity / 8 { responses.append(response) }
        set(Array(responses.suffix(Self.variants)), for: key)
    }

    /// Replaces the responses of a key with the newest of those given.
    mutating func load(_ responses: [StoredResponse], for key: CacheKey) {
        let newest = responses.filter { $0.cost <= capacity / 8 }
            .sorted { $0.receivedAt < $1.receivedAt }.suffix(Self.variants)
        set(Array(newest), for: key)
    }

    mutating func remove(fitting request: HTTPFields, for key: CacheKey) {
        set(kept(key).filter { !$0.fits(request) }, for: key)
    }

    mutating func remove(url: String) {
        generations.advance(url)
        store.remove(group: url)
    }

    mutating func removeAll() {
        generations.advanceAll()
        store = RecencyStore()
    }

    private mutating func set(_ responses: [StoredResponse], for key: CacheKey) {
        let own = key.url.utf8.count + key.identity.utf8.count + (key.body?.count ?? 0)
        store.set(
            responses.isEmpty ? nil : responses, cost: responses.reduce(own) { $0 + $1.cost },
            at: key, in: key.url)
        store.shrink(to: capacity)
    }
}
