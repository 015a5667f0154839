import Foundation
import Posthorn
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornHTTP
@testable import PosthornWorkloadIdentity

/// Credentials are renewed before they expire, once for all callers.
@Suite("Renewal of workload credentials", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RenewalTests {
    /// Returns a container's endpoint whose keys are numbered and last an hour of the machine's time.
    private static func container(
        _ count: Locked<Int>, _ now: @escaping @Sendable () -> Date,
        fails: @escaping @Sendable (_ number: Int) -> Bool = { _ in false }
    ) -> StubRule {
        .on(.get, "/container") { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if fails(number) { return .text("<html>canary</html>", status: .badGateway) }
            let expiry = InternetDate.text(for: now() + 3600) ?? ""
            return .json(Clouds.keys("KEY\(number)", expiry: expiry))
        }
    }

    private static let variables = ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "$BASE/container"]

    private func run(
        fails: @escaping @Sendable (_ number: Int) -> Bool = { _ in false },
        _ body: (Machine, AWSCredentialChain, Locked<Int>) async throws -> Void
    ) async throws {
        let (count, dates) = (Locked(0), Locked<TestClock?>(nil))
        let rule = Self.container(count, { dates.withLock { $0 }?.now ?? Date() }, fails: fails)
        try await Machine.run([rule]) { machine in
            dates.withLock { $0 = machine.dates }
            let chain = AWSCredentialChain(
                transport: machine.session, environment: machine.environment(Self.variables))
            try await body(machine, chain, count)
        }
    }

    @Test func oneRequestServesAllCallers() async throws {
        try await run { machine, chain, count in
            for number in 1...2 {
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<1000 {
                        group.addTask { try await chain.current().accessKeyID }
                    }
                    for try await id in group { #expect(id == "KEY\(number)") }
                }
                #expect(count.withLock { $0 } == number)
                // Five minutes before the keys expire.
                machine.advance(by: 3299)
                #expect(try await chain.current().accessKeyID == "KEY\(number)")
                machine.advance(by: 1)
            }
        }
    }

    @Test func keyThatIsValidOutlivesAnOutage() async throws {
        try await run(fails: { (2...3).contains($0) }) { machine, chain, count in
            _ = try await chain.current()
            machine.advance(by: 3300)
            #expect(try await chain.current().accessKeyID == "KEY1")
            #expect(count.withLock { $0 } == 2)
            machine.advance(by: 29)
            #expect(try await chain.current().accessKeyID == "KEY1")
            #expect(count.withLock { $0 } == 2)
            machine.advance(by: 1)
            #expect(try await chain.current().accessKeyID == "KEY1")
            machine.advance(by: 30)
            #expect(try await chain.current().accessKeyID == "KEY4")
        }
    }

    /// A renewal that fails shortly before the last minute does not prolong the use.
    @Test func failedRenewalEndsBeforeTheLastMinute() async throws {
        try await run(fails: { $0 > 1 }) { machine, chain, _ in
            _ = try await chain.current()
            machine.advance(by: 3535)
            _ = try await chain.current()
            machine.advance(by: 6)
            await #expect(throws: APIError.Cause.self) { try await chain.current() }
        }
    }

    @Test func keyIsNotUsedInItsLastMinute() async throws {
        try await run(fails: { $0 > 1 }) { machine, chain, _ in
            _ = try await chain.current()
            machine.advance(by: 3540)
            let error = try await #require(throws: APIError.Cause.self) {
                try await chain.current()
            }
            #expect(error.message.contains("responded with the status 502"))
            #expect(!printed(error).contains("canary"))
        }
    }

    /// Three loads, and then fewer and fewer, with the reason in each error.
    @Test func failuresAreFollowedByPauses() async throws {
        try await run(fails: { _ in true }) { machine, chain, count in
            var times: [Int] = []
            for second in 0..<140 {
                let before = count.withLock { $0 }
                let error = await #expect(throws: (any Error).self) { try await chain.current() }
                let text = error.map(printed) ?? ""
                #expect(text.contains("responded with the status 502"))
                #expect(text.contains("environment: AWS_ACCESS_KEY_ID is not set"))
                if count.withLock({ $0 }) > before { times.append(second) }
                machine.advance(by: 1)
            }
            #expect(times == [0, 1, 2, 12, 32, 72, 132])
        }
    }

    @Test func bearerTokenIsRenewedBeforeItExpiresAndAfterA401() async throws {
        let count = Locked(0)
        let path = Clouds.metadata + "instance/service-accounts/default/token"
        let rule = StubRule.on(.get, path) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Clouds.token("t\(number)").header(Clouds.flavor, "Google")
        }
        try await Machine.run([rule]) { machine in
            let credential = Credential.google(
                transport: machine.session,
                environment: machine.environment(["GCE_METADATA_HOST": "127.0.0.1:$PORT"]))
            let first = try await credential.authorization()
            #expect(first == "Bearer t1")
            machine.advance(by: 3299)
            #expect(try await credential.authorization() == "Bearer t1")
            machine.advance(by: 1)
            #expect(try await credential.authorization() == "Bearer t2")
            #expect(try await credential.authorization(refused: "Bearer t2") == "Bearer t3")
            #expect(try await credential.authorization(refused: "Bearer t2") == "Bearer t3")
        }
    }

    @Test func refusedTokenIsNotKeptDuringAnOutage() async throws {
        let path = Clouds.metadata + "instance/service-accounts/default/token"
        let rules = [
            StubRule.on(
                .get, path, times: 1, response: Clouds.token("t").header(Clouds.flavor, "Google")),
            .on(.get, path, response: .status(.badGateway).header(Clouds.flavor, "Google")),
        ]
        try await Machine.run(rules) { machine in
            let credential = Credential.google(
                transport: machine.session,
                environment: machine.environment(["GCE_METADATA_HOST": "127.0.0.1:$PORT"]))
            let token = try await credential.authorization()
            #expect(token == "Bearer t")
            await #expect(throws: TransportError.self) {
                try await credential.authorization(refused: "Bearer t")
            }
        }
    }
}
