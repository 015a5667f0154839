/// The answers in memory, those that were not used for longest forgotten first.
struct MemoryStore: Sendable {
    /// Bytes that are kept at most.
    let capacity: Int
    private(set) var bytes = 0
    private var groups: [String: [CacheKey: Group]] = [:]
    private var uses: UInt64 = 0
    /// Beside the answers under one lock: what was asked for in another era is not put to them.
    var eras = CacheEras()

    /// The answers of one key, which differ in the fields that `Vary` names.
    private struct Group {
        var answers: [StoredAnswer]
        var cost: Int
        var lastUse: UInt64
    }

    /// How many answers of one key are kept, whatever `Vary` says.
    static let variants = 16

    init(capacity: Int) { self.capacity = capacity }

    func holds(_ key: CacheKey) -> Bool { groups[key.url]?[key] != nil }

    mutating func answers(for key: CacheKey) -> [StoredAnswer] {
        guard groups[key.url]?[key] != nil else { return [] }
        uses += 1
        groups[key.url]?[key]?.lastUse = uses
        return groups[key.url]?[key]?.answers ?? []
    }

    /// Keeps an answer in place of those that the same request would get.
    ///
    /// One that takes more than an eighth of the room is not kept, but replaces all the same.
    mutating func insert(_ answer: StoredAnswer, to request: HTTPFields, for key: CacheKey) {
        var answers = groups[key.url]?[key]?.answers ?? []
        answers.removeAll { $0.fits(request) }
        if answer.cost <= capacity / 8 { answers.append(answer) }
        set(Array(answers.suffix(Self.variants)), for: key)
        shrink()
    }

    /// Takes over what is kept elsewhere for a key, the newest of them.
    mutating func load(_ answers: [StoredAnswer], for key: CacheKey) {
        let newest = answers.filter { $0.cost <= capacity / 8 }
            .sorted { $0.receivedAt < $1.receivedAt }.suffix(Self.variants)
        set(Array(newest), for: key)
        shrink()
    }

    /// Forgets the answers that a request would get.
    mutating func remove(fitting request: HTTPFields, for key: CacheKey) {
        guard var answers = groups[key.url]?[key]?.answers else { return }
        answers.removeAll { $0.fits(request) }
        set(answers, for: key)
    }

    /// Forgets all answers of a URL, whoever asked.
    mutating func remove(url: String) {
        eras.end(of: url)
        for group in (groups.removeValue(forKey: url) ?? [:]).values { bytes -= group.cost }
    }

    mutating func removeAll() {
        eras.endAll()
        groups = [:]
        bytes = 0
    }

    private mutating func set(_ answers: [StoredAnswer], for key: CacheKey) {
        bytes -= groups[key.url]?[key]?.cost ?? 0
        guard !answers.isEmpty else {
            groups[key.url]?[key] = nil
            if groups[key.url]?.isEmpty == true { groups[key.url] = nil }
            return
        }
        uses += 1
        let own = key.url.utf8.count + key.identity.utf8.count + (key.body?.count ?? 0)
        let cost = answers.reduce(own) { $0 + $1.cost }
        groups[key.url, default: [:]][key] = Group(answers: answers, cost: cost, lastUse: uses)
        bytes += cost
    }

    /// Makes room: down to nine tenths, so that the keys are not looked through for each answer.
    private mutating func shrink() {
        guard bytes > capacity else { return }
        let keys = groups.values.flatMap { $0 }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, _) in keys {
            guard bytes > capacity - capacity / 10 else { return }
            set([], for: key)
        }
    }
}
