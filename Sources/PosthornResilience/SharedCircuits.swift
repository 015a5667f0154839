import PosthornCore
import PosthornStores

/// What the breakers of several processes know of each other's circuits.
///
/// The counts of a circuit are those of all calls, failures and slow calls, and how often it was closed. An open circuit
/// is a pause, and the right to probe is a call of a rate.
final class SharedCircuits: Sendable {
    /// What other processes have done.
    struct News: Sendable {
        var others = CallWindow.Counts()
        /// Whether one has closed the circuit.
        var isClosed = false
        /// How long the circuit is open; zero if it is not.
        var pause = Duration.zero
    }

    private let store: any RateStore
    private let clock: CallClock
    private let counts: SharedCounts
    /// The right to probe, for the time of an open circuit.
    private let probes: SharedRate
    /// How often each circuit was closed, as far as this process knows.
    private let closings = Locked<[String: Int]>([:])
    private static let prefix = "circuit "
    private static let bounds = 0...(1 << 53)

    init(_ store: any RateStore, _ rule: CircuitBreaker.Rule, _ clock: CallClock) {
        (self.store, self.clock) = (store, clock)
        counts = SharedCounts(
            store, prefix: Self.prefix, width: 4, within: Self.bounds, clock)
        probes = SharedRate(interval: rule.openTime, burst: 1)
    }

    /// Adds the calls of this process.
    func add(
        _ calls: CallWindow.Counts, to group: String,
        receive: @escaping @Sendable (News) -> Void
    ) {
        counts.update(group, receive: { receive(self.news($0, group)) }) { _, _ in
            [calls.calls, calls.failed, calls.slow, 0]
        }
    }

    /// Tells other processes that a circuit is open.
    func open(_ group: String, until end: ContinuousClock.Instant) {
        Task {
            let rest = end - clock.now()
            if rest > .zero { try? await store.pause(Self.prefix + group, for: rest) }
        }
    }

    /// Tells other processes that a circuit is closed.
    func close(_ group: String, receive: @escaping @Sendable (News) -> Void) {
        closings.withLock { if let count = $0[group] { $0[group] = count + 1 } }
        counts.update(group, receive: { receive(self.news($0, group)) }) { _, _ in [0, 0, 0, 1] }
    }

    /// Asks whether this process may probe; it may if the store fails.
    func mayProbe(in group: String) async -> (News?, mayProbe: Bool) {
        let name = Self.prefix + group
        do {
            let counts = try await store.add([0, 0, 0, 0], to: name, within: Self.bounds)
            let news = news(.init(others: [0, 0, 0, 0], counts: counts), group)
            guard !news.isClosed, news.pause == .zero else { return (news, true) }
            let grant = try await store.take(1, of: name, at: probes, within: .zero)
            return (News(pause: grant.pause), !grant.delays.isEmpty)
        } catch {
            return (nil, true)
        }
    }

    private func news(_ news: SharedCounts.News, _ group: String) -> News {
        let count = news.counts.sums[3]
        let known = closings.withLock { closings in
            defer { closings[group] = count }
            return closings[group]
        }
        let others = CallWindow.Counts(
            calls: news.others[0], failed: news.others[1], slow: news.others[2])
        return News(
            others: others, isClosed: known.map { $0 < count } ?? false, pause: news.counts.pause)
    }
}
