import Foundation
import Posthorn
import Testing
import TestSupport

@testable import PosthornResilience

@Suite("Limits on calls", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct LoadLimitTests {
    private static let group = "https://a.example"
    private static func request(total: Duration? = nil) -> TransportRequest {
        var request = TransportRequest(url: group + "/x")
        request.timeouts.total = total ?? Timeouts.unlimited
        return request
    }

    /// Calls that a test ends one by one.
    private final class Held: Sendable {
        private let state = Locked<(order: [String], waiting: [CheckedContinuation<Void, Never>])>(
            ([], []))
        var order: [String] { state.withLock { $0.order } }
        var held: Int { state.withLock { $0.waiting.count } }

        func hold(_ name: String) async -> TransportResponse {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.order.append(name)
                    state.waiting.append(continuation)
                }
            }
            return TransportResponse(status: .ok)
        }
        func releaseOne() {
            state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume()
        }
    }

    @Test func callWithTheEarliestDeadlineGoesNext() async throws {
        let limit = ConcurrencyLimit(1)
        let held = Held()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, (name, total)) in [
                ("first", nil), ("late", Duration.seconds(900)), ("none", nil),
                ("soon", .seconds(300)), ("none 2", nil),
            ].enumerated() {
                group.addTask {
                    _ = try await limit.intercept(Self.request(total: total)) { _ in
                        await held.hold(name)
                    }
                }
                try await until {
                    held.held == 1 && limit.waitingCalls(of: Self.group) == index
                }
            }
            #expect(limit.callsInFlight(of: Self.group) == 1)
            for count in 1...5 {
                try await until { held.order.count == count }
                held.releaseOne()
            }
            try await group.waitForAll()
        }
        #expect(held.order == ["first", "soon", "late", "none", "none 2"])
        #expect(limit.callsInFlight(of: Self.group) == 0)
    }

    @Test func fullQueueRefusesAtOnce() async throws {
        let limit = ConcurrencyLimit(1, queueLimit: 1)
        let held = Held()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    _ = try await limit.intercept(Self.request()) { _ in await held.hold("") }
                }
            }
            try await until { held.held == 1 && limit.waitingCalls(of: Self.group) == 1 }
            let error = await #expect(throws: APIError.Cause.self) {
                try await limit.intercept(Self.request()) { _ in await held.hold("") }
            }
            #expect(error?.code == .queueFull)
            for count in 1...2 {
                try await until { held.order.count == count }
                held.releaseOne()
            }
            try await group.waitForAll()
        }
    }

    @Test func waitingCallTimesOut() async throws {
        let limit = ConcurrencyLimit(1)
        let held = Held()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try await limit.intercept(Self.request()) { _ in await held.hold("") }
            }
            try await until { held.held == 1 }
            let error = await #expect(throws: APIError.Cause.self) {
                try await limit.intercept(Self.request(total: .milliseconds(20))) { _ in
                    await held.hold("")
                }
            }
            #expect(error?.code == .timedOut && limit.waitingCalls(of: Self.group) == 0)
            held.releaseOne()
            try await group.waitForAll()
        }
    }

    @Test("10,000 calls, a third of them cancelled at random, leave nothing behind")
    func randomCancellationsLeaveNothing() async throws {
        let limit = ConcurrencyLimit(5)
        let most = Locked(0)
        var random = SeededGenerator(seed: 41)
        for _ in 0..<100 {
            let tasks = (0..<100).map { _ in
                Task {
                    _ = try? await limit.intercept(Self.request()) { _ in
                        let running = limit.callsInFlight(of: Self.group)
                        most.withLock { $0 = max($0, running) }
                        await Task.yield()
                        return TransportResponse(status: .ok)
                    }
                }
            }
            for task in tasks where Int.random(in: 0..<3, using: &random) == 0 { task.cancel() }
            for task in tasks { await task.value }
        }
        #expect(limit.callsInFlight(of: Self.group) == 0)
        #expect(limit.waitingCalls(of: Self.group) == 0)
        #expect(most.withLock { $0 } <= 5)
    }

    @Test func rateSpreadsCalls() async throws {
        let clock = RetryTests.Clock(random: 0)
        let limiter = RateLimiter(
            .milliseconds(100), burst: 2, .seconds(30), callClock: clock.clock)
        let start = clock.clock.now()
        var times: [Duration] = []
        for _ in 0..<5 {
            _ = try await limiter.intercept(Self.request()) { _ in
                times.append(clock.clock.now() - start)
                return TransportResponse(status: .ok)
            }
        }
        #expect(times == [0, 0, 100, 200, 300].map { .milliseconds($0) })
    }

    @Test(arguments: [
        (429, "Retry-After", "3", 3.0), (503, "Retry-After", "2", 2), (200, "Retry-After", "3", 0),
        (200, "RateLimit", #""default";r=0;t=30"#, 30),
        (200, "RateLimit", #""default";r=5;t=30"#, 0),
        (200, "RateLimit", #""default";r=0.5;t=2.5"#, 2.5),
        (200, "RateLimit", #""burst";r=0;t=2, "day";r=0;t=9"#, 9),
        (200, "RateLimit", "limit=100, remaining=0, reset=30", 30),
        (200, "RateLimit", "limit=100, remaining=5, reset=30", 0),
        (200, "RateLimit", "limit=100, remaining=0", 0),
        (200, "RateLimit", String(repeating: "a=1, ", count: 2_000) + "remaining=0, reset=30", 0),
        (200, "RateLimit", String(repeating: "a=1, ", count: 63) + "remaining=0, reset=30", 0),
        (200, "RateLimit", "nonsense;;", 0),
        // Dates and display strings of RFC 9651.
        (200, "RateLimit", #""default";r=0;t=@30"#, 0),
        (200, "RateLimit", #""default";r=0;t=30;since=@5;note=%"a""#, 30),
        (429, "Retry-After", "soon", 0),
    ])
    func serverPausesAllCalls(_ status: Int, _ name: String, _ value: String, _ seconds: Double)
        async throws
    {
        let clock = RetryTests.Clock(random: 0)
        let limiter = RateLimiter(.zero, burst: 1, .seconds(60), callClock: clock.clock)
        let field = try #require(HTTPField.Name(name))
        _ = try await limiter.intercept(Self.request()) { _ in
            TransportResponse(status: .init(code: status), headers: [field: value])
        }
        #expect(limiter.delay(for: Self.group) == .seconds(seconds))
        _ = try await limiter.intercept(Self.request()) { _ in TransportResponse(status: .ok) }
        #expect(clock.delays == (seconds > 0 ? [.seconds(seconds)] : []))
    }

    /// After a pause, calls go at the rate again, not all at once.
    @Test func rateHoldsAfterAPause() async throws {
        let clock = RetryTests.Clock(random: 0)
        let limiter = RateLimiter(
            .milliseconds(100), burst: 1, .seconds(60), callClock: clock.clock)
        _ = try await limiter.intercept(Self.request()) { _ in
            TransportResponse(status: .tooManyRequests, headers: [.retryAfter: "5"])
        }
        let start = clock.clock.now()
        var times: [Duration] = []
        for _ in 0..<3 {
            _ = try await limiter.intercept(Self.request()) { _ in
                times.append(clock.clock.now() - start)
                return TransportResponse(status: .ok)
            }
        }
        #expect(times == [.seconds(5), .milliseconds(5100), .milliseconds(5200)])
    }

    @Test func cancelledCallGivesItsMomentBack() async throws {
        let clock = RetryTests.Clock(random: 0)
        let refusing = CallClock(
            now: clock.clock.now, sleep: { _ in throw CancellationError() }, random: { 0 })
        let limiter = RateLimiter(.seconds(1), burst: 1, .seconds(30), callClock: refusing)
        _ = try await limiter.intercept(Self.request()) { _ in TransportResponse(status: .ok) }
        #expect(limiter.delay(for: Self.group) == .seconds(1))
        await #expect(throws: CancellationError.self) {
            try await limiter.intercept(Self.request()) { _ in TransportResponse(status: .ok) }
        }
        #expect(limiter.delay(for: Self.group) == .seconds(1))
    }

    @Test func callThatWouldWaitTooLongFailsAtOnce() async throws {
        let clock = RetryTests.Clock(random: 0)
        let limiter = RateLimiter(.seconds(10), burst: 1, .seconds(30), callClock: clock.clock)
        _ = try await limiter.intercept(Self.request()) { _ in TransportResponse(status: .ok) }
        let error = await #expect(throws: APIError.Cause.self) {
            try await limiter.intercept(Self.request(total: .seconds(2))) { _ in
                TransportResponse(status: .ok)
            }
        }
        #expect(error?.code == .rateLimited)
        #expect(
            error?.message
                == "the call to https://a.example would have to wait for 10 seconds, longer than its "
                + "limit of 2 seconds")
        #expect(clock.delays.isEmpty)
    }
}
