import Foundation
import Posthorn
import PosthornKeys
import PosthornOAuth
import TestSupport
import Testing

import class PosthornTesting.Gate

/// The names of tokens in a store, and their removal.
@Suite("Accounts of token stores", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct StoredAccountTests {
    private static let key = Result { try SigningKey(PrivateKey.random(.p256)) }

    private static let names: [(OAuthGrant, String?)] = [
        (.clientCredentials(), "grant_type=client_credentials"),
        (
            .clientCredentials(scopes: ["b", "a"], audience: "x&y"),
            "audience=x%26y&grant_type=client_credentials&scope=a%20b"
        ),
        (
            .custom("urn:x", ["resource": "https://api.example", "password": "canary"]),
            "grant_type=urn%3Ax&resource=https%3A%2F%2Fapi.example"
        ),
        (
            .tokenExchange("canary", audience: "orders"),
            "audience=orders&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
                + "&digest=UGxeevna0sXpWINPBQMl1_fCTQpcGxhQPNiLE6dNOEs"
        ),
        (.refreshToken("canary"), nil),
    ]

    @Test(arguments: names) func accountNamesWhatTokensDependOn(
        _ grant: OAuthGrant, _ parameters: String?
    ) {
        let account = StubServer { _ in .tokens("t") }.client().account(of: grant)
        #expect(account == parameters.map { "https://id.example/token client_id=shop&\($0)" })
    }

    @Test func accountsOfOtherTokensDiffer() throws {
        let stub = StubServer { _ in .tokens("t") }
        let key = try Self.key.get()
        let clients = [
            stub.client(), stub.client(id: "other"),
            stub.client(of: OAuthServer(tokenURL: "https://id.example/tenant/token")),
            stub.client(binding: .dpop), stub.client(binding: .certificate),
            stub.client(binding: try .dpop(.random(.p256))),
            stub.client(binding: try .dpop(.random(.p256))),
        ]
        let grants: [OAuthGrant] = [
            .clientCredentials(), .clientCredentials(scopes: ["a"]),
            .clientCredentials(audience: "a"), .tokenExchange("ada"), .tokenExchange("bob"),
            .tokenExchange("ada", actor: ("eve", .jwt)), .jwtBearer(key, issuer: "robot"),
            .jwtBearer(key, issuer: "robot", subject: "ada"), .jwtBearer(assertion: "ada"),
        ]
        let accounts = clients.flatMap { client in grants.map { client.account(of: $0) } }
        #expect(Set(accounts).count == clients.count * grants.count)
        #expect(!accounts.contains(nil))
    }

    /// Each of two credentials with one store has its own token.
    @Test func credentialsOfOneClientShareNoTokens() async throws {
        let stub = StubServer { number in .tokens("t\(number)") }
        let store = MemoryTokenStore()
        for scope in ["a", "b", "a"] {
            let grant = OAuthGrant.clientCredentials(scopes: [scope])
            _ = try await stub.api(stub.client().credential(grant, store: store))
                .send(ProfileAPI.Me())
        }
        #expect(stub.forms.map { $0["scope"] } == ["a", "b"])
        #expect(stub.tokens == ["t1", "t2", "t1"])
    }

    /// A refresh token would be used twice, and its user signed out.
    @Test func userTokensNeedAName() async throws {
        let stub = StubServer { _ in .tokens("t") }
        let store = MemoryTokenStore()
        for credential in [
            stub.client().credential(.refreshToken("r"), store: store),
            stub.client().credential(store: store) { .refreshToken("r") },
        ] {
            let error = await #expect(throws: APIError.self) {
                try await stub.api(credential).send(ProfileAPI.Me())
            }
            #expect(
                (error?.underlying as? OAuthError)?.description
                    == "the tokens of the grant have no name in the store; write the `account`, such as "
                    + "the name of the user")
        }
        #expect(stub.requests.isEmpty)
        _ = try await stub.api(
            stub.client().credential(.refreshToken("r"), account: "shop", store: store)
        ).send(ProfileAPI.Me())
        #expect(await store.tokens(for: "shop")?.refreshToken == "r")
    }

    // MARK: Signing out

    /// Lets a removal run that does not wait, so that it would be too early.
    private static func letOthersRun() async { for _ in 0..<100 { await Task.yield() } }

    private func expectNoReturn(to store: some TokenStore) async throws {
        let stub = StubServer { _ in .json("{}") }
        let (begun, release) = (Gate(), Gate())
        try await store.store(OAuthTokens(accessToken: "t0", refreshToken: "r0"), for: "ada")
        let renewal = Task {
            try await store.update("ada") { _ in
                begun.open()
                await release.opened()
                return OAuthTokens(accessToken: "t1", refreshToken: "r1")
            }
        }
        await begun.opened()
        let signOut = Task { try await stub.client().signOut("ada", in: store) }
        await Self.letOthersRun()
        release.open()
        _ = try await renewal.value
        try await signOut.value
        #expect(try await store.tokens(for: "ada") == nil)
        // The new token, which the renewal has got.
        #expect(stub.forms.map { $0["token"] } == ["r1"])
        #expect(stub.requests.map(\.url) == ["https://id.example/revoke"])
    }

    @Test func renewalInProgressDoesNotUndoSigningOut() async throws {
        let folder = try TemporaryFolder(for: "sign-out")
        try await expectNoReturn(to: MemoryTokenStore())
        try await expectNoReturn(to: FileTokenStore(path: folder.path + "/tokens"))
        try await expectNoReturn(to: SharedTokenStore(InMemoryStore()))
    }

    /// Tokens that are not revoked stay, so that they can be.
    @Test func failedRevocationKeepsTheTokens() async throws {
        let stub = StubServer { number in
            number == 1 ? .failure(TransportError(.connectionLost, "it broke")) : .json("")
        }
        let store = MemoryTokenStore()
        try await store.store(OAuthTokens(accessToken: "t"), for: "ada")
        await #expect(throws: OAuthError.self) {
            try await stub.client().signOut("ada", in: store)
        }
        #expect(await store.tokens(for: "ada") != nil)
        for _ in 0..<2 { try await stub.client().signOut("ada", in: store) }
        #expect(await store.tokens(for: "ada") == nil)
        #expect(stub.forms.map { $0["token"] } == ["t", "t"])
    }

    @Test func removalWaitsForARenewal() async throws {
        let folder = try TemporaryFolder(for: "removal")
        for store in [MemoryTokenStore(), FileTokenStore(path: folder.path + "/tokens")]
            as [any TokenStore]
        {
            let (begun, release) = (Gate(), Gate())
            let renewal = Task {
                try await store.update("ada") { _ in
                    begun.open()
                    await release.opened()
                    return OAuthTokens(accessToken: "t")
                }
            }
            await begun.opened()
            let removal = Task { try await store.remove("ada") }
            await Self.letOthersRun()
            release.open()
            _ = try await renewal.value
            try await removal.value
            #expect(try await store.tokens(for: "ada") == nil)
        }
    }
}
