/// Values in groups, each with a cost, of which those that were not used for longest go first.
struct RecencyStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    struct Entry: Sendable {
        var value: Value
        var cost: Int
        var lastUse: Int
    }

    private(set) var groups: [String: [Key: Entry]] = [:]
    /// What all values cost together.
    private(set) var cost = 0
    private var uses = 0

    /// The keys of a group, the one that was not used for longest first.
    func keys(of group: String) -> [Key] {
        (groups[group] ?? [:]).sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key)
    }

    /// Puts a value in the place of another one; `nil` takes that out.
    mutating func set(_ value: Value?, cost: Int = 0, at key: Key, in group: String) {
        self.cost -= groups[group]?.removeValue(forKey: key)?.cost ?? 0
        if let value {
            uses += 1
            groups[group, default: [:]][key] = Entry(value: value, cost: cost, lastUse: uses)
            self.cost += cost
        } else if groups[group]?.isEmpty == true {
            groups[group] = nil
        }
    }

    /// Notes that a value was used, and perhaps became another one.
    mutating func use(_ key: Key, in group: String, as value: Value? = nil) {
        uses += 1
        groups[group]?[key]?.lastUse = uses
        if let value { groups[group]?[key]?.value = value }
    }

    mutating func remove(group: String) {
        for entry in (groups.removeValue(forKey: group) ?? [:]).values { cost -= entry.cost }
    }

    /// Takes values out where they cost too much: down to nine tenths, so that not all are looked through
    /// for each new one.
    @discardableResult
    mutating func shrink(to capacity: Int) -> [Key] {
        guard cost > capacity else { return [] }
        let all = groups.flatMap { group, entries in entries.map { (group, $0.key, $0.value) } }
            .sorted { $0.2.lastUse < $1.2.lastUse }
        var gone: [Key] = []
        for (group, key, _) in all where cost > capacity - capacity / 10 {
            set(nil, at: key, in: group)
            gone.append(key)
        }
        return gone
    }
}
