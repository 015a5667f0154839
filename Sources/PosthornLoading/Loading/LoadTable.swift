import PosthornCurl

/// The loads of a loader, those that wait and those that are active.
///
/// A plain value: each change returns the actions that the loader carries out.
struct LoadTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Priority = TransferOptions.Priority
    typealias Work = CallTask<Value, any Error>

    struct Share: Sendable {
        let receipt: LoadReceipt<Value>
        var priority: Priority?
    }

    struct Load: Sendable {
        /// The number of the load, which tells it apart from earlier ones of its key.
        let number: Int
        let key: Key
        let work: Work
        /// The receipts by their number; empty for a load that was only prefetched.
        var shares: [Int: Share] = [:]
        var isActive = false

        var isPrefetch: Bool { shares.isEmpty }
        /// The priority of the most urgent receipt; `nil` if none asks for one.
        var priority: Priority? {
            isPrefetch ? .low : shares.values.compactMap(\.priority).max()
        }
    }

    /// What the loader does after a change, in this order.
    struct Actions {
        /// The work of active loads that have no receipt left, or that give up their place.
        var cancelled: [Work] = []
        var started: [Load] = []
        /// The keys of prefetches that gave up their place and wait again.
        var yielded: [Key] = []
        /// The loads whose priority may have changed.
        var reprioritized: [Load] = []
    }

    let maximumActive: Int
    let order: TransferLimits.Order
    private(set) var loads: [Key: Load] = [:]
    private(set) var activeCount = 0
    private var lastNumber = 0

    init(maximumActive: Int, order: TransferLimits.Order) {
        self.maximumActive = max(1, maximumActive)
        self.order = order
    }

    var waitingCount: Int { loads.count - activeCount }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a receipt to the load of a key, or a new load if there is none.
    ///
    /// - Parameters:
    ///   - share: The receipt. `nil` only prefetches.
    ///   - work: The work of a new load.
    mutating func join(_ key: Key, _ share: Share?, work: Work) -> Actions {
        var load = loads[key] ?? Load(number: nextNumber(), key: key, work: work)
        if let share { load.shares[share.receipt.number] = share }
        loads[key] = load
        var actions = Actions(reprioritized: [load])
        if share != nil, !load.isActive, activeCount >= maximumActive,
            let prefetch = loads.values.filter({ $0.isActive && $0.isPrefetch })
                .max(by: { $0.number < $1.number })
        {
            loads[prefetch.key] = nil
            activeCount -= 1
            actions.cancelled = [prefetch.work]
            actions.yielded = [prefetch.key]
        }
        actions.started = startWaiting()
        return actions
    }

    /// Removes a receipt; the load ends with its last one.
    mutating func leave(_ key: Key, receipt: Int) -> Actions {
        guard var load = loads[key], load.shares.removeValue(forKey: receipt) != nil else {
            return Actions()
        }
        loads[key] = load
        guard load.shares.isEmpty else { return Actions(reprioritized: [load]) }
        return remove(load)
    }

    /// Ends the prefetch of a key that nobody has asked for.
    mutating func cancelPrefetch(_ key: Key) -> Actions {
        guard let load = loads[key], load.isPrefetch else { return Actions() }
        return remove(load)
    }

    private mutating func remove(_ load: Load) -> Actions {
        loads[load.key] = nil
        guard load.isActive else { return Actions() }
        activeCount -= 1
        return Actions(cancelled: [load.work], started: startWaiting())
    }

    mutating func setPriority(_ priority: Priority?, of key: Key, receipt: Int) -> Actions {
        loads[key]?.shares[receipt]?.priority = priority
        guard let load = loads[key], load.isActive else { return Actions() }
        return Actions(reprioritized: [load])
    }

    /// Removes an active load that has ended; `nil` if it was cancelled before.
    mutating func finish(_ key: Key, number: Int) -> (load: Load, actions: Actions)? {
        guard let load = loads[key], load.number == number, load.isActive else { return nil }
        loads[key] = nil
        activeCount -= 1
        return (load, Actions(started: startWaiting()))
    }

    /// Starts waiting loads while there are free places.
    private mutating func startWaiting() -> [Load] {
        var started: [Load] = []
        while activeCount < maximumActive, activeCount < loads.count,
            let next = loads.values.filter({ !$0.isActive }).max(by: startsLater)
        {
            loads[next.key]?.isActive = true
            activeCount += 1
            started.append(next)
        }
        return started
    }

    /// Whether the first load starts after the second one.
    private func startsLater(_ first: Load, _ second: Load) -> Bool {
        if first.isPrefetch != second.isPrefetch { return first.isPrefetch }
        let priorities = (first.priority ?? .normal, second.priority ?? .normal)
        if priorities.0 != priorities.1 { return priorities.0 < priorities.1 }
        // Prefetches start in the order of their keys.
        let isFirstIn = order == .firstInFirstOut || first.isPrefetch
        return isFirstIn ? first.number > second.number : first.number < second.number
    }
}
