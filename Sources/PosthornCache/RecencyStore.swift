/// Grouped values with costs, of which the least recently used are evicted first.
struct RecencyStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    struct Entry: Sendable {
        var value: Value
        fileprivate var lastUse: Int
        fileprivate let node: RecencyNode
    }

    private final class Place: Sendable {
        let key: Key
        let group: String

        init(_ key: Key, in group: String) { (self.key, self.group) = (key, group) }
    }

    private(set) var groups: [String: [Key: Entry]] = [:]
    private var list = RecencyList()
    private var uses = 0

    var cost: Int { list.cost }

    /// Returns the keys of a group, least recently used first.
    func keys(of group: String) -> [Key] {
        (groups[group] ?? [:]).sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key)
    }

    /// `nil` removes it.
    mutating func set(_ value: Value?, cost: Int = 0, at key: Key, in group: String) {
        if let old = groups[group]?.removeValue(forKey: key) { list.remove(old.node) }
        if let value {
            let node = RecencyNode(hash: key.hashValue, cost: cost, Place(key, in: group))
            uses += 1
            groups[group, default: [:]][key] = Entry(value: value, lastUse: uses, node: node)
            list.insert(node)
        } else if groups[group]?.isEmpty == true {
            groups[group] = nil
        }
    }

    /// Marks a value as used, and optionally replaces it.
    mutating func use(_ key: Key, in group: String, as value: Value? = nil) {
        guard let node = groups[group]?[key]?.node else { return }
        list.use(node)
        uses += 1
        groups[group]?[key]?.lastUse = uses
        if let value { groups[group]?[key]?.value = value }
    }

    mutating func remove(group: String) {
        for entry in (groups.removeValue(forKey: group) ?? [:]).values { list.remove(entry.node) }
    }

    /// Evicts the least recently used values when the cost exceeds the capacity, until 90 % of it.
    @discardableResult
    mutating func shrink(to capacity: Int) -> [Key] {
        guard cost > capacity else { return [] }
        return list.evict(to: capacity - capacity / 10).map { node in
            // The list of this store has places only.
            let place = unsafeDowncast(node.content, to: Place.self)
            groups[place.group]?[place.key] = nil
            if groups[place.group]?.isEmpty == true { groups[place.group] = nil }
            return place.key
        }
    }
}
