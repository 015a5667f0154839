import Crypto
import Foundation
import Posthorn
import PosthornKeys
import PosthornOAuth
import TestSupport
import Testing

/// The examples of `Documentation/SignIn.md` against Authlib.
@Suite("Page about signing in", .authlib, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SignInPageTests {
    private func me(_ credential: Credential) async throws -> Profile {
        try await ProfileAPI(Authlib.url, try Authlib.session(), credential).send(ProfileAPI.Me())
    }

    private func app(_ clock: OAuthClient.Clock = .init()) async throws -> OAuthClient {
        let session = try Authlib.session()
        return OAuthClient(
            "app", of: try await OAuthServer.discover(Authlib.url, on: session), .none, session,
            clock)
    }

    @Test func program() async throws {
        let credential = try await programCredential(
            issuer: Authlib.url, id: "shop", secret: "basic-secret", session: Authlib.session())
        #expect(try await me(credential) == Profile(client: "shop"))
    }

    @Test func browserAndStoredTokens() async throws {
        let session = try Authlib.session()
        let tokens = try await signIn(app()) { url in
            var request = TransportRequest(url: url)
            request.options.redirects = .never
            return try #require(try await session.send(request).headers[.location])
        }
        let folder = try TemporaryFolder(for: "page")
        let account = Account(try await app(), path: folder.path + "/tokens")
        try await account.signIn(tokens)
        #expect(try await me(account.credential) == Profile(client: "app", user: "ada"))
        try await account.signOut()
        let later = Account(try await app(), path: folder.path + "/tokens")
        let error = await #expect(throws: APIError.self) { try await me(later.credential) }
        #expect((error?.underlying as? OAuthError)?.reason == .signInRequired)
        // The server has forgotten them, too.
        let refusal = await #expect(throws: OAuthError.self) {
            try await app().tokens(for: .refreshToken(tokens.refreshToken ?? ""))
        }
        #expect(refusal?.code == "invalid_grant")
    }

    @Test func webServer() async throws {
        let (url, pending) = try await WebSignIn(client: app()).begin()
        var request = TransportRequest(url: url)
        request.options.redirects = .never
        let place = try #require(try await Authlib.session().send(request).headers[.location])
        let tokens = try await WebSignIn(client: app()).end(pending, at: place)
        #expect(tokens.idToken != nil)
    }

    @Test func device() async throws {
        var clock = OAuthClient.Clock()
        clock.sleep = { _ in }
        let tokens = try await signIn(app(clock)) { url, code in
            #expect(url == Authlib.url + "/device")
            try await Authlib.test(
                "confirm", ["code": .string(code), "user": "dot", "consents": true])
        }
        #expect(tokens.scopes == ["profile"])
    }

    @Test func serviceAccountAndExchange() async throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        let key = try PrivateKey(pem: pem, id: "2026").publicKey
        try await Authlib.test("key", JSONValue(jsonData: key.jwk))
        let account = try serviceAccount(
            "robot", pem: pem, keyID: "2026", tokenURL: Authlib.url + "/token",
            session: Authlib.session())
        #expect(try await me(account) == Profile(client: "robot", user: "robot"))
        let session = try Authlib.session()
        let client = OAuthClient(
            "shop", of: OAuthServer(tokenURL: Authlib.url + "/token"),
            authentication: .secret("basic-secret"), transport: session)
        let token = try await client.tokens(for: .clientCredentials()).accessToken
        #expect(try await me(onBehalf(of: token, client)).client == "shop")
    }
}
