/// The responses in memory, those that were not used for longest forgotten first.
struct MemoryStore: Sendable {
    /// Bytes that are kept at most.
    let capacity: Int
    /// By URL and key; those of one key differ in the fields that `Vary` names.
    private var store = RecencyStore<CacheKey, [StoredResponse]>()
    /// Beside the responses under one lock: what was asked for in another era is not put to them.
    var eras = CacheGenerations()

    /// How many responses of one key are kept, whatever `Vary` says.
    static let variants = 16

    init(capacity: Int) { self.capacity = capacity }

    var bytes: Int { store.cost }

    func holds(_ key: CacheKey) -> Bool { store.groups[key.url]?[key] != nil }

    mutating func answers(for key: CacheKey) -> [StoredResponse] {
        store.use(key, in: key.url)
        return kept(key)
    }

    private func kept(_ key: CacheKey) -> [StoredResponse] {
        store.groups[key.url]?[key]?.value ?? []
    }

    /// Keeps a response in place of those that the same request would get.
    ///
    /// One that takes more than an eighth of the room is not kept, but replaces all the same.
    mutating func insert(_ answer: StoredResponse, to request: HTTPFields, for key: CacheKey) {
        var answers = kept(key).filter { !$0.fits(request) }
        if answer.cost <= capacity / 8 { answers.append(answer) }
        set(Array(answers.suffix(Self.variants)), for: key)
    }

    /// Takes over what is kept elsewhere for a key, the newest of them.
    mutating func load(_ answers: [StoredResponse], for key: CacheKey) {
        let newest = answers.filter { $0.cost <= capacity / 8 }
            .sorted { $0.receivedAt < $1.receivedAt }.suffix(Self.variants)
        set(Array(newest), for: key)
    }

    /// Forgets the responses that a request would get.
    mutating func remove(fitting request: HTTPFields, for key: CacheKey) {
        set(kept(key).filter { !$0.fits(request) }, for: key)
    }

    /// Forgets all responses of a URL, whoever asked.
    mutating func remove(url: String) {
        eras.end(of: url)
        store.remove(group: url)
    }

    mutating func removeAll() {
        eras.endAll()
        store = RecencyStore()
    }

    private mutating func set(_ answers: [StoredResponse], for key: CacheKey) {
        let own = key.url.utf8.count + key.identity.utf8.count + (key.body?.count ?? 0)
        store.set(
            answers.isEmpty ? nil : answers, cost: answers.reduce(own) { $0 + $1.cost }, at: key,
            in: key.url)
        store.shrink(to: capacity)
    }
}
