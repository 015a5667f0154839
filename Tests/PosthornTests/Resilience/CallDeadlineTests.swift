import Foundation
import TestSupport
import Testing

@testable import PosthornCore

@Suite("Deadlines", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallDeadlineTests {
    private static let ok = TransportResponse.json(#"{"id":1}"#)

    /// The total time of the request that a call sent.
    private func total(
        _ layer: @escaping Layer = { _ in }, in time: Duration
    ) async throws -> Duration {
        let transport = StubTransport(.success(Self.ok))
        _ = try await withCallDeadline(in: time) {
            try await Store(transport).send(Probe(Receipt.self, layer))
        }
        return try #require(transport.requests.first?.limits.total)
    }

    @Test func scopeShortensTheTotalTime() async throws {
        let shortened = try await total(in: .seconds(20))
        #expect(shortened <= .seconds(20) && shortened > .zero)
        let kept = try await total({ $0.timeouts.total = .seconds(5) }, in: .seconds(20))
        #expect(kept == .seconds(5))
        let limited = try await total({ $0.timeouts.total = Timeouts.unlimited }, in: .seconds(20))
        #expect(limited <= .seconds(20))
    }

    @Test func nestedDeadlineOnlyShortens() async throws {
        let transport = StubTransport(.success(Self.ok))
        let store = Store(transport)
        try await withCallDeadline(in: .seconds(45)) {
            try await withCallDeadline(in: .seconds(50)) {
                _ = try await store.send(Probe(Receipt.self))
            }
            try await withCallDeadline(in: .seconds(30)) {
                // A child task inherits the deadline.
                async let receipt = store.send(Probe(Receipt.self))
                _ = try await receipt
            }
        }
        _ = try await store.send(Probe(Receipt.self))
        let totals = transport.requests.compactMap(\.limits.total)
        #expect(totals.count == 3)
        #expect(totals[0] <= .seconds(45) && totals[1] <= .seconds(30) && totals[2] == .seconds(60))
    }

    @Test func callAfterTheDeadlineSendsNothing() async throws {
        let transport = StubTransport(.success(Self.ok))
        let error = await #expect(throws: APIError.self) {
            try await withCallDeadline(in: .zero) {
                try await Store(transport).send(Probe(Receipt.self))
            }
        }
        #expect(error?.code == .timedOut && error?.stage == .building)
        #expect(transport.requests.isEmpty)
    }

    @Test func retriesEndAtTheDeadlineOfTheScope() async throws {
        let transport = StubTransport(.success(.json("", status: .serviceUnavailable)))
        let error = await #expect(throws: APIError.self) {
            try await withCallDeadline(in: .seconds(60)) {
                try await Store(transport) {
                    $0.retry = Late()
                    $0.timeouts.total = Timeouts.unlimited
                }.send(Probe(Receipt.self))
            }
        }
        #expect(error?.retryStop == .deadlineExceeded)
    }

    /// Waits longer than the scope lasts.
    private struct Late: RetryPolicy {
        func decision(after attempt: FailedAttempt) -> RetryDecision { .retry(after: .seconds(90)) }
    }

    @Test("The remaining time is sent with each attempt, before the request is signed")
    func remainingTimeIsSent() async throws {
        let transport = StubTransport(script: [
            .success(.json("", status: .serviceUnavailable)), .success(Self.ok),
        ])
        let clock = RetryTests.Clock()
        var store = Store(transport) { request in
            request.deadlineHeader = "X-Timeout-Ms"
            request.timeouts.total = .seconds(8)
            request.retry = RetryRule(baseDelay: .seconds(3))
            request.cipher = .using(Covering())
        }
        store.configuration.callClock = clock.clock
        _ = try await store.send(Probe(Receipt.self))
        #expect(transport.requests.map { $0.header("X-Timeout-Ms") } == [["8000"], ["5000"]])
        #expect(transport.requests.map { $0.header("X-Covered") } == [["8000"], ["5000"]])
    }

    /// A cipher that copies the field which it would sign.
    private struct Covering: PayloadCipher {
        let name = "covering"
        func seal(_ request: inout TransportRequest) async throws {
            let name = try #require(HTTPField.Name("X-Covered"))
            request.headers.append(
                HTTPField(name: name, value: request.header("X-Timeout-Ms").joined()))
        }
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
    }

    @Test func unlimitedCallSendsNoRemainingTime() async throws {
        let transport = StubTransport(.success(Self.ok))
        let store = Store(transport).with {
            $0.deadlineHeader = "X-Timeout-Ms"
            $0.timeouts.total = Timeouts.unlimited
        }
        _ = try await store.send(Probe(Receipt.self))
        #expect(transport.requests.first?.header("X-Timeout-Ms") == [])
    }

    @Test func headerThatIsNoNameIsAnError() async throws {
        let error = await #expect(throws: APIError.self) {
            try await Store().with { $0.deadlineHeader = "X Timeout" }.send(Probe(Receipt.self))
        }
        #expect(error?.code == .invalidParameter)
    }
}
