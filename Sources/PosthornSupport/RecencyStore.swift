/// Grouped values with costs, of which the least recently used are evicted first.
///
/// Its members are inlinable, so that other modules compile them for their own types.
package struct RecencyStore<Group: Hashable & Sendable, Key: Hashable & Sendable, Value: Sendable>:
    Sendable
{
    package struct Entry: Sendable {
        @usableFromInline package var value: Value
        @usableFromInline package var cost: Int
        @usableFromInline package var lastUse: Int

        @inlinable package init(value: Value, cost: Int, lastUse: Int) {
            self.value = value
            self.cost = cost
            self.lastUse = lastUse
        }
    }

    @usableFromInline package var groups: [Group: [Key: Entry]] = [:]
    @usableFromInline package var cost = 0
    @usableFromInline var uses = 0

    @inlinable package init() {}

    /// The number of values.
    @inlinable package var count: Int { groups.values.reduce(0) { $0 + $1.count } }

    /// Returns the keys of a group, least recently used first.
    @inlinable package func keys(of group: Group) -> [Key] {
        (groups[group] ?? [:]).sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key)
    }

    /// Sets the value of a key.
    ///
    /// `nil` removes it.
    @inlinable package mutating func set(
        _ value: Value?, cost: Int = 0, at key: Key, in group: Group
    ) {
        self.cost -= groups[group]?.removeValue(forKey: key)?.cost ?? 0
        if let value {
            uses += 1
            groups[group, default: [:]][key] = Entry(value: value, cost: cost, lastUse: uses)
            self.cost += cost
        } else if groups[group]?.isEmpty == true {
            groups[group] = nil
        }
    }

    /// Marks a value as used, optionally replaces it, and returns it.
    @discardableResult @inlinable package mutating func use(
        _ key: Key, in group: Group, as value: Value? = nil
    ) -> Value? {
        uses += 1
        groups[group]?[key]?.lastUse = uses
        if let value { groups[group]?[key]?.value = value }
        return groups[group]?[key]?.value
    }

    @inlinable package mutating func remove(group: Group) {
        for entry in (groups.removeValue(forKey: group) ?? [:]).values { cost -= entry.cost }
    }

    /// Evicts the least recently used values when the cost exceeds the capacity.
    ///
    /// It continues until 90 % of the capacity, so that it does not sort all values for each new one.
    @discardableResult @inlinable package mutating func shrink(to capacity: Int) -> [Key] {
        guard cost > capacity else { return [] }
        return evict(to: capacity - capacity / 10)
    }

    /// Evicts the least recently used values until the cost is at most a limit.
    @discardableResult @inlinable package mutating func evict(to limit: Int) -> [Key] {
        guard cost > limit else { return [] }
        let all = groups.flatMap { group, entries in entries.map { (group, $0.key, $0.value) } }
            .sorted { $0.2.lastUse < $1.2.lastUse }
        var evicted: [Key] = []
        for (group, key, _) in all where cost > limit {
            set(nil, at: key, in: group)
            evicted.append(key)
        }
        return evicted
    }
}
