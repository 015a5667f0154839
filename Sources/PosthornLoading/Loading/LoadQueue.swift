import PosthornCurl

/// A load that waits or is active, without its types; see ``RecencyNode`` for the reason.
class QueuedLoad {
    /// The number of the load, which tells it apart from earlier ones of its key.
    final let number: Int
    /// The priority of the most urgent receipt; `nil` if none asks for one.
    final var priority: TransferOptions.Priority?
    /// Whether nobody has asked for the value yet.
    final var isPrefetch: Bool
    final fileprivate(set) var isActive = false

    init(number: Int, isPrefetch: Bool) {
        self.number = number
        self.isPrefetch = isPrefetch
    }
}

/// The order and the limit of loads.
struct LoadQueue {
    let maximumActive: Int
    let order: TransferLimits.Order
    private var waiting: [QueuedLoad] = []
    /// The active loads that nobody has asked for.
    private var prefetches: [QueuedLoad] = []
    private(set) var activeCount = 0

    init(maximumActive: Int, order: TransferLimits.Order) {
        self.maximumActive = max(1, maximumActive)
        self.order = order
    }

    var waitingCount: Int { waiting.count }

    mutating func add(_ load: QueuedLoad) { waiting.append(load) }

    /// Removes a load that has ended or was cancelled.
    mutating func remove(_ load: QueuedLoad) {
        guard load.isActive else { return waiting.removeAll { $0 === load } }
        load.isActive = false
        activeCount -= 1
        prefetches.removeAll { $0 === load }
    }

    /// Notes that a caller has asked for the value of a load.
    mutating func join(_ load: QueuedLoad) {
        load.isPrefetch = false
        prefetches.removeAll { $0 === load }
    }

    /// The active prefetch that yields its place to a waiting load that a caller has asked for.
    ///
    /// `nil` if there is a free place, or no such prefetch.
    func prefetchToYield(to load: QueuedLoad) -> QueuedLoad? {
        guard !load.isActive, !load.isPrefetch, activeCount >= maximumActive else { return nil }
        return prefetches.last
    }

    /// Makes the next waiting load active if there is a free place.
    mutating func startNext() -> QueuedLoad? {
        guard activeCount < maximumActive,
            let index = waiting.indices.max(by: { startsLater(waiting[$0], waiting[$1]) })
        else { return nil }
        let load = waiting.remove(at: index)
        load.isActive = true
        activeCount += 1
        if load.isPrefetch { prefetches.append(load) }
        return load
    }

    /// Whether the first load starts after the second one.
    private func startsLater(_ first: QueuedLoad, _ second: QueuedLoad) -> Bool {
        if first.isPrefetch != second.isPrefetch { return first.isPrefetch }
        let priorities = (first.priority ?? .normal, second.priority ?? .normal)
        if priorities.0 != priorities.1 { return priorities.0 < priorities.1 }
        // Prefetches start in the order in which they were added.
        let isFirstIn = order == .firstInFirstOut || first.isPrefetch
        return isFirstIn ? first.number > second.number : first.number < second.number
    }
}
