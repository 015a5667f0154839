public import FoundationEssentials
public import PosthornCurl

/// Loads values by key, once for all callers that ask for the same key at the same time.
///
/// ```swift
/// let photos = Loader(cache: MemoryCache(cost: \.byteCount)) { id in
///     shop.task(for: ShopAPI.GetPhoto(id: id)).map { try decoder.decode($0) }
/// }
/// let photo = try await photos.value(for: "4711")
/// ```
///
/// The closure creates the handle of a call for a key, so the load has the cipher, the response policy and the
/// retries of that call. Each caller has a `CallTask` of its own. Cancelling it does not affect the others;
/// cancelling the last one cancels the call. A load has the priority of its most urgent caller.
///
/// At most ``maximumActive`` loads are active; the others wait. Those with a higher priority start first, and of
/// those with the same priority the oldest, or the newest with `startsNewestFirst`. If a `cache` is set, a value in it
/// is returned at once, and loaded values are stored in it. Errors are not stored: the next caller loads again.
///
/// A load belongs to all of its callers, so it inherits no task-local values, such as the deadline of
/// `withCallDeadline` or the span of a trace. A cancelled load gives up its place at once, even if its code
/// continues.
///
/// You can use a loader from any thread. A load continues if its loader is released.
public final class Loader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The highest number of loads that are active at the same time.
    public let maximumActive: Int
    /// The cache of loaded values; `nil` if there is none.
    public let cache: MemoryCache<Key, Value>?

    private let makeWork: Load<Key, Value>.Maker
    private let center: LoadCenter

    /// Creates a loader of values that calls return.
    ///
    /// - Parameters:
    ///   - cache: The cache of loaded values. The default, `nil`, is none.
    ///   - maximumActive: The highest number of loads that are active at the same time, at least 1. The default
    ///     is 4.
    ///   - startsNewestFirst: Whether the newest of waiting loads with the same priority starts first. The default is
    ///     the order of their requests.
    ///   - task: Creates the handle of a call that has not started, as `APIService.task(for:)` does. It may run
    ///     more than once for a load, and the handles that are not used are released.
    public init<Failure: Error>(
        cache: MemoryCache<Key, Value>? = nil, maximumActive: Int = 4,
        startsNewestFirst: Bool = false,
        task: @escaping @Sendable (Key) -> CallTask<Value, Failure>
    ) {
        self.cache = cache
        self.maximumActive = max(1, maximumActive)
        center = LoadCenter(maximumActive: maximumActive, startsNewestFirst: startsNewestFirst)
        makeWork = { key in LoadWork(task(key)) }
    }

    /// Creates a loader of values that any asynchronous code returns.
    ///
    /// Its loads report no progress, and their priority decides only which one starts first.
    ///
    /// - Parameters:
    ///   - cache: The cache of loaded values. The default, `nil`, is none.
    ///   - maximumActive: The highest number of loads that are active at the same time, at least 1. The default
    ///     is 4.
    ///   - startsNewestFirst: Whether the newest of waiting loads with the same priority starts first. The default is
    ///     the order of their requests.
    ///   - load: Loads the value. Its task is cancelled with the last caller.
    public init(
        cache: MemoryCache<Key, Value>? = nil, maximumActive: Int = 4,
        startsNewestFirst: Bool = false,
        load: @escaping @Sendable (Key) async throws -> Value
    ) {
        self.cache = cache
        self.maximumActive = max(1, maximumActive)
        center = LoadCenter(maximumActive: maximumActive, startsNewestFirst: startsNewestFirst)
        makeWork = { key in LoadWork { try await load(key) } }
    }

    /// The number of active loads.
    public var activeCount: Int { center.read { $0.queue.activeCount } }

    /// The number of loads that wait for a place.
    public var waitingCount: Int { center.read { $0.queue.waitingCount } }

    var shareCount: Int { center.read { $0.shares.count } }

    /// Returns the cached value, or joins the load of the key, or starts one.
    ///
    /// If the calling task is cancelled, its share in the load is cancelled.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - priority: The priority of this caller. The default, `nil`, is that of the call.
    /// - Throws: The error of the load; a `TransportError` with the code `cancelled` in a cancelled task.
    public func value(
        for key: Key, priority: TransferOptions.Priority? = nil
    ) async throws -> Value {
        if let value = cache?.value(for: key) { return value }
        return try await share(key, priority: priority).value
    }

    /// Joins the load of a key or starts one, and returns this caller's handle.
    ///
    /// The load starts without the handle being resumed, and `suspend()` does nothing, because other callers share
    /// it. Its `priority` is what this caller asks for, and its progress that of the load. Cancelling the handle, or
    /// a task that awaits its value, ends the wait of this caller only.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - priority: The priority of this caller. The default, `nil`, is that of the call.
    ///   - id: An identifier for ``cancel(_:reason:)``. The default, `nil`, is none.
    ///   - ignoresCache: Whether to load the value even if it is in the cache, and to replace it there. A load
    ///     that is in progress is joined. The default is `false`.
    /// - Returns: A handle whose value throws the error of the load, or a `TransportError` with the code
    ///   `cancelled`.
    public func load(
        _ key: Key, priority: TransferOptions.Priority? = nil, id: UUID? = nil,
        ignoresCache: Bool = false
    ) -> CallTask<Value, any Error> {
        share(key, priority: priority, id: id, ignoresCache: ignoresCache).handle
    }

    func share(
        _ key: Key, priority: TransferOptions.Priority? = nil, id: UUID? = nil,
        ignoresCache: Bool = false
    ) -> LoadShare<Value> {
        let cached = ignoresCache ? nil : cache
        if let value = cached?.value(for: key) { return LoadShare(value) }
        let hash = key.hashValue
        var new: Load<Key, Value>?
        while true {
            let share = center.change { table, actions -> LoadShare<Value>? in
                let known = table.load(hash) {
                    unsafeDowncast($0, to: Load<Key, Value>.self).key == key
                }
                // A load stores its value before it leaves the table, so no caller misses both.
                if known == nil, let value = cached?.value(for: key) {
                    return LoadShare(value)
                }
                guard let load = known ?? new else { return nil }
                let share = LoadShare<Value>(
                    id, number: table.nextNumber(), of: load, center)
                table.join(load, share, priority, &actions)
                return share
            }
            if let share { return share }
            // The closure of the user runs without the lock.
            new = Load(key, cache, makeWork)
        }
    }

    /// Loads values into the cache, while no caller waits for a place.
    ///
    /// A value that is in the cache or being loaded is not loaded again. A prefetch starts only in a place for which
    /// no caller waits. A prefetch that a caller joins is that caller's load from then on, and ends with the last
    /// caller. An error ends the prefetch of its key only, and is not reported.
    ///
    /// Without a `cache`, a prefetch is useful only if the call has an HTTP cache.
    public func prefetch(_ keys: some Sequence<Key>) {
        for key in keys where cache?.value(for: key) == nil {
            let load = Load(key, cache, makeWork)
            center.change { table, actions in
                if table.load(load.hash, where: load.hasSameKey) == nil {
                    table.add(load, &actions)
                }
            }
        }
    }

    /// Cancels the prefetching of keys that no caller has asked for.
    public func cancelPrefetching(_ keys: some Sequence<Key>) {
        for key in keys {
            center.change { table, actions in
                let load = table.load(key.hashValue) {
                    unsafeDowncast($0, to: Load<Key, Value>.self).key == key
                }
                if let load { table.cancelPrefetch(load, &actions) }
            }
        }
    }

    /// Cancels the callers with an identifier, as `cancel(reason:)` of their handles does.
    ///
    /// - Returns: Whether there was such a caller.
    @discardableResult
    public func cancel(_ id: UUID, reason: String? = nil) -> Bool {
        let shares = center.read { $0.shares }.filter { $0.id == id }
        for share in shares { share.cancel(reason: reason) }
        return !shares.isEmpty
    }

    /// Cancels all callers and prefetches.
    ///
    /// The loader stays usable. To forget values as well, for example when a user logs out, call
    /// ``MemoryCache/removeAll()`` of its cache: values of loads that began before are then not stored.
    ///
    /// - Parameter reason: A text added to the errors' messages. `nil`, the default, adds nothing.
    public func cancelAll(reason: String? = nil) {
        let (loads, shares) = center.read { ($0.loads, $0.shares) }
        for share in shares { share.cancel(reason: reason) }
        for load in loads {
            center.change { table, actions in
                table.cancelPrefetch(load, &actions)
            }
        }
    }
}

extension Loader: RedactedStringConvertible {
    /// The numbers of loads, such as `loader: 4 active, 12 waiting`.
    public var description: String {
        let (active, waiting) = center.read { ($0.queue.activeCount, $0.queue.waitingCount) }
        return "loader: \(active) active, \(waiting) waiting"
    }
}
