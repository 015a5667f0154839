import Foundation
import PosthornCore
import PosthornResilience
import PosthornStores
import PosthornTesting
import TestSupport
import Testing

/// Retry budgets that several processes share.
@Suite("Shared retry budgets", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct SharedBudgetTests {
    private static let origin = "https://a.example"
    private let store = CountingStore()

    private func budget(
        _ store: (any RateStore)? = nil, share: Double = 0.5,
        clock: any Clock<Duration> = ManualClock(skipsDelays: true)
    ) -> RetryBudget {
        RetryBudget(
            sharedIn: store ?? self.store, localShare: share, callClock: CallClock(clock))
    }

    /// Takes retries until there are too few tokens, and returns their number.
    private func takeAll(_ budget: RetryBudget) -> Int {
        var count = 0
        while budget.take(for: Self.origin, isThrottled: false) != nil { count += 1 }
        return count
    }

    private func wait(until condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func retriesOfAllProcessesCount() async throws {
        let (one, two) = (budget(), budget())
        #expect(takeAll(one) == 35)
        #expect(two.take(for: Self.origin, isThrottled: true) == 5)
        await wait { two.tokens(for: Self.origin) < 14 }
        #expect(takeAll(two) == 0)
        let others = "https://b.example"
        #expect(two.take(for: others, isThrottled: false) == 14)
        #expect(two.tokens(for: others) == 486)
    }

    @Test func successesOfOneProcessServeTheOthers() async throws {
        let (one, two) = (budget(), budget())
        #expect(takeAll(one) == 35)
        #expect(two.take(for: Self.origin, isThrottled: true) == 5)
        await wait { two.tokens(for: Self.origin) < 14 }
        for _ in 0..<100 { one.add(1, for: Self.origin) }
        // A refused retry asks for the tokens of the others.
        await wait { two.take(for: Self.origin, isThrottled: false) != nil }
    }

    @Test func callsWithoutRetriesAskNothing() {
        let budget = budget()
        for _ in 0..<1_000 { budget.add(1, for: Self.origin) }
        #expect(budget.tokens(for: Self.origin) == 500)
        #expect(store.requests.withLock { $0 } == 0)
    }

    @Test func asksOnceInAHundredMilliseconds() async throws {
        let clock = ManualClock()
        let budget = budget(clock: clock)
        var steps = 0
        while steps < 1_000 || store.requests.withLock({ $0 }) < 2 {
            if steps % 2 == 0 { _ = budget.take(for: Self.origin, isThrottled: false) }
            budget.add(20, for: Self.origin)
            clock.advance(by: .milliseconds(10))
            steps += 1
            await Task.yield()
        }
        #expect(store.requests.withLock { $0 } <= steps / 10 + 1)
    }

    /// What two processes take before they know of each other is owed.
    @Test func overspentTokensAreOwed() async throws {
        let gate = Gate()
        let store = CountingStore(gate: gate)
        let (one, two) = (budget(store), budget(store))
        #expect(takeAll(one) == 35)
        #expect(takeAll(two) == 35)
        gate.open()
        await wait { two.tokens(for: Self.origin) == 0 }
        let taken = { () async throws -> Int? in
            try await store.add([0], to: "retries " + Self.origin, within: 0...1_000).sums.first
        }
        while try await taken() != 980 { await Task.yield() }
        for _ in 0..<470 { one.add(1, for: Self.origin) }
        while try await taken() != 510 { await Task.yield() }
        await wait { one.tokens(for: Self.origin) == 0 }
        #expect(one.take(for: Self.origin, isThrottled: true) == nil)
    }

    @Test func processContinuesWithItsShare() async throws {
        store.fails.withLock { $0 = true }
        let clock = ManualClock()
        let budget = budget(clock: clock)
        #expect(budget.take(for: Self.origin, isThrottled: false) == 14)
        // Half of 500, less half of what was taken.
        await wait { budget.tokens(for: Self.origin) == 243 }
        #expect(takeAll(budget) == 17)
        budget.add(1_000, for: Self.origin)
        #expect(budget.tokens(for: Self.origin) == 250)
        #expect(store.requests.withLock { $0 } == 1, "the store is asked again after a second")

        store.fails.withLock { $0 = false }
        clock.advance(by: .seconds(2))
        #expect(budget.take(for: Self.origin, isThrottled: false) == 14)
        await wait { budget.tokens(for: Self.origin) == 486 }
    }

    @Test func smallestShareIsOneRetry() async throws {
        store.fails.withLock { $0 = true }
        let budget = budget(share: 0.000_1, clock: ManualClock())
        #expect(budget.take(for: Self.origin, isThrottled: true) == 5)
        await wait { budget.tokens(for: Self.origin) == 14 }
        #expect(takeAll(budget) == 1)
    }

    /// The clock of one process is five minutes ahead.
    @Test(arguments: SharedPlace.kinds)
    func storesShareBudgetsOfDifferentClocks(_ kind: String) async throws {
        let place = try SharedPlace(kind)
        let late = ManualClock(skipsDelays: true)
        late.advance(by: .seconds(300))
        let (one, two) = (
            budget(try await place.open(), clock: late), budget(try await place.open())
        )
        #expect(takeAll(one) == 35)
        #expect(two.take(for: Self.origin, isThrottled: true) == 5)
        // Both may have asked at the same moment.
        await wait {
            _ = two.take(for: Self.origin, isThrottled: false)
            return two.tokens(for: Self.origin) < 5
        }
    }

    /// Eight processes whose calls all fail take the tokens of one bucket.
    @Test(arguments: SharedPlace.kinds)
    func processesShareABucket(_ kind: String) async throws {
        let place = try SharedPlace(kind)
        let processes = try (0..<8).map { _ in
            try StoreCheck(["retries", place.text, SharedPlace.keyText, Self.origin])
        }
        let counts = processes.compactMap { Int($0.line()) }
        #expect(counts.count == 8)
        // Each would take 35 without the others.
        let sum = counts.reduce(0, +)
        #expect((35..<8 * 35).contains(sum), "\(counts)")
        print("retries of eight processes over \(kind): \(sum)")
    }
}
