/// Grouped values with costs, of which the least recently used are evicted first.
struct RecencyStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    struct Entry: Sendable {
        var value: Value
        var cost: Int
        var lastUse: Int
    }

    private(set) var groups: [String: [Key: Entry]] = [:]
    private(set) var cost = 0
    private var uses = 0

    /// Returns the keys of a group, least recently used first.
    func keys(of group: String) -> [Key] {
        (groups[group] ?? [:]).sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key)
    }

    /// Sets the value of a key.
    ///
    /// `nil` removes it.
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

    /// Marks a value as used, and optionally replaces it.
    mutating func use(_ key: Key, in group: String, as value: Value? = nil) {
        uses += 1
        groups[group]?[key]?.lastUse = uses
        if let value { groups[group]?[key]?.value = value }
    }

    mutating func remove(group: String) {
        for entry in (groups.removeValue(forKey: group) ?? [:]).values { cost -= entry.cost }
    }

    /// Evicts the least recently used values when the cost exceeds the capacity.
    ///
    /// It continues until 90 % of the capacity, so that it does not sort all values for each new one.
    @discardableResult
    mutating func shrink(to capacity: Int) -> [Key] {
        guard cost > capacity else { return [] }
        let all = groups.flatMap { group, entries in entries.map { (group, $0.key, $0.value) } }
            .sorted { $0.2.lastUse < $1.2.lastUse }
        var evicted: [Key] = []
        for (group, key, _) in all where cost > capacity - capacity / 10 {
            set(nil, at: key, in: group)
            evicted.append(key)
        }
        return evicted
    }
}
