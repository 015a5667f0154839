public import PosthornCore
public import PosthornStores

extension RetryBudget {
    /// Creates a budget that several processes share.
    ///
    /// ```swift
    /// configuration.retryBudget = RetryBudget(sharedIn: store, localShare: 0.125)
    /// ```
    ///
    /// No call waits for the store: a process tells it of retries and successes at most once in 100 milliseconds and
    /// origin, and not at all while no call needs a retry. What processes take at the same moment, before they know of each
    /// other, is owed: the bucket can have up to `capacity` tokens less than none. If the store fails, the process continues
    /// with its share of the bucket, and asks again after a second.
    ///
    /// - Parameters:
    ///   - store: Where the tokens are counted. All processes use the same store and numbers.
    ///   - localShare: The share of the bucket that this process uses while the store fails, such as 0.125 for one of eight
    ///     processes. It is enough for one retry at least.
    ///   - capacity: The number of tokens in a full bucket, for all processes.
    ///   - cost: The number of tokens that a retry takes.
    ///   - throttlingCost: The number of tokens that a retry after throttling takes.
    public convenience init(
        sharedIn store: any RateStore, localShare: Double, capacity: Int = 500, cost: Int = 14,
        throttlingCost: Int = 5
    ) {
        self.init(
            sharedIn: store, localShare: localShare, capacity: capacity, cost: cost,
            throttlingCost: throttlingCost, callClock: CallClock(ContinuousClock()))
    }

    package convenience init(
        sharedIn store: any RateStore, localShare: Double, capacity: Int = 500, cost: Int = 14,
        throttlingCost: Int = 5, callClock clock: CallClock
    ) {
        self.init(
            capacity: capacity, cost: cost, throttlingCost: throttlingCost,
            shared: SharedBudget(
                store, capacity: max(0, capacity), cost: max(0, cost),
                share: min(1, max(0, localShare)), clock))
    }
}

/// The tokens of a ``RetryBudget`` as a count of those that were taken.
private final class SharedBudget: SharedTokens {
    private let taken: SharedCounts
    private let capacity: Int
    private let localCapacity: Int

    init(
        _ store: any RateStore, capacity: Int, cost: Int, share: Double, _ clock: CallClock
    ) {
        taken = SharedCounts(
            store, prefix: "retries ", width: 1, within: 0...2 * min(capacity, 1 << 51),
            remainder: share, clock)
        self.capacity = capacity
        localCapacity = min(capacity, max(cost, Int(Double(capacity) * share)))
    }

    func tokens(for origin: String) -> Int {
        let (sums, isAlone) = taken.estimate(of: origin)
        return max(0, left(sums, isAlone))
    }

    private func left(_ sums: [Int], _ isAlone: Bool) -> Int {
        (isAlone ? localCapacity : capacity) - sums[0]
    }

    func take(_ cost: Int, for origin: String) -> Bool {
        var isTaken = false
        taken.update(origin) { sums, isAlone in
            isTaken = left(sums, isAlone) >= cost
            // Nothing is added to learn whether others have succeeded.
            return [isTaken ? cost : 0]
        }
        return isTaken
    }

    func add(_ count: Int, for origin: String) {
        taken.update(origin) { sums, _ in sums[0] > 0 ? [-min(count, sums[0])] : nil }
    }
}
