import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornResilience

@Suite("Circuit breaker", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CircuitBreakerTests {
    typealias Rule = CircuitBreaker.Rule

    /// Runs a script of one circuit and returns its state after each step.
    ///
    /// `+` is a success, `-` a failure, `s` a slow success, `?` a cancelled call, `!` a refused call, and a
    /// number the seconds that pass.
    private func states(_ script: String, _ rule: Rule) -> String {
        var circuit = Circuit()
        var now = ContinuousClock.now
        var states: [String] = []
        for step in script.split(separator: " ") {
            if let seconds = Double(step) {
                now += .seconds(seconds)
                continue
            }
            for call in step {
                switch (circuit.admit(at: now, rule), call) {
                case (.refused, "!"): break
                case (.refused, _): states.append("refused")
                case (.admitted, "!"): states.append("admitted")
                case (.admitted(let ticket), _):
                    let outcome: CircuitBreaker.Outcome =
                        call == "-" ? .failure : call == "?" ? .unknown : .success
                    circuit.record(
                        outcome, took: call == "s" ? .seconds(3) : .zero, ticket, at: now, rule, 0)
                }
            }
            switch circuit.state(at: now) {
            case .closed: states.append("closed")
            case .open(let end): states.append("open \(Int((end - now) / .seconds(1)))")
            case .halfOpen: states.append("half-open")
            }
        }
        return states.joined(separator: ", ")
    }

    private static let rule = Rule(minimumCalls: 4, slowCall: .seconds(2))

    @Test(arguments: [
        // Too few calls.
        ("---", "closed"),
        ("++--", "open 5"),
        ("+++-", "closed"),
        // Cancelled calls do not count.
        ("--+????", "closed"),
        // 80 % of the calls are slow.
        ("ssss", "open 5"), ("sss++", "closed"), ("ssss+", "refused, open 5"),
        // Failures leave the window.
        ("--- 21 -", "closed, closed"),
        ("-- 10 -- 1", "closed, open 5"),
        // Probes close the circuit.
        ("---- ! 5 + + + ----", "open 5, open 5, half-open, half-open, closed, open 5"),
        // A failed probe doubles the time, up to the maximum.
        (
            "---- 5 - 10 - 20 - 40 - 60 -",
            "open 5, open 10, open 20, open 40, open 60, open 60"
        ),
        // A recovery resets it.
        ("---- 5 - 10 +++ ----", "open 5, open 10, closed, open 5"),
        // A cancelled probe gives its place back.
        ("---- 5 ?????? +++", "open 5, half-open, closed"),
    ])
    func circuitFollowsItsRule(_ script: String, _ expected: String) {
        #expect(states(script, Self.rule) == expected)
    }

    @Test func onlyAFewProbesAreInFlight() {
        var circuit = Circuit()
        var now = ContinuousClock.now
        for _ in 0..<4 {
            guard case .admitted(let ticket) = circuit.admit(at: now, Self.rule) else { break }
            circuit.record(.failure, took: .zero, ticket, at: now, Self.rule, 0)
        }
        now += .seconds(5)
        let admissions = (0..<5).map { _ in circuit.admit(at: now, Self.rule) }
        #expect(admissions.filter { $0 != .refused(until: nil) }.count == 3)
    }

    @Test func callsFromBeforeAChangeDoNotCount() {
        var circuit = Circuit()
        var now = ContinuousClock.now
        let tickets = (0..<8).compactMap { _ -> Circuit.Ticket? in
            guard case .admitted(let ticket) = circuit.admit(at: now, Self.rule) else { return nil }
            return ticket
        }
        for ticket in tickets.prefix(4) {
            circuit.record(.failure, took: .zero, ticket, at: now, Self.rule, 0)
        }
        now += .seconds(5)
        #expect(circuit.admit(at: now, Self.rule) != .refused(until: nil))
        // A late failure does not open the circuit again.
        circuit.record(.failure, took: .zero, tickets[5], at: now, Self.rule, 0)
        #expect(circuit.state(at: now) == .halfOpen)
    }

    @Test func openCircuitSendsNothingAndNamesTheTime() async throws {
        let clock = RetryTests.Clock()
        let changes = Locked<[String]>([])
        let breaker = CircuitBreaker(
            Rule(minimumCalls: 2), callClock: clock.clock,
            onChange: { group, _, _ in changes.withLock { $0.append(group) } })
        let transport = StubTransport(script: [
            .success(.json("", status: .badGateway)), .success(.json("", status: .badGateway)),
            .success(.json(#"{"id":1}"#)),
        ])
        let store = Store(transport).with { $0.middleware = [breaker] }
        func code() async -> APIError? {
            do throws(APIError) {
                _ = try await store.send(Probe(Receipt.self))
                return nil
            } catch { return error }
        }
        #expect(await code()?.code == .status(502))
        #expect(await code()?.code == .status(502))
        let refused = await code()
        #expect(refused?.code == .circuitOpen)
        #expect(
            refused?.message
                == "too many calls to https://store.example have failed or were slow, so this one was not sent"
        )
        #expect(refused?.advice == "call again in 4.5 seconds")
        #expect(transport.requests.count == 2)
        try await clock.clock.sleep(.seconds(5))
        for _ in 0..<3 { #expect(await code() == nil) }
        #expect(breaker.state(of: "https://store.example") == .closed)
        #expect(changes.withLock { $0 } == Array(repeating: "https://store.example", count: 3))
    }

    @Test("4xx, cancelled and unsealable calls do not open the circuit")
    func clientErrorsAndCancellationsDoNotOpenTheCircuit() async throws {
        let breaker = CircuitBreaker(Rule(minimumCalls: 1, failureRate: 0.01))
        let outcomes: [@Sendable () throws -> TransportResponse] = [
            { TransportResponse(status: .notFound) }, { throw CancellationError() },
            { throw APIError.Cause(.sealingFailed, "no key") },
            { throw TransportError(.cancelled, "cancelled") },
            { throw TransportError(.untrustedCertificate, "no") },
        ]
        for outcome in outcomes {
            _ = try? await breaker.intercept(TransportRequest(url: "https://a.example/")) { _ in
                try outcome()
            }
        }
        #expect(breaker.state(of: "https://a.example") == .closed)
        _ = try? await breaker.intercept(TransportRequest(url: "https://a.example/")) { _ in
            throw TransportError(.timedOut, "late")
        }
        #expect(breaker.state(of: "https://a.example") != .closed)
        #expect(breaker.state(of: "https://b.example") == .closed)
    }
}
