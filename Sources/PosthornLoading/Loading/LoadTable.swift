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
        /// The active loads that have no share left, or that give up their place.
        var cancelled: [AnyLoad] = []
        var started: [AnyLoad] = []
        var dropped: [AnyLoad] = []
        /// The prefetches that gave up their place and wait again.
        var yielded: [AnyLoad] = []
    }

    /// The loads by the hash of their key.
    private var buckets: [Int: [AnyLoad]] = [:]
    private(set) var queue: LoadQueue
    /// The cancelled loads whose code has not ended, by the hash of their key.
    private var ending: [Int: [AnyLoad]] = [:]
    /// The number of loads that wait for one of these.
    private var heldCount = 0
    private var lastNumber = 0

    init(maximumActive: Int, startsNewestFirst: Bool) {
        queue = LoadQueue(maximumActive: maximumActive, startsNewestFirst: startsNewestFirst)
    }

    /// The number of loads that wait for a place, or for a cancelled load of their key.
    var waitingCount: Int { queue.waitingCount + heldCount }

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
        if !load.isHeld { makePlace(for: load, &actions) }
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
        guard contains(load) else {
            release(load, &actions)
            return []
        }
        let shares = load.shares.values.map { $0.share }
        remove(load)
        startWaiting(&actions)
        return shares
    }

    private mutating func insert(_ load: AnyLoad) {
        load.number = nextNumber()
        buckets[load.hash, default: []].append(load)
        load.control?.requestedPriority = load.priority
        if ending[load.hash]?.contains(where: load.hasSameKey) == true {
            hold(load, true)
        } else {
            queue.add(load)
        }
    }

    private mutating func hold(_ load: AnyLoad, _ isHeld: Bool) {
        guard load.isHeld != isHeld else { return }
        load.isHeld = isHeld
        heldCount += isHeld ? 1 : -1
    }

    private mutating func end(_ load: AnyLoad, _ actions: inout Actions) {
        if load.isActive {
            cancel(load, &actions)
        } else {
            actions.dropped = [load]
            remove(load)
        }
        startWaiting(&actions)
    }

    /// Removes an active load and cancels its task, which may run for some time.
    private mutating func cancel(_ load: AnyLoad, _ actions: inout Actions) {
        actions.cancelled.append(load)
        ending[load.hash, default: []].append(load)
        remove(load)
    }

    /// Queues the load of a key whose cancelled load has ended, so that there is one at a time.
    private mutating func release(_ ended: AnyLoad, _ actions: inout Actions) {
        ending[ended.hash]?.removeAll { $0 === ended }
        if ending[ended.hash]?.isEmpty == true { ending[ended.hash] = nil }
        guard ending[ended.hash]?.contains(where: ended.hasSameKey) != true,
            let load = load(ended.hash, where: ended.hasSameKey), load.isHeld
        else { return }
        hold(load, false)
        queue.add(load)
        makePlace(for: load, &actions)
    }

    /// Lets an active prefetch yield its place to a load that a caller waits for, and starts what can start.
    private mutating func makePlace(for load: AnyLoad, _ actions: inout Actions) {
        if let prefetch = queue.prefetchToYield(to: load) {
            cancel(prefetch, &actions)
            actions.yielded = [prefetch]
        }
        startWaiting(&actions)
    }

    private mutating func remove(_ load: AnyLoad) {
        if load.isHeld { hold(load, false) } else { queue.remove(load) }
        load.number = 0
        // A load and its shares retain each other until then.
        load.shares = [:]
        buckets[load.hash]?.removeAll { $0 === load }
        if buckets[load.hash]?.isEmpty == true { buckets[load.hash] = nil }
    }

    /// Under the loader's lock, so that the last priority of the call is that of its shares.
    private mutating func updatePriority(of load: AnyLoad) {
        let priority = load.priorityOfShares
        if load.isHeld {
            (load.priority, load.isPrefetch) = (priority, false)
        } else {
            queue.update(load, priority: priority, isPrefetch: false)
        }
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
        for load in actions.yielded {
            let again = load.again()
            self.change { table, actions in
                if table.load(again.hash, where: again.hasSameKey) == nil {
                    table.add(again, &actions)
                }
            }
        }
        return result
    }
}
