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
    private let store = Locked(RecencyStore<Key, String, Value>())

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
        self.preferredCost = min(max(0, preferredCost ?? capacity / 5 * 3), max(0, capacity))
        costOfValue = cost
    }

    /// The total cost of all values.
    public var cost: Int { store.withLock { $0.cost } }

    /// The number of values, counting each variant.
    public var count: Int { store.withLock { $0.count } }

    /// Returns a value and marks it as used, or returns `nil` if there is none.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - variant: The variant. The default, an empty text, is the original.
    public func value(for key: Key, variant: String = "") -> Value? {
        store.withLock { $0.use(variant, in: key) }
    }

    /// Stores a value and replaces an earlier one of the same key and variant.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key of the value.
    ///   - variant: The variant. The default, an empty text, is the original.
    public func insert(_ value: Value, for key: Key, variant: String = "") {
        insert(value, cost: cost(of: value), for: key, variant: variant)
    }

    /// Returns the cost of a value by the closure of the user, which runs without a lock.
    func cost(of value: Value) -> Int { max(1, costOfValue(value)) }

    func insert(_ value: Value, cost: Int, for key: Key, variant: String = "") {
        store.withLock { store in
            store.set(cost <= capacity ? value : nil, cost: cost, at: variant, in: key)
            if store.cost > capacity { store.evict(to: preferredCost) }
        }
    }

    /// Removes a key with all of its variants.
    public func remove(_ key: Key) { store.withLock { $0.remove(group: key) } }

    /// Removes one variant of a key.
    public func remove(_ key: Key, variant: String) {
        store.withLock { $0.set(nil, at: variant, in: key) }
    }

    /// Removes all values.
    public func removeAll() { store.withLock { $0 = RecencyStore() } }

    /// Removes the least recently used values until the total cost is at most a limit.
    ///
    /// - Parameter limit: The total cost that remains. The default, `nil`, is ``preferredCost``.
    public func purge(to limit: Int? = nil) {
        store.withLock { _ = $0.evict(to: max(0, limit ?? preferredCost)) }
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
    /// The number of values and their cost, such as `3 values, cost 210 of 1000`.
    public var description: String { "\(count) values, cost \(cost) of \(capacity)" }
}
