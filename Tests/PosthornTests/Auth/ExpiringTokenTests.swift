import Foundation
import Posthorn
import TestSupport
import Testing

@testable import struct PosthornHTTP.Credential

@Suite("Tokens with a lifetime", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ExpiringTokenTests {
    private let vault = TokenVault()

    /// Loads tokens that expire after a time.
    private func store(
        _ door: Doorman, _ first: Credential.Token?, lifetime: Duration? = nil
    ) -> Store {
        let vault = vault
        var store = Store { $0.auth = .bearer("user") }
        store.configuration.transport = door
        store.credentials["user"] = .bearer(first) { old in
            Credential.Token(vault.token(insteadOf: old?.text), expiresIn: lifetime)
        }
        return store
    }

    @Test(arguments: [nil, Duration.seconds(3600), .seconds(Int64.max)])
    func firstTokenIsSentUntilA401(_ lifetime: Duration?) async throws {
        let door = Doorman("t0", "t1")
        let store = store(door, Credential.Token("t0", expiresIn: lifetime))
        for _ in 0..<2 { try await store.send(Ping()) }
        #expect(door.tokens == ["t0", "t0"])
        #expect(vault.loads.isEmpty)
        let refusing = Doorman("t1")
        var other = store
        other.configuration.transport = refusing
        try await other.send(Ping())
        #expect(refusing.tokens == ["t0", "t1"])
        #expect(vault.loads == ["t0"])
    }

    @Test func missingFirstTokenIsLoaded() async throws {
        let door = Doorman("t1")
        let store = store(door, nil)
        for _ in 0..<2 { try await store.send(Ping()) }
        #expect(door.tokens == ["t1", "t1"])
        #expect(vault.loads == [nil])
    }

    @Test(arguments: [Duration.zero, .seconds(-60), .seconds(Int64.min)])
    func expiredTokenIsRenewedBeforeItIsSent(_ lifetime: Duration) async throws {
        let door = Doorman("t1")
        // A 401 would fail this call, because its body can be read once.
        try await store(door, Credential.Token("t0", expiresIn: lifetime)).send(
            Ping { request in
                let pieces = AsyncStream<Data> { $0.finish() }
                request.upload(HTTPBody(BodyStream(pieces)), as: "text/plain")
            })
        #expect(door.tokens == ["t1"])
        #expect(vault.loads == ["t0"])
    }

    /// A server whose tokens expire at once costs one load per call, and no loop.
    @Test func loadedTokenIsSentOnceEvenIfItHasExpired() async throws {
        let door = Doorman("t1", "t2")
        let store = store(door, nil, lifetime: .zero)
        for _ in 0..<2 { try await store.send(Ping()) }
        #expect(door.tokens == ["t1", "t2"])
        #expect(vault.loads == [nil, "t1"])
    }

    @Test(arguments: [
        (1000, 900), (10_000, 9000), (299_000, 269_100), (300_000, 270_000), (3_600_000, 3_570_000),
    ])
    func isRenewedShortlyBeforeItExpires(_ lifetime: Int, _ renewal: Int) {
        let now = ContinuousClock.now
        let token = Credential.Token("t", .milliseconds(lifetime), at: now)
        #expect(!token.isExpired(at: now + .milliseconds(renewal - 1)))
        #expect(token.isExpired(at: now + .milliseconds(renewal)))
    }

    @Test func descriptionHidesTheToken() {
        #expect("\(Credential.Token("canary", expiresIn: .seconds(1)))" == "Token(…)")
    }
}
