import PosthornCurl
import PosthornSupport

/// A load that waits or is active, without its types; see ``LoadTable`` for the reason.
// SAFETY: the variables are accessed only under the lock of the loader.
class AnyLoad: @unchecked Sendable {
    struct Share {
        let share: any AnyLoadShare
        var priority: TransferOptions.Priority?
    }

    final let hash: Int
    /// Controls the priority of the call and reports its progress; `nil` for a closure.
    final let control: (any CallControl)?
    final let runner = LoadRunner()

    /// The position of the load in the order of requests; 0 before it is in the table and after it has left.
    final var number = 0
    /// The shares by their number; empty for a load that was only prefetched.
    final var shares: [Int: Share] = [:]
    /// The priority of the most urgent share; `nil` if none asks for one.
    final var priority: TransferOptions.Priority? = .low
    /// Whether nobody has asked for the value yet.
    final var isPrefetch = true
    final var isActive = false

    init(hash: Int, _ control: (any CallControl)?) {
        self.hash = hash
        self.control = control
    }

    func run(in center: LoadCenter) async {}
    func hasSameKey(as other: AnyLoad) -> Bool { false }

    /// The priority of the most urgent share; `nil` if that is the call's own.
    final var priorityOfShares: TransferOptions.Priority? {
        var highest: TransferOptions.Priority?
        var asksForOwn = false
        for share in shares.values {
            if let priority = share.priority {
                highest = max(priority, highest ?? priority)
            } else {
                asksForOwn = true
            }
        }
        // A share without a priority asks for the call's own, which is normal or higher.
        return asksForOwn && highest ?? .normal <= .normal ? nil : highest
    }
}

// SAFETY: it adds constants of `Sendable` types.
final class Load<Key: Hashable & Sendable, Value: Sendable>: AnyLoad, @unchecked Sendable {
    typealias Maker = @Sendable (Key) -> LoadWork<Value>

    let key: Key
    private let work: @Sendable () async throws -> Value
    private let cache: MemoryCache<Key, Value>?
    /// The number of removals in the cache when the load was made.
    private let removals: Int

    init(_ key: Key, _ cache: MemoryCache<Key, Value>?, _ make: Maker) {
        self.key = key
        self.cache = cache
        removals = cache?.removals ?? 0
        let work = make(key)
        self.work = work.run
        super.init(hash: key.hashValue, work.control)
    }

    override func hasSameKey(as other: AnyLoad) -> Bool {
        // A loader has loads of one type.
        unsafeDowncast(other, to: Load.self).key == key
    }

    override func run(in center: LoadCenter) async {
        let result: Result<Value, any Error>
        var cost = 0
        do {
            let value = try await work()
            cost = cache?.cost(of: value) ?? 0
            result = .success(value)
        } catch {
            result = .failure(error)
        }
        // Released without the lock, because the `deinit` of a value is the user's code.
        var removed: [RecencyNode]?
        let shares = center.change { table, actions in
            if case .success(let value) = result, table.contains(self) {
                removed = cache?.insert(
                    value, cost: cost, for: key, unlessRemovedSince: removals)
            }
            return table.finish(self, &actions)
        }
        _ = removed
        // The task and its code retain each other until then.
        runner.cancel()
        for share in shares {
            unsafeDowncast(share, to: LoadShare<Value>.self).finish(result)
        }
    }
}

/// The code of one load: a call with its handle, or a closure.
struct LoadWork<Value: Sendable>: Sendable {
    let run: @Sendable () async throws -> Value
    let control: (any CallControl)?

    init<Failure: Error>(_ call: CallTask<Value, Failure>) {
        control = call.control
        run = {
            try await withTaskCancellationHandler {
                try await call.value
            } onCancel: {
                call.cancel()
            }
        }
    }

    init(_ run: @escaping @Sendable () async throws -> Value) {
        control = nil
        self.run = run
    }
}

/// A task that may be cancelled before it exists.
final class LoadRunner: Sendable {
    private enum State { case waiting, running(Task<Void, Never>), cancelled }

    private let state = Locked(State.waiting)

    func start(_ work: @escaping @Sendable () async -> Void) {
        // Detached: another caller's deadline and trace must not apply to a load that waited for its place.
        let task = Task.detached(operation: work)
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the task, or prevents it from running uncancelled; releases it in any case.
    func cancel() {
        let earlier = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        if case .running(let task) = earlier { task.cancel() }
    }
}
