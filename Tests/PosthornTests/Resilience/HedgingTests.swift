import Foundation
import TestSupport
import Testing

@testable import PosthornCore

@Suite("Hedging", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HedgingTests {
    /// A transport whose requests wait until the test releases them, in any order.
    private final class Slow: Transport {
        private let state = Locked<[Int: CheckedContinuation<TransportResponse, any Error>]>([:])
        private let count = Locked(0)
        /// Responds at once while it is `true`.
        let isFast = Locked(true)
        let cancelled = Locked<[Int]>([])
        /// The option `coalesces` of each request.
        let coalesces = Locked<[Bool?]>([])
        /// Whether each request repeats another one, so that the session does not repeat it.
        let repetitions = Locked<[Bool]>([])
        var requests: Int { count.withLock { $0 } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            coalesces.withLock { $0.append(request.coalesces) }
            repetitions.withLock { $0.append(request.options.isRepetition) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if isFast.withLock({ $0 }) { return .json(#"{"id":0}"#) }
            do {
                return try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { continuation in
                        state.withLock { $0[number] = continuation }
                        if Task.isCancelled { end(number, .failure(CancellationError())) }
                    }
                } onCancel: {
                    cancelled.withLock { $0.append(number) }
                    end(number, .failure(CancellationError()))
                }
            } catch let error as TransportError {
                throw error
            } catch {
                throw TransportError(.cancelled, "cancelled")
            }
        }

        func end(_ number: Int, _ result: Result<TransportResponse, any Error>) {
            state.withLock { $0.removeValue(forKey: number) }?.resume(with: result)
        }
    }

    private let transport = Slow()
    private let policy = HedgingPolicy(minimumCalls: 10, maximumShare: 0.5)

    /// A store whose policy has measured ten fast calls.
    private func warmStore(
        _ policy: HedgingPolicy? = nil, budget: RetryBudget? = nil,
        _ spec: @escaping Layer = { _ in }
    ) async throws -> Store {
        var store = Store(StubTransport(), spec: spec)
        store.configuration.transport = transport
        store.configuration.retryBudget = budget
        store.configuration.defaults.hedging = policy ?? self.policy
        for _ in 0..<10 { _ = try await store.send(Probe(Receipt.self)) }
        transport.isFast.withLock { $0 = false }
        return store
    }

    @Test func firstResponseWinsAndTheOtherRequestIsCancelled() async throws {
        let store = try await warmStore()
        async let receipt = store.send(Probe(Receipt.self))
        try await until { transport.requests == 12 }
        transport.end(12, .success(.json(#"{"id":12}"#)))
        let id = try await receipt.id
        #expect(id == 12)
        #expect(transport.cancelled.withLock { $0 } == [11])
        #expect(policy.hedgedCalls == 1)
    }

    @Test func secondRequestDoesNotShareTheExchangeOfTheFirst() async throws {
        let store = try await warmStore().with { $0.coalesces = true }
        async let receipt = store.send(Probe(Receipt.self))
        try await until { transport.requests == 12 }
        transport.end(12, .success(.json(#"{"id":12}"#)))
        #expect(try await receipt.id == 12)
        #expect(transport.coalesces.withLock { $0.suffix(2) } == [true, false])
    }

    @Test func firstRequestMayWinToo() async throws {
        let store = try await warmStore()
        async let receipt = store.send(Probe(Receipt.self))
        try await until { transport.requests == 12 }
        transport.end(11, .success(.json(#"{"id":11}"#)))
        let id = try await receipt.id
        #expect(id == 11)
        #expect(transport.cancelled.withLock { $0 } == [12])
    }

    @Test func failureWaitsForTheOtherRequest() async throws {
        let store = try await warmStore()
        async let receipt = store.send(Probe(Receipt.self))
        try await until { transport.requests == 12 }
        transport.end(11, .success(.json("", status: .badGateway)))
        transport.end(12, .success(.json(#"{"id":12}"#)))
        let id = try await receipt.id
        #expect(id == 12)
        let failing = Task { try await store.send(Probe(Receipt.self)) }
        try await until { transport.requests == 14 }
        transport.end(14, .failure(TransportError(.connectionLost, "cut")))
        transport.end(13, .failure(TransportError(.truncated, "cut")))
        let error = await #expect(throws: APIError.self) { try await failing.value }
        #expect(error?.code == .truncated || error?.code == .connectionLost)
    }

    @Test func failedHedgedCallIsRetriedAndHasAFallback() async throws {
        var store = try await warmStore()
        store.configuration.callClock = RetryTests.Clock(random: 0).clock
        let retrying = store.with { $0.retry = RetryRule(attempts: 2) }
        let retried = Task { try await retrying.send(Probe(Receipt.self)) }
        try await until { transport.requests == 12 }
        transport.end(11, .failure(TransportError(.connectionLost, "cut")))
        transport.end(12, .failure(TransportError(.connectionLost, "cut")))
        try await until { transport.requests >= 13 }
        transport.end(13, .success(.json(#"{"id":13}"#)))
        #expect(try await retried.value.id == 13)
        #expect(transport.repetitions.withLock { $0[10...12] } == [false, true, true])

        let before = transport.requests
        let caught = store.with { $0.fallback = { _ in .json(#"{"id":99}"#) } }
        let replaced = Task { try await caught.send(Probe(Receipt.self)) }
        try await until { transport.requests == before + 2 }
        transport.end(before + 1, .success(.json("", status: .badGateway)))
        transport.end(before + 2, .failure(TransportError(.connectionLost, "cut")))
        #expect(try await replaced.value.id == 99)
    }

    @Test func failuresEarnNoTokens() async throws {
        let budget = RetryBudget()
        var store = Store(StubTransport(.success(.json("", status: .badGateway))))
        store.configuration.retryBudget = budget
        store.configuration.defaults.hedging = policy
        _ = budget.take(for: "https://store.example", isThrottled: false)
        let tokens = budget.tokens(for: "https://store.example")
        await #expect(throws: APIError.self) { try await store.send(Probe(Receipt.self)) }
        #expect(budget.tokens(for: "https://store.example") == tokens)
    }

    @Test("A request that may not arrive twice is sent once")
    func paymentIsNotHedged() async throws {
        let store = try await warmStore { $0.method(.post, "/pay") }
        async let receipt = store.send(Probe(Receipt.self) { $0.method(.post, "/pay") })
        try await until { transport.requests == 11 }
        transport.end(11, .success(.json(#"{"id":1}"#)))
        _ = try await receipt
        #expect(policy.hedgedCalls == 0 && transport.requests == 11)
    }

    @Test func emptyBudgetAndShareForbidASecondRequest() async throws {
        for (policy, budget) in [
            (HedgingPolicy(minimumCalls: 10, maximumShare: 0.05), RetryBudget()),
            (HedgingPolicy(minimumCalls: 10, maximumShare: 1), RetryBudget(capacity: 10)),
        ] {
            transport.isFast.withLock { $0 = true }
            let store = try await warmStore(policy, budget: budget)
            let before = transport.requests
            let clock = RetryTests.Clock()
            var hedging = store
            hedging.configuration.callClock = clock.clock
            async let receipt = hedging.send(Probe(Receipt.self))
            try await until { transport.requests == before + 1 && !clock.delays.isEmpty }
            transport.end(before + 1, .success(.json(#"{"id":5}"#)))
            let id = try await receipt.id
            #expect(id == 5)
            #expect(transport.requests == before + 1)
        }
    }

    @Test func cancelledCallCancelsBothRequests() async throws {
        let store = try await warmStore()
        let task = Task { try await store.send(Probe(Receipt.self)) }
        try await until { transport.requests == 12 }
        task.cancel()
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(transport.cancelled.withLock { $0.sorted() } == [11, 12])
    }
}
