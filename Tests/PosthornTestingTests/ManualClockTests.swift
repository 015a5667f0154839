import Foundation
import Posthorn
import PosthornTesting
import Shop
import TestSupport
import Testing

/// A manual clock drives the delays of calls, so that no test sleeps.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ManualClockTests {
    private static func shop(_ stub: StubTransport, _ clock: ManualClock) -> ShopAPI {
        var shop = ShopAPI.test(stub)
        shop.configuration.clock = clock
        shop.configuration.defaults.retry = RetryRule(attempts: 3)
        return shop
    }

    @Test func sleepersWakeInTheOrderOfTheirDeadlines() async throws {
        let clock = ManualClock()
        let woken = Locked<[Int]>([])
        let start = clock.now
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                woken.withLock { $0.append(seconds) }
            }
        }
        #expect(try await clock.nextDelay(of: 3) == .seconds(1))
        clock.advance(by: .milliseconds(999))
        #expect(woken.withLock { $0 }.isEmpty)
        clock.advance(by: .milliseconds(1))
        try await tasks[1].value
        #expect(woken.withLock { $0 } == [1])
        #expect(try await clock.nextDelay(of: 2) == .seconds(1))
        clock.advance(by: .seconds(5))
        for task in tasks { try await task.value }
        #expect(woken.withLock { Set($0) } == [1, 2, 3])
        #expect(clock.now == start + .seconds(6))
        #expect(Set(clock.delays) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test func cancelledSleeperThrows() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        _ = try await clock.nextDelay()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let waiter = Task { try await clock.nextDelay() }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test func pastDeadlineDoesNotWait() async throws {
        let clock = ManualClock()
        try await clock.sleep(until: clock.now - .seconds(1))
        try await clock.sleep(for: .zero)
        #expect(clock.delays == [.zero, .zero])
    }

    @Test func drivesTheDelaysOfRetries() async throws {
        let clock = ManualClock()
        let stub = StubTransport(
            .on(ShopAPI.GetProduct.self, times: 1) { _ in
                throw StubResponse.status(.serviceUnavailable).header(.retryAfter, "20")
            },
            .on(ShopAPI.GetProduct.self) { .named($0.sku) })
        let shop = Self.shop(stub, clock)
        let call = Task { try await shop.getProduct(sku: "A") }
        let delay = try await clock.nextDelay()
        #expect(delay >= .seconds(20) && delay <= .seconds(22))
        #expect(stub.requests.count == 1)
        clock.advance(by: delay)
        #expect(try await call.value.sku == "A")
        #expect(stub.requests.count == 2)
    }

    @Test func skipsDelaysAndListsThem() async throws {
        let clock = ManualClock(skipsDelays: true)
        let stub = StubTransport(
            .on(ShopAPI.ListProducts.self) { _ in
                throw StubResponse.status(.serviceUnavailable).header(.retryAfter, "10")
            })
        let start = clock.now
        let error = await #expect(throws: APIError.self) {
            try await Self.shop(stub, clock).listProducts()
        }
        #expect(error?.retryStop == .attemptsExhausted)
        #expect(clock.delays.count == 2)
        #expect(clock.now - start == clock.delays[0] + clock.delays[1])
    }

    @Test func deadlineOfTheCallFollowsTheClock() async throws {
        let clock = ManualClock(skipsDelays: true)
        let stub = StubTransport(
            .on(ShopAPI.ListProducts.self) { _ in
                throw StubResponse.status(.serviceUnavailable).header(.retryAfter, "50")
            })
        let error = await #expect(throws: APIError.self) {
            try await Self.shop(stub, clock).listProducts()
        }
        #expect(error?.retryStop == .deadlineExceeded)
        #expect(stub.requests.count == 2)
    }

    @Test func drivesReconnectionsOfEventStreams() async throws {
        let clock = ManualClock()
        let event = "retry: 4000\nid: 1\ndata: {\"sku\": \"A\", \"amount\": 1}\n\n"
        let stub = StubTransport(
            .on(ShopAPI.WatchPrices.self, times: 2) { _, _ in
                .stream([event], type: "text/event-stream")
            },
            .on(ShopAPI.WatchPrices.self) { _, _ in .status(.noContent) })
        var prices = try await Self.shop(stub, clock).with { $0.retry = .never }.watchPrices()
        prices.reconnection = Reconnection()
        let stream = prices
        let reader = Task {
            var count = 0
            for try await _ in stream { count += 1 }
            return count
        }
        for _ in 0..<2 {
            let delay = try await clock.nextDelay()
            #expect(delay >= .seconds(4) && delay <= .seconds(6))
            clock.advance(by: delay)
        }
        #expect(try await reader.value == 2)
        #expect(stub.requests.map { $0.header("Last-Event-ID") } == [nil, "1", "1"])
    }

    @Test func configurationReturnsItsClock() {
        var configuration = ClientConfiguration(transport: StubTransport())
        #expect(configuration.clock is ContinuousClock)
        let clock = ManualClock()
        configuration.clock = clock
        #expect(configuration.clock as? ManualClock === clock)
    }
}
