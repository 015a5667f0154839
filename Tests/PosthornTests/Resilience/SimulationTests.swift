import Foundation
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornResilience

/// Simulations with the product's own rules and a seeded generator.
///
/// They draw the plots of Documentation/Images. With `POSTHORN_RECORD=1` they write them.
@Suite("Simulations", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SimulationTests {
    private static let origin = "https://api.example.com"

    private func check(_ plot: Plot, _ name: String) throws {
        #expect(try plot.isStored(as: name), "record it again: POSTHORN_RECORD=1")
    }

    // MARK: An outage, with and without a retry budget

    /// Returns the requests per second that a server receives.
    ///
    /// The clients make 100 calls per second for 60 seconds, with up to three retries each. From second 15 to
    /// second 40 the server responds with 503.
    private func outage(budget: RetryBudget?, seed: UInt64) -> (requests: [Double], lost: Int) {
        struct Attempt {
            var time: Double
            var number = 1
            var tokens = 0
        }
        var generator = SeededGenerator(seed: seed)
        var requests = [Double](repeating: 0, count: 60)
        var lost = 0
        // The earliest attempt is the last one.
        var queue = (0..<6_000).reversed().map { Attempt(time: Double($0) / 100) }
        let error = APIError(
            .status(503), endpoint: "getOrder", stage: .validating, message: "down",
            response: TransportResponse(status: .serviceUnavailable))
        while let attempt = queue.popLast() {
            if attempt.time < 60 { requests[Int(attempt.time)] += 1 }
            guard (15..<40).contains(attempt.time) else {
                budget?.add(max(1, attempt.tokens), for: Self.origin)
                continue
            }
            let failed = FailedAttempt(
                number: attempt.number, error: error, elapsed: .zero,
                random: .random(in: 0...1, using: &generator))
            let decision = RetryRule(attempts: 4).decision(after: failed)
            guard case .retry(let delay) = decision else {
                lost += 1
                continue
            }
            var next = Attempt(time: attempt.time + delay / .seconds(1), number: attempt.number + 1)
            if let budget {
                guard let taken = budget.take(for: Self.origin, isThrottled: false) else {
                    lost += 1
                    continue
                }
                next.tokens = taken
            }
            let place = queue.lastIndex { $0.time > next.time }
            queue.insert(next, at: place.map { $0 + 1 } ?? 0)
        }
        return (requests, lost)
    }

    @Test func retryBudgetKeepsRetriesOffAServerThatIsDown() throws {
        let without = outage(budget: nil, seed: 1)
        let with = outage(budget: RetryBudget(), seed: 1)
        // In steady state: from two seconds after the start of the outage to its end.
        func load(_ run: [Double]) -> Double { run[17..<39].reduce(0, +) / (22 * 100) }
        #expect(load(without.requests) > 3.9)
        #expect(load(with.requests) <= 1.1)
        // The calls that start in the outage and end after it are saved in neither case.
        #expect((2_450...2_500).contains(without.lost) && (2_450...2_500).contains(with.lost))
        // There is no wave of retries after the recovery.
        #expect(with.requests[40...41].allSatisfy { $0 <= 110 })
        func points(_ run: [Double]) -> [(x: Double, y: Double)] {
            run.enumerated().map { (Double($0.offset), $0.element) }
        }
        try check(
            Plot(
                title: "An outage with and without a retry budget",
                xLabel: "seconds; 100 calls per second, 4 attempts", yLabel: "requests per second",
                xTicks: stride(from: 0.0, through: 60, by: 10).map { ($0, "\(Int($0))") },
                yTicks: [0, 100, 200, 300, 400, 500],
                lines: [
                    .init(name: "no budget", color: "#cf222e", points: points(without.requests)),
                    .init(name: "default budget", color: "#0969da", points: points(with.requests)),
                ], band: (15, 40, "the server responds with 503")), "RetryBudget")
    }

    // MARK: Hedging against a slow tail

    /// Returns the sorted latencies of 20,000 calls in seconds.
    ///
    /// The server takes 10 to 50 ms, and for 3 % of the requests 400 ms more.
    private func latencies(_ hedging: HedgingPolicy?, seed: UInt64) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        let budget = RetryBudget()
        func latency() -> Double {
            let base =
                0.010 + 0.020 * .random(in: 0...1, using: &generator)
                + 0.020 * Double.random(in: 0...1, using: &generator)
            return Double.random(in: 0..<1, using: &generator) < 0.03 ? base + 0.4 : base
        }
        return (0..<20_000).map { _ in
            var time = latency()
            guard let hedging else { return time }
            hedging.countCall()
            if let delay = hedging.delay(for: "getOrder").map({ $0 / .seconds(1) }), time > delay,
                hedging.admit()
            {
                if budget.take(for: Self.origin, isThrottled: false) == nil {
                    hedging.withdraw()
                } else {
                    time = min(time, delay + latency())
                }
            }
            budget.add(1, for: Self.origin)
            hedging.add(.seconds(time), for: "getOrder")
            return time
        }.sorted()
    }

    @Test func hedgingShortensASlowTail() throws {
        let policy = HedgingPolicy()
        let (without, with) = (latencies(nil, seed: 2), latencies(policy, seed: 2))
        func percentile(_ run: [Double], _ share: Double) -> Double {
            1_000 * run[min(run.count - 1, Int(Double(run.count) * share))]
        }
        #expect(percentile(without, 0.99) > 400)
        #expect(percentile(with, 0.99) < 120)
        #expect(percentile(with, 0.5) <= percentile(without, 0.5) + 1)
        #expect(policy.hedgedCalls <= policy.calls / 20)
        // The axis shows one in ten, one in a hundred, and one in a thousand.
        let shares = [
            0, 0.25, 0.5, 0.75, 0.9, 0.92, 0.94, 0.95, 0.96, 0.965, 0.97, 0.975, 0.98, 0.985, 0.99,
            0.992, 0.995, 0.997, 0.998, 0.999,
        ]
        func points(_ run: [Double]) -> [(x: Double, y: Double)] {
            shares.map { share in (-log10(1 - share), percentile(run, share)) }
        }
        try check(
            Plot(
                title: "Hedged requests against a server with a slow tail",
                xLabel: "percentile of 20,000 calls; 3 % of the requests take 400 ms more",
                yLabel: "latency in ms",
                xTicks: [(0, "0"), (1, "p90"), (2, "p99"), (3, "p99.9")],
                yTicks: [0, 100, 200, 300, 400, 500],
                lines: [
                    .init(name: "no hedging", color: "#cf222e", points: points(without)),
                    .init(name: "HedgingPolicy()", color: "#0969da", points: points(with)),
                ]), "Hedging")
    }

    // MARK: A circuit breaker over time

    /// Returns the requests per second that a server receives, and when the circuit opened and closed.
    ///
    /// The clients make 50 calls per second for 60 seconds. From second 10 to second 35 the server fails.
    private func broken(
        _ rule: CircuitBreaker.Rule, seed: UInt64
    ) -> (requests: [Double], changes: [Double]) {
        var generator = SeededGenerator(seed: seed)
        let start = ContinuousClock.now
        var circuit = Circuit()
        var requests = [Double](repeating: 0, count: 60)
        var changes: [Double] = []
        for number in 0..<3_000 {
            let time = Double(number) / 50
            let now = start + .seconds(time)
            let before = circuit.phase
            if case .admitted(let ticket) = circuit.admit(at: now, rule) {
                requests[Int(time)] += 1
                circuit.record(
                    (10..<35).contains(time) ? .failure : .success, took: .milliseconds(20), ticket,
                    at: now, rule, .random(in: 0...1, using: &generator))
            }
            if (before == .closed) != (circuit.phase == .closed) { changes.append(time) }
        }
        return (requests, changes)
    }

    @Test func breakerSparesAServerThatFails() throws {
        let run = broken(CircuitBreaker.Rule(), seed: 3)
        // It opens when half of the calls in 20 seconds have failed.
        let (opened, closed) = (try #require(run.changes.first), try #require(run.changes.last))
        #expect(run.changes.count == 2)
        #expect((10...21).contains(opened))
        // The longest time for which it is open then is 20 seconds.
        #expect((35...56).contains(closed))
        #expect(run.requests[Int(opened) + 1..<35].reduce(0, +) <= 3)
        #expect(run.requests[58] == 50)
        try check(
            Plot(
                title: "A circuit breaker over time",
                xLabel: "seconds; 50 calls per second", yLabel: "requests per second",
                xTicks: stride(from: 0.0, through: 60, by: 10).map { ($0, "\(Int($0))") },
                yTicks: [0, 10, 20, 30, 40, 50, 60],
                lines: [
                    .init(
                        name: "CircuitBreaker()", color: "#0969da",
                        points: run.requests.enumerated().map { (Double($0.offset), $0.element) })
                ], band: (10, 35, "the server fails")), "CircuitBreaker")
    }

    // MARK: Jitter

    /// The delays of 10,000 real calls are uniform: a Kolmogorov-Smirnov test with p > 0.01.
    @Test func delaysOfRetriesAreUniform() async throws {
        let generator = Locked(SeededGenerator(seed: 4))
        let delays = Locked<[Double]>([])
        let clock = CallClock(
            now: { .now }, sleep: { delay in delays.withLock { $0.append(delay / .seconds(1)) } },
            random: { generator.withLock { .random(in: 0...1, using: &$0) } })
        for _ in 0..<10_000 {
            var store = Store(
                StubTransport(
                    .success(.json("{}", status: .serviceUnavailable)),
                    .success(.json(#"{"id":1}"#))))
            store.configuration.callClock = clock
            _ = try await store.send(Probe(Receipt.self) { $0.retry = RetryRule(attempts: 2) })
        }
        // The first retry comes after 0 to 50 ms.
        let shares = delays.withLock { $0 }.sorted().map { $0 / 0.05 }
        #expect(shares.count == 10_000)
        let distance = shares.enumerated().map { index, share in
            max(abs(Double(index + 1) / 10_000 - share), abs(Double(index) / 10_000 - share))
        }.max()
        // The critical value of p = 0.01 is 1.628 / √n.
        #expect(try #require(distance) < 1.628 / 100)
    }
}
