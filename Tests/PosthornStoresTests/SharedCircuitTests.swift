import Foundation
import Posthorn
import PosthornResilience
import PosthornStores
import PosthornTesting
import TestSupport
import Testing

/// Circuits that several processes share.
@Suite("Shared circuits", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct SharedCircuitTests {
    private static let origin = "https://a.example"
    /// The time of the store and of the processes, unless a process has its own.
    private let clock = ManualClock(skipsDelays: true)
    private let store: CountingStore

    init() {
        store = CountingStore(InMemoryStore(now: { [clock] in clock.now }))
    }

    private func breaker(
        _ store: (any RateStore)? = nil, clock: (any Clock<Duration>)? = nil
    ) -> CircuitBreaker {
        CircuitBreaker(sharedIn: store ?? self.store, clock: clock ?? self.clock)
    }

    private func send(
        _ breaker: CircuitBreaker, _ status: HTTPResponse.Status = .ok
    ) async throws {
        _ = try await breaker.intercept(TransportRequest(url: Self.origin + "/")) { _ in
            TransportResponse(status: status)
        }
    }

    private func fail(_ breaker: CircuitBreaker, _ count: Int) async throws {
        for _ in 0..<count { try await send(breaker, .internalServerError) }
    }

    private func isOpen(_ breaker: CircuitBreaker) -> Bool {
        if case .open = breaker.state(of: Self.origin) { true } else { false }
    }

    private func expectRefusal(_ breaker: CircuitBreaker) async {
        let error = await #expect(throws: APIError.Cause.self) { try await send(breaker) }
        #expect(error?.code == .circuitOpen)
    }

    /// Waits until the store has the calls of a process.
    private func wait(
        for calls: Int, in store: (any RateStore)? = nil
    ) async throws {
        let store = store ?? self.store
        while try await store.add(
            [0, 0, 0, 0], to: "circuit " + Self.origin, within: 0...(1 << 53)
        ).sums[0] < calls { await Task.yield() }
    }

    /// Opens the circuit with calls of two processes, of which neither has enough.
    private func open(
        _ one: CircuitBreaker, _ two: CircuitBreaker, in store: (any RateStore)? = nil
    ) async throws {
        try await fail(one, 10)
        try await wait(for: 10, in: store)
        try await fail(two, 10)
        try await wait(for: 20, in: store)
        #expect(!isOpen(one) && !isOpen(two))
        // It learns of the others' calls with its own next one.
        try await fail(one, 1)
        while !isOpen(one) { await Task.yield() }
        // So does the other process.
        while !isOpen(two) {
            try? await fail(two, 1)
            await Task.yield()
        }
    }

    @Test func callsOfAllProcessesCount() async throws {
        let (one, two) = (breaker(), breaker())
        try await open(one, two)
        for process in [one, two] { await expectRefusal(process) }
        let third = breaker()
        try await send(third)
        while !isOpen(third) { await Task.yield() }
    }

    @Test func oneProcessProbesForAll() async throws {
        let (one, two) = (breaker(), breaker())
        try await open(one, two)
        clock.advance(by: .seconds(6))
        try await send(one)
        #expect(one.state(of: Self.origin) == .halfOpen)
        await expectRefusal(two)
        try await send(one)
        try await send(one)
        #expect(one.state(of: Self.origin) == .closed)
        // The other process asks again after 100 milliseconds.
        while two.state(of: Self.origin) != .closed {
            clock.advance(by: .milliseconds(100))
            try? await send(two)
            await Task.yield()
        }
        try await send(two)
    }

    @Test func failedProbeKeepsTheCircuitOpenForAll() async throws {
        let (one, two) = (breaker(), breaker())
        try await open(one, two)
        clock.advance(by: .seconds(6))
        try await fail(one, 1)
        #expect(isOpen(one))
        // The longest time of the first opening, and some of the second one.
        while true {
            let pause = try await store.add(
                [0, 0, 0, 0], to: "circuit " + Self.origin, within: 0...99
            ).pause
            if pause > .seconds(6) { break }
            await Task.yield()
        }
        await expectRefusal(two)
        clock.advance(by: .seconds(6))
        await expectRefusal(two)
        clock.advance(by: .seconds(5))
        try await send(two)
        #expect(two.state(of: Self.origin) == .halfOpen)
    }

    @Test func breakerWorksAloneWhileTheStoreIsAway() async throws {
        store.fails.withLock { $0 = true }
        let one = breaker()
        try await fail(one, 20)
        #expect(isOpen(one))
        await expectRefusal(one)
        clock.advance(by: .seconds(6))
        for _ in 0..<3 { try await send(one) }
        #expect(one.state(of: Self.origin) == .closed)
    }

    /// With a call each ten milliseconds, the store is asked once in ten calls while some fail, and else once in 200.
    @Test(arguments: [(10, HTTPResponse.Status.internalServerError), (200, .ok)])
    func asksLessOftenWhileCallsSucceed(
        _ interval: Int, _ status: HTTPResponse.Status
    ) async throws {
        let clock = ManualClock()
        let process = breaker(clock: clock)
        var steps = 0
        while steps < 1_000 || store.requests.withLock({ $0 }) < 2 {
            // A third of the calls fails at most, so that the circuit stays closed.
            try await send(process, steps % 3 == 0 ? status : .ok)
            clock.advance(by: .milliseconds(10))
            steps += 1
            await Task.yield()
        }
        #expect(store.requests.withLock { $0 } <= steps / interval + 1)
    }

    /// A failed call tells the store of the successful ones before it, so that all processes know the share of failures.
    @Test func failureTellsOfEarlierSuccesses() async throws {
        let process = breaker()
        for _ in 0..<30 { try await send(process) }
        try await fail(process, 10)
        try await wait(for: 40)
        #expect(!isOpen(process))
    }

    /// A process whose own calls succeed learns within two seconds that others have opened the circuit.
    @Test func healthyProcessSeesAnOpenCircuit() async throws {
        let (one, two) = (breaker(), breaker())
        try await send(two)
        try await wait(for: 1)
        try await fail(one, 20)
        while try await store.add(
            [0, 0, 0, 0], to: "circuit " + Self.origin, within: 0...(1 << 53)
        ).pause == .zero { await Task.yield() }
        try await send(two)
        clock.advance(by: .seconds(2))
        try await send(two)
        while !isOpen(two) { await Task.yield() }
    }

    /// The clock of one process is five minutes ahead.
    @Test(arguments: SharedPlace.kinds)
    func storesShareCircuitsOfDifferentClocks(_ kind: String) async throws {
        let place = try SharedPlace(kind)
        let late = ManualClock(skipsDelays: true)
        late.advance(by: .seconds(300))
        let (first, second) = (try await place.open(), try await place.open())
        let one = breaker(first, clock: late)
        let two = breaker(second)
        try await open(one, two, in: first)
        for (process, clock) in [(one, late), (two, clock)] {
            guard case .open(let end) = process.state(of: Self.origin) else { continue }
            // Five seconds, or longer if a slow machine has sent a probe; never the five minutes between the clocks.
            let rest = end - clock.now
            #expect(rest < .seconds(60), "\(rest)")
        }
    }
}
