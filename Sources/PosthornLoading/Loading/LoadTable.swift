import PosthornCurl
import PosthornSupport

/// The loads of a loader by key, with their shares.
///
/// The table is not generic: generic code of another module is not specialized for its user's types, and would
/// take tens of microseconds for each load. Each change returns the actions that the loader carries out.
struct LoadTable {
    typealias Priority = TransferOptions.Priority

    /// What the loader does after a change, in this order.
    struct Actions {
        /// The active loads that have no share left.
        var cancelled: [AnyLoad] = []
        var started: [AnyLoad] = []
        var dropped: [AnyLoad] = []
    }

    /// The loads by the hash of their key.
    private var buckets: [Int: [AnyLoad]] = [:]
    private(set) var queue: LoadQueue
    private var lastNumber = 0

    init(maximumActive: Int, startsNewestFirst: Bool) {
        queue = LoadQueue(maximumActive: maximumActive, startsNewestFirst: startsNewestFirst)
    }

    var loads: [AnyLoad] { buckets.values.flatMap { $0 } }

    var shares: [any AnyLoadShare] {
        loads.flatMap { load in load.shares.values.map { $0.share } }
    }

    /// The load of a key, which a closure compares.
    func load(_ hash: Int, where matches: (AnyLoad) -> Bool) -> AnyLoad? {
        buckets[hash]?.first(where: matches)
    }

    mutating func add(_ load: AnyLoad, _ actions: inout Actions) {
        insert(load)
        startWaiting(&actions)
    }

    mutating func join(
        _ load: AnyLoad, _ share: any AnyLoadShare, _ priority: Priority?,
        _ actions: inout Actions
    ) {
        if !contains(load) { insert(load) }
        load.shares[share.number] = AnyLoad.Share(share: share, priority: priority)
        updatePriority(of: load)
        startWaiting(&actions)
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Removes a share; the load ends with its last one.
    mutating func leave(_ load: AnyLoad, share: Int, _ actions: inout Actions) {
        guard contains(load), load.shares.removeValue(forKey: share) != nil else { return }
        guard load.shares.isEmpty else { return updatePriority(of: load) }
        end(load, &actions)
    }

    /// Ends the prefetch of a key that nobody has asked for.
    mutating func cancelPrefetch(_ load: AnyLoad, _ actions: inout Actions) {
        if contains(load), load.isPrefetch { end(load, &actions) }
    }

    mutating func setPriority(_ priority: Priority?, of load: AnyLoad, share: Int) {
        guard contains(load), load.shares[share] != nil else { return }
        load.shares[share]?.priority = priority
        updatePriority(of: load)
    }

    /// Whether a load has neither ended nor been cancelled.
    func contains(_ load: AnyLoad) -> Bool { load.number > 0 }

    /// Removes an active load that has ended, and returns its shares.
    mutating func finish(_ load: AnyLoad, _ actions: inout Actions) -> [any AnyLoadShare] {
        guard contains(load) else { return [] }
        let shares = load.shares.values.map { $0.share }
        remove(load)
        startWaiting(&actions)
        return shares
    }

    private mutating func insert(_ load: AnyLoad) {
        load.number = nextNumber()
        buckets[load.hash, default: []].append(load)
        load.control?.requestedPriority = load.priority
        queue.add(load)
    }

    private mutating func end(_ load: AnyLoad, _ actions: inout Actions) {
        if load.isActive {
            actions.cancelled = [load]
        } else {
            actions.dropped = [load]
        }
        remove(load)
        startWaiting(&actions)
    }

    private mutating func remove(_ load: AnyLoad) {
        queue.remove(load)
        load.number = 0
        // A load and its shares retain each other until then.
        load.shares = [:]
        buckets[load.hash]?.removeAll { $0 === load }
        if buckets[load.hash]?.isEmpty == true { buckets[load.hash] = nil }
    }

    /// Under the loader's lock, so that the last priority of the call is that of its shares.
    private mutating func updatePriority(of load: AnyLoad) {
        let priority = load.priorityOfShares
        queue.update(load, priority: priority, isPrefetch: false)
        load.control?.requestedPriority = priority
    }

    private mutating func startWaiting(_ actions: inout Actions) {
        while let next = queue.startNext() { actions.started.append(next) }
    }
}

/// The table of a loader with its lock, which shares and loads share.
final class LoadCenter: Sendable {
    private let table: Locked<LoadTable>

    init(maximumActive: Int, startsNewestFirst: Bool) {
        table = Locked(
            LoadTable(maximumActive: maximumActive, startsNewestFirst: startsNewestFirst))
    }

    func read<Result>(_ body: (LoadTable) -> sending Result) -> sending Result {
        table.withLock { body($0) }
    }

    /// Changes the table and carries out the actions that follow.
    func change<Result>(
        _ change: (inout LoadTable, inout LoadTable.Actions) -> sending Result
    ) -> sending Result {
        var actions = LoadTable.Actions()
        let result = table.withLock { change(&$0, &actions) }
        for load in actions.cancelled { load.runner.cancel() }
        for load in actions.dropped { load.control?.abandon() }
        for load in actions.started { load.runner.start { await load.run(in: self) } }
        return result
    }
}
