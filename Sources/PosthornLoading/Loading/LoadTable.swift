import PosthornCurl

/// The loads of a loader by key, with their receipts.
///
/// Each change returns the actions that the loader carries out.
struct LoadTable<Key: Hashable & Sendable, Value: Sendable> {
    typealias Priority = TransferOptions.Priority
    typealias Work = LoadWork<Value>

    struct Share: Sendable {
        let receipt: LoadReceipt<Value>
        var priority: Priority?
    }

    final class Load: QueuedLoad {
        let key: Key
        let work: Work
        /// The number of removals in the cache when the load began.
        let removals: Int
        /// The receipts by their number; empty for a load that was only prefetched.
        fileprivate(set) var shares: [Int: Share] = [:]

        init(number: Int, _ key: Key, _ work: Work, removals: Int) {
            self.key = key
            self.work = work
            self.removals = removals
            super.init(number: number)
            work.attachment?.setPriority(priority)
        }

        /// The priority of the most urgent receipt; `nil` if that is the call's own.
        fileprivate var priorityOfReceipts: Priority? {
            // Key paths of generic types are made anew at each use, which takes microseconds.
            var highest: Priority?
            var asksForOwn = false
            for share in shares.values {
                if let priority = share.priority {
                    highest = max(priority, highest ?? priority)
                } else {
                    asksForOwn = true
                }
            }
            // A receipt without a priority asks for the call's own, which is normal or higher.
            return asksForOwn && highest ?? .normal <= .normal ? nil : highest
        }
    }

    /// A load to start.
    struct Start: Sendable {
        let key: Key
        let number: Int
        let work: Work
        let removals: Int
    }

    /// What the loader does after a change, in this order.
    struct Actions: Sendable {
        /// The work of active loads that have no receipt left, or that give up their place.
        var cancelled: [Work] = []
        var started: [Start] = []
        /// The work of loads that will not start.
        var dropped: [Work] = []
        /// The keys of prefetches that gave up their place and wait again.
        var yielded: [Key] = []
    }

    private(set) var loads: [Key: Load] = [:]
    private(set) var queue: LoadQueue
    private var lastNumber = 0

    init(maximumActive: Int, order: TransferLimits.Order) {
        queue = LoadQueue(maximumActive: maximumActive, order: order)
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a receipt to the load of a key, or a new load if there is none.
    ///
    /// - Parameters:
    ///   - share: The receipt. `nil` only prefetches.
    ///   - work: The work of a new load.
    ///   - removals: The number of removals in the cache.
    mutating func join(
        _ key: Key, _ share: Share?, work: Work, removals: Int, _ actions: inout Actions
    ) {
        let load: Load
        if let known = loads[key] {
            load = known
        } else {
            load = Load(number: nextNumber(), key, work, removals: removals)
            loads[key] = load
            queue.add(load)
        }
        if let share {
            load.shares[share.receipt.number] = share
            updatePriority(of: load)
        }
        if let prefetch = queue.prefetchToYield(to: load).map({ unsafeDowncast($0, to: Load.self) })
        {
            queue.remove(prefetch)
            loads[prefetch.key] = nil
            actions.cancelled = [prefetch.work]
            actions.yielded = [prefetch.key]
        }
        startWaiting(&actions)
    }

    /// Removes a receipt; the load ends with its last one.
    mutating func leave(_ key: Key, receipt: Int, _ actions: inout Actions) {
        guard let load = loads[key], load.shares.removeValue(forKey: receipt) != nil else { return }
        guard load.shares.isEmpty else { return updatePriority(of: load) }
        remove(load, &actions)
    }

    /// Ends the prefetch of a key that nobody has asked for.
    mutating func cancelPrefetch(_ key: Key, _ actions: inout Actions) {
        if let load = loads[key], load.isPrefetch { remove(load, &actions) }
    }

    private mutating func remove(_ load: Load, _ actions: inout Actions) {
        if load.isActive { actions.cancelled = [load.work] } else { actions.dropped = [load.work] }
        loads[load.key] = nil
        queue.remove(load)
        startWaiting(&actions)
    }

    mutating func setPriority(_ priority: Priority?, of key: Key, receipt: Int) {
        guard let load = loads[key], load.shares[receipt] != nil else { return }
        load.shares[receipt]?.priority = priority
        updatePriority(of: load)
    }

    /// Under the loader's lock, so that the last priority of the call is that of its receipts.
    private mutating func updatePriority(of load: Load) {
        let priority = load.priorityOfReceipts
        queue.update(load, priority: priority, isPrefetch: false)
        load.work.attachment?.setPriority(priority)
    }

    /// Whether a load is in the table and not a later one of its key.
    func contains(_ start: Start) -> Bool { loads[start.key]?.number == start.number }

    /// Removes an active load that has ended, and returns its receipts.
    mutating func finish(_ start: Start, _ actions: inout Actions) -> [LoadReceipt<Value>] {
        guard let load = loads[start.key], load.number == start.number else { return [] }
        loads[start.key] = nil
        queue.remove(load)
        startWaiting(&actions)
        return load.shares.values.map { $0.receipt }
    }

    /// Starts waiting loads while there are free places.
    private mutating func startWaiting(_ actions: inout Actions) {
        while let next = queue.startNext() {
            let load = unsafeDowncast(next, to: Load.self)
            actions.started.append(
                Start(
                    key: load.key, number: load.number, work: load.work, removals: load.removals))
        }
    }
}
