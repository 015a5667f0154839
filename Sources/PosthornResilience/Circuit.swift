import PosthornCore

/// The state machine of one circuit.
struct Circuit: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The state; an open circuit stays open until the next call asks.
    private(set) var phase = CircuitBreaker.State.closed
    private var window = CallWindow()
    /// The number of openings since the circuit was last closed.
    private var openings = 0
    private var probesInFlight = 0
    private var probesSucceeded = 0
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

    mutating func record(
        _ outcome: CircuitBreaker.Outcome, took time: Duration, _ ticket: Ticket, at now: Instant,
        _ rule: CircuitBreaker.Rule, _ random: Double
    ) {
        guard ticket.generation == generation else { return }
        switch (phase, outcome) {
        case (.open, _): break
        case (.closed, .unknown): break
        case (.closed, _):
            let isSlow = rule.slowCall.map { time >= $0 } ?? false
            window.add(failed: outcome == .failure, slow: isSlow, at: now, over: rule.window)
            if window.exceeds(rule) { open(at: now, rule, random) }
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
    }

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
        probesInFlight = 0
        probesSucceeded = 0
        generation += 1
    }
}

/// The calls of the last seconds, in ten slices.
struct CallWindow: Sendable {
    private struct Slice {
        var number = -1
        var calls = 0
        var failed = 0
        var slow = 0
    }

    private static let count = 10
    private var slices: [Slice] = []
    private var start: ContinuousClock.Instant?

    mutating func add(
        failed: Bool, slow: Bool, at now: ContinuousClock.Instant, over window: Duration
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
        slices[index].calls += 1
        slices[index].failed += failed ? 1 : 0
        slices[index].slow += slow ? 1 : 0
        for index in slices.indices where slices[index].number <= number - Self.count {
            slices[index] = Slice()
        }
    }

    /// Whether so many calls have failed or were slow that the circuit opens.
    func exceeds(_ rule: CircuitBreaker.Rule) -> Bool {
        let calls = slices.reduce(0) { $0 + $1.calls }
        guard calls >= rule.minimumCalls else { return false }
        let failed = slices.reduce(0) { $0 + $1.failed }
        let slow = slices.reduce(0) { $0 + $1.slow }
        return Double(failed) >= rule.failureRate * Double(calls)
            || rule.slowCall != nil && Double(slow) >= rule.slowRate * Double(calls)
    }
}
