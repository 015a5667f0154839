struct LoadQueue {
    let maximumActive: Int
    let startsNewestFirst: Bool
    /// In the order of their start, the next one last.
    private var waiting: [AnyLoad] = []
    private(set) var activeCount = 0

    init(maximumActive: Int, startsNewestFirst: Bool) {
        self.maximumActive = max(1, maximumActive)
        self.startsNewestFirst = startsNewestFirst
    }

    var waitingCount: Int { waiting.count }

    mutating func add(_ load: AnyLoad) {
        // A binary search for the first load that starts before the new one.
        var range = 0..<waiting.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if startsLater(waiting[middle], load) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        waiting.insert(load, at: range.lowerBound)
    }

    mutating func remove(_ load: AnyLoad) {
        guard load.isActive else {
            if let index = waiting.firstIndex(where: { $0 === load }) { waiting.remove(at: index) }
            return
        }
        load.isActive = false
        activeCount -= 1
    }

    /// Changes the priority of a load, and whether nobody has asked for its value yet.
    mutating func update(
        _ load: AnyLoad, priority: TransferOptions.Priority?, isPrefetch: Bool
    ) {
        guard load.priority != priority || load.isPrefetch != isPrefetch else { return }
        let isWaiting = !load.isActive
        if isWaiting { remove(load) }
        load.priority = priority
        load.isPrefetch = isPrefetch
        if isWaiting { add(load) }
    }

    /// Makes the next waiting load active if there is a free place.
    mutating func startNext() -> AnyLoad? {
        guard activeCount < maximumActive, let load = waiting.popLast() else { return nil }
        load.isActive = true
        activeCount += 1
        return load
    }

    private func startsLater(_ first: AnyLoad, _ second: AnyLoad) -> Bool {
        if first.isPrefetch != second.isPrefetch { return first.isPrefetch }
        let priorities = (first.priority ?? .normal, second.priority ?? .normal)
        if priorities.0 != priorities.1 { return priorities.0 < priorities.1 }
        // Prefetches start in the order in which they were added.
        let isFirstIn = !startsNewestFirst || first.isPrefetch
        return isFirstIn ? first.number > second.number : first.number < second.number
    }
}
