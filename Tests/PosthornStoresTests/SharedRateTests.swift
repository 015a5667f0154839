import Foundation
import Posthorn
import PosthornResilience
import PosthornStores
import PosthornTesting
import TestSupport
import Testing

/// Rates that several processes share.
@Suite("Shared rates", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SharedRateTests {
    private let store = CountingStore()

    private func limiter(
        calls: Int, per period: Duration = .seconds(3_600),
        clock: any Clock<Duration> = ContinuousClock()
    ) -> RateLimiter {
        RateLimiter(calls: calls, per: period, sharedIn: store, localShare: 0.5, clock: clock)
    }

    private func send(
        _ limiter: RateLimiter, _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]
    ) async throws {
        _ = try await limiter.intercept(TransportRequest(url: "https://a.example/")) { _ in
            TransportResponse(status: status, headers: headers)
        }
    }

    @Test func processesShareTheRate() async throws {
        let (one, two) = (limiter(calls: 3), limiter(calls: 3))
        for process in [one, two, one] { try await send(process) }
        for process in [one, two] {
            let error = await #expect(throws: APIError.Cause.self) { try await send(process) }
            #expect(error?.code == .rateLimited)
            #expect(error?.message.contains("longer than its limit of 30 seconds") == true)
        }
    }

    @Test func concurrentCallsAskOnce() async throws {
        let process = limiter(calls: 1_000, per: .seconds(360_000))
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<1_100 {
                group.addTask {
                    do { try await send(process) } catch is APIError.Cause { return true }
                    return false
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 100)
        // One for each call would be 1,100.
        #expect(store.requests.withLock { $0 } < 50)
    }

    @Test func callsContinueWithTheLocalShare() async throws {
        store.fails.withLock { $0 = true }
        let process = limiter(calls: 4, clock: ManualClock(skipsDelays: true))
        // The others may have used the burst.
        try await send(process)
        let error = await #expect(throws: APIError.Cause.self) { try await send(process) }
        #expect(error?.code == .rateLimited)
        #expect(store.requests.withLock { $0 } == 1, "the store is asked again after a second")
    }

    @Test func storeIsAskedAgainAfterAFailure() async throws {
        store.fails.withLock { $0 = true }
        let time = ManualClock(skipsDelays: true)
        let process = RateLimiter(
            calls: 1_000_000, per: .seconds(3_600), sharedIn: store, localShare: 1, clock: time)
        try await send(process)
        store.fails.withLock { $0 = false }
        time.advance(by: .seconds(2))
        // The second request finds the store well, and the third one is that of a call.
        while store.requests.withLock({ $0 }) < 3 {
            try await send(process)
            await Task.yield()
        }
    }

    @Test func pauseCountsForAllProcesses() async throws {
        let (one, two) = (limiter(calls: 100), limiter(calls: 100))
        try await send(one, .tooManyRequests, [.retryAfter: "3000"])
        for process in [one, two] {
            let error = await #expect(throws: APIError.Cause.self) { try await send(process) }
            #expect(error?.code == .rateLimited)
        }
    }

    /// A call that already waits learns that another process was asked to pause.
    @Test func pauseReachesWaitingCallsOfOtherProcesses() async throws {
        let clock = ManualClock()
        let store = InMemoryStore(now: { clock.now })
        let process = RateLimiter(
            calls: 1, per: .seconds(10), sharedIn: store, localShare: 1, clock: clock)
        try await send(process)
        let call = Task { try await send(process) }
        // First the round of the process, and then the call.
        clock.advance(by: try await clock.nextDelay())
        #expect(try await clock.nextDelay() > .seconds(9))
        await store.pause("https://a.example", for: .seconds(25))
        clock.advance(by: .seconds(10))
        let rest = try await clock.nextDelay()
        #expect(rest >= .seconds(14) && rest < .seconds(18), "\(rest)")
        clock.advance(by: rest)
        try await call.value
    }

    @Test func waitingCallsAreSentInTheirTurn() async throws {
        let process = limiter(calls: 200, per: .seconds(1))
        let sent = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<230 {
                group.addTask {
                    try await send(process)
                    sent.withLock { $0 += 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(sent.withLock { $0 } == 230)
    }
}
