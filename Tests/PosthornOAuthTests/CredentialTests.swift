import Foundation
import Posthorn
import PosthornOAuth
import TestSupport
import Testing

import class PosthornTesting.Gate

@Suite("Credentials of OAuth 2", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CredentialTests {
    /// Sends a call each second, and returns the seconds at which the authorization server was asked.
    private func load(
        of stub: StubServer, seconds: Int, _ check: (Int, APIError) -> Void
    ) async throws -> [Int] {
        let api = try stub.api(stub.client().credential(.clientCredentials()))
        var times: [Int] = []
        for second in 0..<seconds {
            let before = stub.requests.count
            let error = try await #require(throws: APIError.self) {
                try await api.send(ProfileAPI.Me())
            }
            check(second, error)
            times += Array(repeating: second, count: stub.requests.count - before)
            stub.clock.advance(by: .seconds(1))
        }
        return times
    }

    @Test func oneRequestServesAllCalls() async throws {
        let stub = StubServer { number in .tokens("t\(number)", #","expires_in":3600"#) }
        let api = try stub.api(stub.client().credential(.clientCredentials()))
        for requests in 1...2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 { group.addTask { _ = try await api.send(ProfileAPI.Me()) } }
                try await group.waitForAll()
            }
            #expect(stub.requests.count == requests)
            #expect(stub.tokens.suffix(1000).allSatisfy { $0 == "t\(requests)" })
            stub.clock.advance(by: .seconds(3600))
        }
        #expect(stub.tokens.count == 2000)
        print(
            "1,000 concurrent calls with an expired token: \(stub.requests.count - 1) token request"
        )
    }

    /// At most three token requests in 10 seconds, and then fewer and fewer.
    @Test func apiThatRefusesAllTokens() async throws {
        let stub = StubServer(accepts: { _ in false }) { number in .tokens("canary\(number)") }
        let times = try await load(of: stub, seconds: 140) { second, error in
            #expect(!printed(error).contains("canary"))
            // Once it pauses, a refused token has no successor.
            #expect(error.code == (second > 1 ? .credentialFailed : .unauthorized), "\(second)")
            if second == 2 {
                #expect(
                    error.message
                        == "the server refused the credential user, and a new one could not be loaded: "
                        + "3 loads in a row failed or gave a credential that the server refused at once, "
                        + "and the next load begins in 9 seconds")
            }
        }
        #expect(times == [0, 0, 1, 11, 31, 71, 131])
    }

    @Test func tokenEndpointThatFails() async throws {
        let stub = StubServer { _ in .json("<html>canary</html>", .badGateway) }
        let times = try await load(of: stub, seconds: 140) { _, error in
            #expect(!printed(error).contains("canary"))
            #expect(error.code == .credentialFailed)
            // The reason is in each error, also while the credential pauses.
            #expect(
                error.message.contains(
                    "https://id.example failed to serve the request for a token by "))
        }
        #expect(times == [0, 1, 2, 12, 32, 72, 132])
        #expect(stub.tokens.isEmpty)
    }

    @Test func goodTokenEndsThePauses() async throws {
        let stub = StubServer { number in
            number < 4 ? .json("", .badGateway) : .tokens("t\(number)", #","expires_in":120"#)
        }
        let api = try stub.api(stub.client().credential(.clientCredentials()))
        for _ in 0..<4 { _ = try? await api.send(ProfileAPI.Me()) }
        #expect(stub.requests.count == 3)
        stub.clock.advance(by: .seconds(10))
        for number in 4..<20 {
            _ = try await api.send(ProfileAPI.Me())
            #expect(stub.requests.count == number)
            stub.clock.advance(by: .seconds(60))
        }
    }

    /// The first second at which the token is not sent, by its lifetime.
    @Test(arguments: [(3600, 3540), (300, 240), (120, 60), (90, 45), (10, 5), (1_000_000_000, nil)])
    func lastMinuteOfATokenIsNotUsed(_ lifetime: Int, _ end: Int?) async throws {
        let stub = StubServer { number in .tokens("t\(number)", #","expires_in":\#(lifetime)"#) }
        let api = try stub.api(stub.client().credential(.clientCredentials()))
        _ = try await api.send(ProfileAPI.Me())
        stub.clock.advance(by: .seconds((end ?? 315_000_000) - 1))
        _ = try await api.send(ProfileAPI.Me())
        stub.clock.advance(by: .seconds(1))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.tokens == ["t1", "t1", end == nil ? "t1" : "t2"])
    }

    @Test(arguments: [(61.0, "stored"), (60, "t1"), (0, "t1"), (-60, "t1")])
    func storedTokenInItsLastMinuteIsNotSent(_ seconds: Double, _ sent: String) async throws {
        let stub = StubServer { number in .tokens("t\(number)") }
        let store = MemoryTokenStore()
        let expiry = Date(timeIntervalSince1970: 1_795_255_200) + seconds
        try await store.store(
            OAuthTokens(accessToken: "stored", expiry: expiry, refreshToken: "r"), for: "ada")
        _ = try await stub.api(stub.client().credential(for: "ada", in: store))
            .send(ProfileAPI.Me())
        #expect(stub.tokens == [sent])
        let count = stub.tokens.count { $0 == "stored" }
        print("A stored token with \(Int(seconds)) seconds to live: sent \(count) times")
        // The old refresh token stays, because there is no new one.
        #expect(await store.tokens(for: "ada")?.refreshToken == "r")
    }

    /// Processes renew a token of a short life at the same moment, so that one of them uses that of the other.
    @Test(arguments: [(60, 30), (75, 37), (130, 70), (3600, 3540)])
    func processesShareShortTokens(_ lifetime: Int, _ end: Int) async throws {
        let stub = StubServer { number in .tokens("t\(number)", #","expires_in":\#(lifetime)"#) }
        let store = MemoryTokenStore()
        let processes = try (0..<3).map { _ in
            try stub.api(
                stub.client().credential(.clientCredentials(), account: "app", store: store))
        }
        for seconds in [0, end - 1, 2] {
            stub.clock.advance(by: .seconds(seconds))
            for process in processes { _ = try await process.send(ProfileAPI.Me()) }
        }
        #expect(stub.tokens == [String](repeating: "t1", count: 6) + ["t2", "t2", "t2"])
    }

    /// The rest of the life of a stored token is not its life.
    @Test func storedTokenIsRenewedBeforeItsLastMinute() async throws {
        let stub = StubServer { number in .tokens("t\(number)") }
        let store = MemoryTokenStore()
        try await store.store(
            OAuthTokens(
                accessToken: "stored", expiry: Date(timeIntervalSince1970: 1_795_255_200) + 90,
                refreshToken: "r"), for: "ada")
        let api = try stub.api(stub.client().credential(for: "ada", in: store))
        for seconds in [0, 29, 2] {
            stub.clock.advance(by: .seconds(seconds))
            _ = try await api.send(ProfileAPI.Me())
        }
        #expect(stub.tokens == ["stored", "stored", "t1"])
    }

    /// A clock that jumps neither ends a token nor prolongs it.
    @Test(arguments: [-86_400.0, 86_400])
    func clockThatJumpsChangesNothing(_ jump: Double) async throws {
        let stub = StubServer { number in .tokens("t\(number)", #","expires_in":3600"#) }
        let clock = TestClock()
        var times = OAuthClient.Clock()
        times.date = { clock.now }
        times.instant = { stub.clock.now }
        let client = OAuthClient("shop", of: StubServer.server, .none, stub, times)
        let api = try stub.api(client.credential(.clientCredentials()))
        _ = try await api.send(ProfileAPI.Me())
        clock.advance(by: jump)
        _ = try await api.send(ProfileAPI.Me())
        stub.clock.advance(by: .seconds(3540))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.tokens == ["t1", "t1", "t2"])
    }

    @Test func refusedTokenIsRenewedByItsRefreshToken() async throws {
        let stub = StubServer(accepts: { $0 != "old" }) { number in
            .tokens("t\(number)", #","refresh_token":"r\#(number)","id_token":null"#)
        }
        let store = MemoryTokenStore()
        var tokens = OAuthTokens(accessToken: "old", refreshToken: "r0")
        tokens.idToken = "i"
        try await store.store(tokens, for: "ada")
        let api = try stub.api(stub.client(.none).credential(for: "ada", in: store))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.tokens == ["old", "t1"])
        #expect(
            stub.forms == [
                ["grant_type": "refresh_token", "refresh_token": "r0", "client_id": "shop"]
            ])
        let stored = await store.tokens(for: "ada")
        #expect(stored?.refreshToken == "r1")
        #expect(stored?.idToken == "i")
    }

    /// What happens after the refresh token was refused, or if there is none.
    @Test func credentialWithoutRefreshToken() async throws {
        let stub = StubServer { _ in .json(#"{"error":"invalid_grant"}"#, .badRequest) }
        let store = MemoryTokenStore()
        let client = stub.client(.none)
        let api = try stub.api(client.credential(for: "ada", in: store))
        for (tokens, requests) in [
            (nil, 0), (OAuthTokens(accessToken: "t", expiry: .distantPast), 0),
            (OAuthTokens(accessToken: "t", expiry: .distantPast, refreshToken: "r"), 1),
        ] {
            if let tokens { try await store.store(tokens, for: "ada") }
            let error = await #expect(throws: APIError.self) { try await api.send(ProfileAPI.Me()) }
            #expect((error?.underlying as? OAuthError)?.reason == .signInRequired)
            #expect(stub.requests.count == requests)
            #expect(await store.tokens(for: "ada") == tokens)
        }
    }

    @Test func grantReplacesRefusedRefreshToken() async throws {
        let stub = StubServer { number in
            number == 1 ? .json(#"{"error":"invalid_grant"}"#, .badRequest) : .tokens("t")
        }
        let store = MemoryTokenStore()
        let grant = OAuthGrant.clientCredentials()
        let account = try #require(stub.client().account(of: grant))
        try await store.store(
            OAuthTokens(accessToken: "o", expiry: .distantPast, refreshToken: "r"), for: account)
        let api = try stub.api(stub.client().credential(grant, store: store))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.forms.map { $0["grant_type"] } == ["refresh_token", "client_credentials"])
        #expect(await store.tokens(for: account)?.accessToken == "t")
        #expect(await store.tokens(for: account)?.refreshToken == nil)
    }

    @Test func refreshTokenAsAGrantIsUsedOnce() async throws {
        let stub = StubServer(accepts: { $0 == "t2" }) { number in
            number < 3
                ? .tokens("t\(number)", #","refresh_token":"r\#(number)""#)
                : .json(#"{"error":"invalid_grant"}"#, .badRequest)
        }
        let api = try stub.api(stub.client(.none).credential(.refreshToken("r0")))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.forms.map { $0["refresh_token"] } == ["r0", "r1"])
        #expect(stub.tokens == ["t1", "t2"])
    }

    @Test func storeThatFailsFailsTheCall() async throws {
        struct Broken: TokenStore {
            func tokens(for account: String) async throws -> OAuthTokens? { nil }
            func update(
                _ account: String, _ body: @Sendable (OAuthTokens?) async throws -> OAuthTokens?
            ) async throws -> OAuthTokens? {
                _ = try await body(nil)
                throw POSIXError(.ENOSPC)
            }
        }
        let stub = StubServer { _ in .tokens("canary") }
        let api = try stub.api(stub.client().credential(.clientCredentials(), store: Broken()))
        let error = await #expect(throws: APIError.self) { try await api.send(ProfileAPI.Me()) }
        #expect(error?.code == .credentialFailed)
        #expect(error?.underlying is POSIXError)
        #expect(stub.tokens.isEmpty)
    }

    /// While one update runs, others of the account wait, and those of other accounts do not.
    @Test func memoryStoreRunsOneUpdateOfAnAccount() async throws {
        let store = MemoryTokenStore()
        let (begun, release) = (Gate(), Gate())
        let first = Task {
            try await store.update("a") { _ in
                begun.open()
                await release.opened()
                return OAuthTokens(accessToken: "1")
            }
        }
        await begun.opened()
        let others = (0..<10).map { _ in
            Task {
                try await store.update("a") { stored in
                    OAuthTokens(accessToken: (stored?.accessToken ?? "") + "1")
                }
            }
        }
        try await store.store(OAuthTokens(accessToken: "x"), for: "b")
        release.open()
        _ = try await first.value
        for other in others { _ = try await other.value }
        #expect(await store.tokens(for: "a")?.accessToken.count == 11)
        try await store.remove("a")
        #expect(await store.tokens(for: "a") == nil)
        #expect(await store.tokens(for: "b")?.accessToken == "x")
    }
}
