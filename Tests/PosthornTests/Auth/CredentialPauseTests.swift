import Foundation
import Posthorn
import PosthornTesting
import TestSupport
import Testing

/// A credential whose loads are in vain pauses.
@Suite("Pauses of credentials", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CredentialPauseTests {
    private struct Refused: Error { var secret = "canary" }

    /// Sends a call each second, and returns the seconds of the loads.
    private func loads(
        _ seconds: Int, lifetime: Duration? = nil, fails: @escaping @Sendable (_ load: Int) -> Bool,
        accepts: @escaping @Sendable (_ second: Int) -> Bool
    ) async throws -> [Int] {
        let (clock, times) = (ManualClock(), Locked<[Int]>([]))
        let start = clock.now
        let second = { @Sendable in Int((clock.now - start) / .seconds(1)) }
        var store = Store { $0.auth = .bearer("user") }
        store.configuration.transport = AnyResponse { accepts(second()) ? .ok : .unauthorized }
        store.credentials["user"] = .refreshing(nil, .seconds(60), now: { clock.now }) { _ in
            let load = times.withLock { times in
                times.append(second())
                return times.count
            }
            if fails(load) { throw Refused() }
            return Credential.Token("t\(load)", renewal: lifetime.map { clock.now + $0 })
        }
        for _ in 0..<seconds {
            _ = try? await store.send(Ping())
            clock.advance(by: .seconds(1))
        }
        return times.withLock { $0 }
    }

    @Test func loadsThatFailBecomeRare() async throws {
        let times = try await loads(200, fails: { _ in true }, accepts: { _ in true })
        #expect(times == [0, 1, 2, 12, 32, 72, 132, 192])
    }

    @Test func loadsOfRefusedTokensBecomeRare() async throws {
        let times = try await loads(140, fails: { _ in false }, accepts: { _ in false })
        #expect(times == [0, 0, 1, 11, 31, 71, 131])
    }

    /// Tokens of five seconds that the server accepts are renewed each time.
    @Test func shortTokensAreLoadedWithoutAPause() async throws {
        let times = try await loads(
            40, lifetime: .seconds(5), fails: { _ in false }, accepts: { _ in true })
        #expect(times == [0, 5, 10, 15, 20, 25, 30, 35])
    }

    /// A token that was accepted for 10 seconds ends the row.
    @Test func refusalsFarApartDoNotPause() async throws {
        let times = try await loads(100, fails: { _ in false }, accepts: { $0 % 15 != 14 })
        #expect(times == [0] + [14, 29, 44, 59, 74, 89])
    }

    @Test func goodTokenEndsThePauses() async throws {
        let times = try await loads(
            40, lifetime: .seconds(3), fails: { $0 <= 3 || $0 == 6 }, accepts: { _ in true })
        #expect(times == [0, 1, 2, 12, 15, 18, 19, 22, 25, 28, 31, 34, 37])
    }

    @Test func errorNamesThePauseAndTheCause() async throws {
        let clock = ManualClock()
        var store = Store { $0.auth = .bearer("user") }
        store.configuration.transport = AnyResponse { .ok }
        store.credentials["user"] = .refreshing(nil, .seconds(60), now: { clock.now }) { _ in
            throw Refused()
        }
        for _ in 0..<3 { _ = try? await store.send(Ping()) }
        clock.advance(by: .seconds(4))
        let error = try await #require(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error.code == .credentialFailed)
        #expect(
            error.message
                == "the credential user could not be loaded: 3 loads in a row failed or gave a credential "
                + "that the server refused at once, and the next load begins in 6 seconds")
        #expect(error.advice == "check that the credential is for this server")
        #expect(error.errorChain.contains { $0 is Refused })
        #expect(!"\(error)".contains("canary"))
    }
}

/// A transport whose status a closure decides.
private struct AnyResponse: Transport {
    let status: @Sendable () -> HTTPResponse.Status

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        .json("{}", status: status())
    }
}
