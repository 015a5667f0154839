import PosthornSupport

/// Values in memory, of which the least recently used are removed first.
///
/// A value has a key and optionally a variant, such as a size or a filter. The variants of one key are separate
/// values that are removed together by ``remove(_:)``. When the total cost exceeds ``capacity``, values are
/// removed until it is at most ``preferredCost``.
///
/// ```swift
/// let thumbnails = MemoryCache<String, Bitmap>(capacity: 64 << 20, cost: \.byteCount)
/// ```
///
/// The cache knows nothing of HTTP and its values do not expire. A ``Loader`` reads and fills it. You can use a
/// cache from any thread, and share one among several loaders.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The highest total cost, usually in bytes.
    public let capacity: Int
    /// The total cost that remains after values were removed because of the capacity or of memory pressure.
    public let preferredCost: Int

    private let costOfValue: @Sendable (Value) -> Int
    private let list = Locked(RecencyList())

    private final class Entry: Sendable {
        let key: Key
        let variant: String
        let value: Value

        init(_ key: Key, _ variant: String, _ value: Value) {
            self.key = key
            self.variant = variant
            self.value = value
        }

        /// The entry of a node; the list of a cache has entries only.
        static func of(_ node: RecencyNode) -> Entry {
            unsafeDowncast(node.content, to: Entry.self)
        }
    }

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: The highest total cost. The default is 100 MiB; 0 or less stores nothing.
    ///   - preferredCost: The total cost that remains after a purge, at most the capacity. The default, `nil`,
    ///     is 60 % of the capacity.
    ///   - cost: Returns the cost of a value, usually its decoded size in bytes; less than 1 counts as 1. A value
    ///     that costs more than the capacity is not stored.
    public init(
        capacity: Int = 100 << 20, preferredCost: Int? = nil,
        cost: @escaping @Sendable (Value) -> Int
    ) {
        self.capacity = max(0, capacity)
        self.preferredCost = min(
            max(0, preferredCost ?? capacity - capacity / 5 * 2), self.capacity)
        costOfValue = cost
    }

    /// The total cost of all values.
    public var cost: Int { list.withLock { $0.cost } }

    /// The number of values, counting each variant.
    public var count: Int { list.withLock { $0.count } }

    /// Returns a value and marks it as used, or returns `nil` if there is none.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - variant: The variant. The default, an empty text, is the original.
    public func value(for key: Key, variant: String = "") -> Value? {
        let hash = key.hashValue
        return list.withLock { list in
            guard let node = node(key, variant, hash, in: list) else { return nil }
            list.use(node)
            return Entry.of(node).value
        }
    }

    /// Stores a value and replaces an earlier one of the same key and variant.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key of the value.
    ///   - variant: The variant. The default, an empty text, is the original.
    public func insert(_ value: Value, for key: Key, variant: String = "") {
        _ = insert(value, cost: cost(of: value), for: key, variant: variant)
    }

    /// Returns the cost of a value by the closure of the user, which runs without a lock.
    func cost(of value: Value) -> Int { max(1, costOfValue(value)) }

    /// The number of removals by the user so far.
    var removals: Int { list.withLock { $0.removals } }

    /// Stores a value unless the user has removed values since `removals` was read.
    ///
    /// - Returns: The values that were removed, for the caller to release without a lock: their `deinit` is code of
    ///   the user.
    func insert(
        _ value: Value, cost: Int, for key: Key, variant: String = "",
        unlessRemovedSince: Int? = nil
    ) -> [RecencyNode] {
        let new = RecencyNode(hash: key.hashValue, cost: cost, Entry(key, variant, value))
        return list.withLock { list in
            guard unlessRemovedSince ?? list.removals == list.removals else { return [] }
            let old = node(key, variant, new.hash, in: list)
            if let old { list.remove(old) }
            let removed: [RecencyNode] = old.map { [$0] } ?? []
            guard cost <= capacity else { return removed }
            list.insert(new)
            // The new value stays, even if it alone costs more than the preferred cost.
            return list.cost > capacity
                ? removed + list.evict(to: preferredCost, but: new) : removed
        }
    }

    /// Removes a key with all of its variants.
    ///
    /// A loader does not store a value whose load began before.
    public func remove(_ key: Key) { remove(key) { _ in true } }

    /// Removes one variant of a key.
    public func remove(_ key: Key, variant: String) { remove(key) { $0 == variant } }

    private func remove(_ key: Key, where matches: (String) -> Bool) {
        let hash = key.hashValue
        let removed = list.withLock { list in
            list.removals += 1
            var removed: [RecencyNode] = []
            while let node = first(
                hash, in: list, where: { $0.key == key && matches($0.variant) })
            {
                list.remove(node)
                removed.append(node)
            }
            return removed
        }
        // Released without the lock, like in the other functions that remove values.
        _ = removed
    }

    /// Removes all values.
    ///
    /// A loader does not store values whose loads began before.
    public func removeAll() {
        _ = list.withLock { list in
            list.removals += 1
            return list.evict(to: 0)
        }
    }

    /// Removes the least recently used values until the total cost is at most a limit.
    ///
    /// - Parameter limit: The total cost that remains. The default, `nil`, is ``preferredCost``.
    public func purge(to limit: Int? = nil) {
        _ = list.withLock { $0.evict(to: max(0, limit ?? preferredCost)) }
    }

    private func node(
        _ key: Key, _ variant: String, _ hash: Int, in list: RecencyList
    ) -> RecencyNode? {
        first(hash, in: list) { $0.key == key && $0.variant == variant }
    }

    private func first(
        _ hash: Int, in list: RecencyList, where matches: (Entry) -> Bool
    ) -> RecencyNode? {
        var node = list.first(hash)
        while let current = node {
            if matches(Entry.of(current)) { return current }
            node = current.nextInBucket
        }
        return nil
    }

    /// Removes values at each element of a sequence, until the sequence ends or the task is cancelled.
    ///
    /// ```swift
    /// let pressure = try MemoryPressure()
    /// Task { await cache.purge(at: pressure.events) }
    /// ```
    ///
    /// - Parameters:
    ///   - events: The events, such as those of ``MemoryPressure``.
    ///   - limit: The total cost that remains, least recently used values first. The default, 0, removes all.
    public func purge<Events: AsyncSequence>(
        at events: Events, to limit: Int = 0
    ) async where Events.Failure == Never {
        for await _ in events { purge(to: limit) }
    }
}

extension MemoryCache: RedactedStringConvertible {
    /// The number of values and their cost, such as `values: 3, cost: 210 of 1000`.
    public var description: String { "values: \(count), cost: \(cost) of \(capacity)" }
}
