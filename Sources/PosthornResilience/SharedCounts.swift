import PosthornCore
import PosthornStores

/// Counts that processes share, by group.
///
/// Changes count for this process at once. The store receives them at most once in 100 milliseconds and group. If it
/// fails, changes stay in this process for a second, and the store is not told of them.
final class SharedCounts: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What the store says about a group.
    struct News: Sendable {
        /// What other processes have added since the last news; zeros if that is not known.
        let others: [Int]
        let counts: RateCounts
    }

    private struct Group {
        /// The sums that the store returned last, and what was added while it was away; `nil` before its first response.
        var sums: [Int]?
        /// What the store does not know, of which `sent` is on its way; `nil` if the store need not be asked.
        var unsent: [Int]?
        var sent: [Int]?
        var isAsking = false
        var isAlone = false
        /// When the store was asked last, and when it is asked again after a failure.
        var asked: Instant?
        var retry: Instant?

        func estimate(_ width: Int) -> [Int] {
            (0..<width).map { index in
                (sums?[index] ?? 0) + (sent?[index] ?? 0) + (unsent?[index] ?? 0)
            }
        }
    }

    private let store: any RateStore
    /// The beginning of the groups' names in the store.
    private let prefix: String
    private let width: Int
    private let bounds: ClosedRange<Int>
    /// What remains of each sum when the store begins to fail.
    private let remainder: Double
    private let clock: CallClock
    private let groups = Locked<[String: Group]>([:])
    private static let mostGroups = 1_000

    init(
        _ store: any RateStore, prefix: String, width: Int, within bounds: ClosedRange<Int>,
        remainder: Double = 1, _ clock: CallClock
    ) {
        (self.store, self.prefix) = (store, prefix)
        (self.width, self.bounds) = (width, bounds)
        (self.remainder, self.clock) = (remainder, clock)
    }

    /// Returns the sums of a group as far as they are known, and whether the store is away.
    func estimate(of name: String) -> (sums: [Int], isAlone: Bool) {
        groups.withLock { groups in
            let group = groups[name] ?? Group()
            return (group.estimate(width), group.isAlone)
        }
    }

    /// Changes the counts of a group.
    ///
    /// - Parameters:
    ///   - change: Returns the amounts to add, or `nil` for none.
    ///   - receive: Receives the news of the store.
    func update(
        _ name: String, receive: @escaping @Sendable (News) -> Void = { _ in },
        _ change: (_ sums: [Int], _ isAlone: Bool) -> [Int]?
    ) {
        let now = clock.now()
        let starts = groups.withLock { groups in
            makeRoom(in: &groups)
            var group = groups[name] ?? Group()
            guard let amounts = change(group.estimate(width), group.isAlone) else {
                return false
            }
            // After a failure, changes stay in this process for a while.
            let asks = group.retry.map { $0 <= now } ?? true
            if asks {
                group.unsent = (0..<width).map { (group.unsent?[$0] ?? 0) + amounts[$0] }
            } else {
                group.sums = (0..<width).map { (group.sums?[$0] ?? 0) + amounts[$0] }
            }
            let starts = asks && !group.isAsking
            if starts { group.isAsking = true }
            groups[name] = group
            return starts
        }
        if starts { Task { await ask(name, receive) } }
    }

    /// Asks the store until nothing is unsent.
    private func ask(_ name: String, _ receive: @Sendable (News) -> Void) async {
        while true {
            let now = clock.now()
            let asked = groups.withLock { $0[name]?.asked }
            if let asked, asked + SharedCalls.round > now {
                try? await clock.sleep(asked + SharedCalls.round - now)
            }
            let start = clock.now()
            let amounts = groups.withLock { groups -> [Int] in
                let amounts = groups[name]?.unsent ?? Array(repeating: 0, count: width)
                groups[name]?.asked = start
                groups[name]?.sent = amounts
                groups[name]?.unsent = nil
                return amounts
            }
            let counts = try? await store.add(amounts, to: prefix + name, within: bounds)
            let end = clock.now()
            let (news, isDone) = groups.withLock { groups in
                finish(&groups, name, amounts, counts, at: end)
            }
            if let news { receive(news) }
            if isDone { return }
        }
    }

    private func finish(
        _ groups: inout [String: Group], _ name: String, _ amounts: [Int], _ counts: RateCounts?,
        at now: Instant
    ) -> (News?, isDone: Bool) {
        guard var group = groups[name] else { return (nil, true) }
        defer { groups[name] = group }
        guard let counts, counts.sums.count == width else {
            let sums = group.estimate(width)
            group.sums = group.isAlone ? sums : sums.map { Int(Double($0) * remainder) }
            (group.sent, group.unsent) = (nil, nil)
            (group.isAlone, group.isAsking) = (true, false)
            group.retry = now + SharedCalls.recovery
            return (nil, true)
        }
        var others = Array(repeating: 0, count: width)
        if let known = group.sums, !group.isAlone {
            // The store may have lost its counts.
            others = (0..<width).map { max(0, counts.sums[$0] - known[$0] - amounts[$0]) }
        }
        (group.sums, group.sent) = (counts.sums, nil)
        (group.isAlone, group.retry) = (false, nil)
        group.isAsking = group.unsent != nil
        return (News(others: others, counts: counts), !group.isAsking)
    }

    /// Drops the groups without unsent changes when there are too many.
    private func makeRoom(in groups: inout [String: Group]) {
        guard groups.count >= Self.mostGroups else { return }
        groups = groups.filter { $0.value.isAsking }
    }
}
