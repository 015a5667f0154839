import Foundation
import Posthorn
import PosthornKeys
import TestSupport
import Testing

@testable import PosthornOAuth

/// Tokens that are bound to a key, whose proofs joserfc verifies (RFC 9449).
@Suite("Tokens bound to a key", .authlib, .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct BoundTokenTests {
    private func client(
        _ id: String, _ authentication: ClientAuthentication = .none,
        _ binding: TokenBinding? = .dpop,
        clock: OAuthClient.Clock = .init()
    ) async throws -> OAuthClient {
        let session = try Authlib.session()
        return OAuthClient(
            id, of: try await OAuthServer.discover(Authlib.url, on: session), authentication,
            session, clock, binding: binding)
    }

    private func api(_ credential: Credential, _ path: String = "") throws -> ProfileAPI {
        try ProfileAPI(Authlib.url + path, try Authlib.session(), credential)
    }

    private func signIn(_ client: OAuthClient, _ user: String) async throws -> OAuthTokens {
        let request = try client.authorization(
            redirect: "http://127.0.0.1:1/done", scopes: ["profile"],
            parameters: ["login_hint": user])
        return try await client.tokens(of: request, redirectedTo: browse(request.url))
    }

    private func refusals() async throws -> [JSONValue] {
        try #require(try await Authlib.test("counts")["refusals"]?.array)
    }

    @Test(arguments: [KeyKind.p256, .p384, .p521, .ed25519, .rsa])
    func programProvesItsKey(_ kind: KeyKind) async throws {
        let key = try PrivateKey.random(kind)
        let client = try await client("shop", .secret("basic-secret"), .dpop(key))
        let store = MemoryTokenStore()
        let grant = OAuthGrant.clientCredentials(scopes: ["profile"])
        let credential = client.credential(grant, store: store)
        let api = try api(credential)
        for _ in 0..<2 { #expect(try await api.send(ProfileAPI.Me()).client == "shop") }
        #expect(try await api.send(ProfileAPI.Change()).client == "shop")
        let tokens = try #require(await store.tokens(for: client.account(of: grant) ?? ""))
        #expect(tokens.tokenType == "DPoP")
        #expect(tokens.proofKey == nil)
        let state = try await client.introspect(
            tokens.accessToken, boundTo: .key(key.publicKey))
        #expect(state["cnf"]?["jkt"] == .string(key.publicKey.thumbprint))
        // A thief has the token and not the key.
        let theft = await #expect(throws: APIError.self) {
            try await self.api(.bearer(tokens.accessToken)).send(ProfileAPI.Me())
        }
        #expect(theft?.code == .unauthorized)
        let error = try await #require(throws: OAuthError.self) {
            try await client.introspect(
                tokens.accessToken, boundTo: .key(PrivateKey.random(.p256).publicKey))
        }
        #expect(error.reason == .unboundToken)
        #expect(!printed(error).contains(tokens.accessToken))
    }

    /// The store keeps the key beside the tokens, and another client with the store uses both.
    @Test func keyOfAUserIsInTheStore() async throws {
        let folder = try TemporaryFolder(for: "dpop")
        let store = FileTokenStore(path: folder.path + "/tokens")
        let first = try await signIn(client("app"), "ada")
        let key = try #require(first.proofKey)
        try await store.store(first, for: "ada")
        try await Authlib.test("expire", ["token": .string(first.accessToken)])
        for _ in 0..<2 {
            let api = try await api(client("app").credential(for: "ada", in: store))
            #expect(try await api.send(ProfileAPI.Me()) == Profile(client: "app", user: "ada"))
        }
        let second = try #require(try await store.tokens(for: "ada"))
        #expect(second.accessToken != first.accessToken)
        #expect(second.proofKey == key)
        // The refresh token is bound, too.
        let refresh = try #require(second.refreshToken)
        let error = await #expect(throws: OAuthError.self) {
            try await client("app").tokens(for: .refreshToken(refresh))
        }
        #expect(error?.code == "invalid_grant")
        _ = try await client("app").tokens(for: .refreshToken(refresh), proofKey: key)
    }

    /// A client with the code but without the key gets no tokens.
    @Test func codeIsBound() async throws {
        let client = try await client("app")
        let request = try client.authorization(
            redirect: "http://127.0.0.1:1/done", scopes: ["profile"])
        let place = try await browse(request.url)
        let stolen = AuthorizationRequest(
            url: request.url, nonce: request.nonce, state: request.state,
            verifier: request.verifier, redirectURI: request.redirectURI,
            clientID: request.clientID, tokenURL: request.tokenURL,
            proofKey: try ProofKey.random().text)
        let error = await #expect(throws: OAuthError.self) {
            try await client.tokens(of: stolen, redirectedTo: place)
        }
        #expect(error?.code == "invalid_grant")
        // A server keeps the request until the redirect, maybe for another process.
        let kept = try JSONDecoder().decode(
            AuthorizationRequest.self, from: JSONEncoder().encode(request))
        #expect(
            try await self.client("app").tokens(of: kept, redirectedTo: place).tokenType == "DPoP")
    }

    private func browse(_ url: String) async throws -> String {
        var browser = TransportRequest(url: url)
        browser.options.redirects = .never
        return try #require(try await Authlib.session().send(browser).headers[.location])
    }

    @Test func deviceProvesItsKey() async throws {
        var clock = OAuthClient.Clock()
        clock.sleep = { _ in }
        let client = try await client("app", clock: clock)
        let device = try await client.deviceAuthorization(scopes: ["profile"])
        try await Authlib.test(
            "confirm", ["code": .string(device.userCode), "user": "dot", "consents": true])
        let tokens = try await device.tokens()
        #expect(tokens.tokenType == "DPoP")
        #expect(tokens.proofKey != nil)
    }

    @Test func redirectHasANewProof() async throws {
        let client = try await client("shop", .secret("basic-secret"))
        let credential = client.credential(.clientCredentials(scopes: ["profile"]))
        let profile = try await api(credential, "/moved").send(ProfileAPI.Me())
        #expect(profile.client == "shop")
        #expect(try await !refusals().contains("another URL"))
    }

    @Test func bearerTokenIsADowngrade() async throws {
        let client = try await client("legacy")
        let error = try await #require(throws: OAuthError.self) {
            try await signIn(client, "eve")
        }
        #expect(error.reason == .unboundToken)
        #expect(error.message.contains("a Bearer token"))
    }
}

/// Nonces of a server that accepts each of them once.
@Suite("Nonces of servers", .authlib, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct NonceTests {
    @Test func eachNonceCostsNoRequestButTheFirst() async throws {
        let session = try Authlib.session()
        let server = try await OAuthServer.discover(Authlib.url, on: session)
        let client = OAuthClient("nonced", of: server, binding: .dpop, transport: session)
        let request = try client.authorization(
            redirect: "com.example.shop:/done", scopes: ["profile"])
        var browser = TransportRequest(url: request.url)
        browser.options.redirects = .never
        let place = try #require(try await session.send(browser).headers[.location])
        let store = MemoryTokenStore()
        try await store.store(client.tokens(of: request, redirectedTo: place), for: "ada")
        let api = try ProfileAPI(
            Authlib.url + "/nonced", session, client.credential(for: "ada", in: store))
        for _ in 0..<3 {
            _ = try await api.send(ProfileAPI.Me())
            _ = try await api.send(ProfileAPI.Change())
        }
        let state = try await Authlib.test("counts")
        #expect(state["refusals"] == ["a nonce"])
        #expect(state["counts"]?["token"] == 2)
        // Another client does not know the nonce, and its POST is repeated with its body.
        let other = OAuthClient("nonced", of: server, binding: .dpop, transport: session)
        _ = try await ProfileAPI(
            Authlib.url + "/nonced", session, other.credential(for: "ada", in: store)
        ).send(ProfileAPI.Change())
        #expect(try await Authlib.test("counts")["refusals"] == ["a nonce", "a nonce"])
    }
}
