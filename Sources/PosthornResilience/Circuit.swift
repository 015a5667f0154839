import PosthornCore

/// The state machine of one circuit.
struct Circuit: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The state; an open circuit stays open until the next call asks.
    private(set) var phase = CircuitBreaker.State.closed
    private var window = CallWindow()
    private var unshared = UnsharedCalls()
    /// The number of openings since the circuit was last closed.
    private var openings = 0
    private var probesInFlight = 0
    private var probesSucceeded = 0
    /// Whether the store is asked for the right to probe.
    private var isAsking = false
    /// Increases with each change, so that calls from before it do not count.
    private var generation = 0

    /// The admission of a call, which it returns with its outcome.
    struct Ticket: Sendable, Equatable { let generation: Int }

    enum Admission: Sendable, Equatable {
        case admitted(Ticket)
        /// Refused until a time; `nil` while the probes are in flight.
        case refused(until: Instant?)
    }

    func state(at now: Instant) -> CircuitBreaker.State {
        if case .open(let end) = phase, end <= now { return .halfOpen }
        return phase
    }

    mutating func admit(at now: Instant, _ rule: CircuitBreaker.Rule) -> Admission {
        if isAsking { return .refused(until: nil) }
        if case .open(let end) = phase {
            guard end <= now else { return .refused(until: end) }
            change(to: .halfOpen)
        }
        if phase == .halfOpen {
            guard probesInFlight + probesSucceeded < rule.probes else {
                return .refused(until: nil)
            }
            probesInFlight += 1
        }
        return .admitted(Ticket(generation: generation))
    }

    /// Records the outcome of a call; returns the calls that other processes are told of now, `nil` for none.
    @discardableResult mutating func record(
        _ outcome: CircuitBreaker.Outcome, took time: Duration, _ ticket: Ticket, at now: Instant,
        _ rule: CircuitBreaker.Rule, _ random: Double
    ) -> CallWindow.Counts? {
        guard ticket.generation == generation else { return nil }
        switch (phase, outcome) {
        case (.open, _): break
        case (.closed, .unknown): break
        case (.closed, _):
            let isSlow = rule.slowCall.map { time >= $0 } ?? false
            let counts = CallWindow.Counts(
                calls: 1, failed: outcome == .failure ? 1 : 0, slow: isSlow ? 1 : 0)
            let told = unshared.add(counts, at: now, rule)
            add(counts, at: now, rule, random)
            return told
        case (.halfOpen, .unknown): probesInFlight -= 1
        case (.halfOpen, .failure): open(at: now, rule, random)
        case (.halfOpen, .success):
            probesInFlight -= 1
            probesSucceeded += 1
            if probesSucceeded == rule.probes {
                openings = 0
                change(to: .closed)
            }
        }
        return nil
    }

    /// Adds calls to the window, also those of other processes; opens the circuit if too many have failed.
    mutating func add(
        _ counts: CallWindow.Counts, at now: Instant, _ rule: CircuitBreaker.Rule, _ random: Double
    ) {
        guard phase == .closed, counts.calls > 0 else { return }
        window.add(counts, at: now, over: rule.window)
        if window.exceeds(rule) { open(at: now, rule, random) }
    }

    /// Opens the circuit until a time, because another process has opened it.
    mutating func open(until end: Instant) {
        if case .open(let own) = phase {
            if own < end { phase = .open(until: end) }
        } else {
            openings += 1
            change(to: .open(until: end))
        }
    }

    /// Closes the circuit, because another process has closed it.
    mutating func close() {
        guard phase != .closed else { return }
        openings = 0
        change(to: .closed)
    }

    /// Returns whether the store must be asked for the right to probe; refuses calls until `endAsking()` if so.
    mutating func beginAsking(at now: Instant) -> Bool {
        guard case .open(let end) = phase, end <= now, !isAsking else { return false }
        isAsking = true
        return true
    }

    mutating func endAsking() { isAsking = false }

    private mutating func open(at now: Instant, _ rule: CircuitBreaker.Rule, _ random: Double) {
        var time = rule.openTime
        for _ in 0..<openings where time < rule.maximumOpenTime { time *= 2 }
        time = min(time, rule.maximumOpenTime)
        openings += 1
        change(to: .open(until: now + time - time * 0.1 * random))
    }

    private mutating func change(to phase: CircuitBreaker.State) {
        self.phase = phase
        window = CallWindow()
        unshared = UnsharedCalls()
        probesInFlight = 0
        probesSucceeded = 0
        generation += 1
    }
}

/// The calls that other processes have not been told of.
///
/// They are told of a failed or slow call at once, and of others once in a slice of the window.
private struct UnsharedCalls: Sendable {
    private var counts = CallWindow.Counts()
    private var due: ContinuousClock.Instant?

    /// Adds a call; returns the calls to tell, `nil` for none.
    mutating func add(
        _ call: CallWindow.Counts, at now: ContinuousClock.Instant, _ rule: CircuitBreaker.Rule
    ) -> CallWindow.Counts? {
        // Others would count calls as new that are older than their window.
        if let due, due + rule.window < now { counts = CallWindow.Counts() }
        counts += call
        guard call.failed + call.slow > 0 || due.map({ $0 <= now }) ?? true else { return nil }
        due = now + min(.seconds(2), rule.window / CallWindow.count)
        defer { counts = CallWindow.Counts() }
        return counts
    }
}

/// The calls of the last seconds, in ten slices.
struct CallWindow: Sendable {
    /// Numbers of calls.
    struct Counts: Sendable, Equatable {
        var calls = 0
        var failed = 0
        var slow = 0

        static func += (sum: inout Self, other: Self) {
            sum.calls += other.calls
            sum.failed += other.failed
            sum.slow += other.slow
        }
    }

    private struct Slice {
        var number = -1
        var counts = Counts()
    }

    static let count = 10
    private var slices: [Slice] = []
    private var start: ContinuousClock.Instant?

    mutating func add(
        _ counts: Counts, at now: ContinuousClock.Instant, over window: Duration
    ) {
        let start = start ?? now
        if self.start == nil {
            self.start = start
            slices = Array(repeating: Slice(), count: Self.count)
        }
        // Calls may report in another order than that of their clock.
        let number = max(0, Int((now - start) / (window / Self.count)))
        let index = number % Self.count
        if slices[index].number != number { slices[index] = Slice(number: number) }
        slices[index].counts += counts
        for index in slices.indices where slices[index].number <= number - Self.count {
            slices[index] = Slice()
        }
    }

    /// Whether so many calls have failed or were slow that the circuit opens.
    func exceeds(_ rule: CircuitBreaker.Rule) -> Bool {
        let sum = slices.reduce(into: Counts()) { $0 += $1.counts }
        guard sum.calls >= rule.minimumCalls else { return false }
        let calls = Double(sum.calls)
        return Double(sum.failed) >= rule.failureRate * calls
            || rule.slowCall != nil && Double(sum.slow) >= rule.slowRate * calls
    }
}
