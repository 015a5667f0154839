public import FoundationEssentials

/// A store in the memory of the process, for tests and for several caches of one process.
///
/// It is safe to use from any thread. Nothing outlives it.
public final class InMemoryStore: Sendable {
    let entries: Locked<InMemoryEntries>
    let leases = Locked<[ByteEqualName: HeldLease]>([:])
    let calls = Locked<[ClaimedCall]>([])
    let rates = Locked<[ByteEqualName: RateBook]>([:])
    let now: @Sendable () -> ContinuousClock.Instant
    let start: ContinuousClock.Instant
    static let mostRates = 1_000

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - cacheBytes: The maximum number of bytes of cache entries, 32 MiB by default. Above it, the least recently used
    ///     entries are evicted until 90 % remain. An entry may have an eighth of it.
    ///   - now: Returns the time of leases and rates; the system's by default.
    public init(
        cacheBytes: Int = 32 << 20,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        entries = Locked(InMemoryEntries(capacity: cacheBytes))
        self.now = now
        start = now()
    }

    /// The lease of a name and its value.
    struct HeldLease: Sendable {
        var fence: UInt64 = 0
        var value: Data?
        /// When another may take the lease; `nil` if nobody has it.
        var end: ContinuousClock.Instant?

        func isHeld(by lease: Lease) -> Bool { fence == lease.fence && end != nil }
    }
}

extension InMemoryStore: RedactedStringConvertible {}

extension InMemoryStore: LeaseStore {
    /// Returns the value of a name; `nil` if there is none.
    public func value(of name: String) async -> Data? {
        leases.withLock { $0[ByteEqualName(name)]?.value }
    }

    /// Takes the lease of a name; `nil` while another lease is in force.
    public func acquire(_ name: String, for duration: Duration) async -> Lease? {
        let now = now()
        return leases.withLock { leases in
            var held = leases[ByteEqualName(name)] ?? HeldLease()
            if let end = held.end, end > now { return nil }
            held.fence += 1
            held.end = now + duration
            leases[ByteEqualName(name)] = held
            return Lease(name: name, fence: held.fence, value: held.value)
        }
    }

    /// Prolongs a lease; `false` if it has ended or another was taken since.
    public func extend(_ lease: Lease, for duration: Duration) async -> Bool {
        let end = now() + duration
        return change(lease) { $0.end = end }
    }

    /// Stores a value and ends the lease; `false` if it has ended or another was taken since.
    public func commit(_ value: Data, under lease: Lease) async -> Bool {
        change(lease) { ($0.value, $0.end) = (value, nil) }
    }

    /// Ends a lease without a change.
    public func release(_ lease: Lease) async { _ = change(lease) { $0.end = nil } }

    /// Removes the value of a name, and ends its lease.
    public func remove(_ name: String) async {
        leases.withLock { leases in
            leases[ByteEqualName(name)]?.value = nil
            leases[ByteEqualName(name)]?.end = nil
        }
    }

    private func change(_ lease: Lease, _ body: (inout HeldLease) -> Void) -> Bool {
        leases.withLock { leases in
            guard var held = leases[ByteEqualName(lease.name)], held.isHeld(by: lease) else {
                return false
            }
            body(&held)
            leases[ByteEqualName(lease.name)] = held
            return true
        }
    }
}

extension InMemoryStore: RateStore {
    /// Takes calls of a group.
    public func take(
        _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
    ) async -> RateGrant {
        changeBook(of: group) { $0.take(count, at: rate, within: limit, now: $1) }
    }

    /// Keeps all calls of a group waiting.
    public func pause(_ group: String, for duration: Duration) async {
        changeBook(of: group) { $0.pause(for: duration, now: $1) }
    }

    /// Adds to the counts of a group.
    public func add(
        _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
    ) async -> RateCounts {
        changeBook(of: group) { $0.add(amounts, within: bounds, now: $1) }
    }

    private func changeBook<Value>(
        of group: String, _ body: (inout RateBook, Duration) -> Value
    ) -> Value {
        let now = now() - start
        return rates.withLock { rates in
            Self.makeRoom(in: &rates, now)
            return body(&rates[ByteEqualName(group), default: RateBook(booked: now)], now)
        }
    }

    /// Drops the groups that need not wait when there are too many.
    private static func makeRoom(in rates: inout [ByteEqualName: RateBook], _ now: Duration) {
        guard rates.count >= mostRates else { return }
        rates = rates.filter { $0.value.isNeeded(at: now) }
    }
}
