import Foundation
import Posthorn
import PosthornKeys
import PosthornOAuth
import PosthornTesting
import TestSupport
import Testing

/// Each grant against Authlib, and an API behind its tokens.
@Suite("An authorization server", .authlib, .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct AuthorizationServerTests {
    private static let redirect = "http://127.0.0.1:1/done"
    private static let pair = Result { try PrivateKey.random(.p256, id: "2026") }

    private func client(
        _ id: String, _ authentication: ClientAuthentication = .none
    ) async throws -> OAuthClient {
        let session = try Authlib.session()
        return OAuthClient(
            id, of: try await OAuthServer.discover(Authlib.url, on: session),
            authentication: authentication, transport: session)
    }

    /// A key that the server knows.
    private func key() async throws -> SigningKey {
        let pair = try Self.pair.get()
        try await Authlib.test("key", JSONValue(jsonData: pair.publicKey.jwk))
        return try SigningKey(pair)
    }

    private func api(_ credential: Credential) throws -> ProfileAPI {
        try ProfileAPI(Authlib.url, try Authlib.session(), credential)
    }

    /// What a browser does when a user signs in: it opens the URL and returns the redirect.
    private func browse(_ url: String) async throws -> String {
        var request = TransportRequest(url: url)
        request.options.redirects = .never
        return try #require(try await Authlib.session().send(request).headers[.location])
    }

    private func signIn(_ user: String) async throws -> OAuthTokens {
        let client = try await client("app")
        let request = try client.authorization(
            redirect: Self.redirect, scopes: ["profile"], parameters: ["login_hint": user])
        return try await client.tokens(of: request, redirectedTo: browse(request.url))
    }

    @Test func readsMetadata() async throws {
        let server = try await client("app").server
        #expect(server.issuer == Authlib.url)
        #expect(server.tokenURL == Authlib.url + "/token")
        #expect(server.keySetURL == Authlib.url + "/keys")
        #expect(server.namesIssuer)
    }

    // MARK: Programs

    @Test(arguments: ["shop", "poster", "signer"])
    func programGetsTokens(_ id: String) async throws {
        let authentication: ClientAuthentication =
            switch id {
            case "shop": .secret("basic-secret")
            case "poster": .formSecret("s3cret:+%/&=ü")
            default: .key(try await key())
            }
        let client = try await client(id, authentication)
        let credential = client.credential(.clientCredentials(scopes: ["profile"]))
        for _ in 0..<2 {
            #expect(try await api(credential).send(ProfileAPI.Me()) == Profile(client: id))
        }
    }

    @Test func otherSecretIsRefused() async throws {
        let client = try await client("shop", .secret("canary"))
        let error = try await #require(throws: OAuthError.self) {
            try await client.tokens(for: .clientCredentials())
        }
        #expect(error.reason == .refused)
        #expect(error.code == "invalid_client")
        #expect(error.status == 401)
        #expect(!printed(error).contains("canary"))
    }

    @Test func missingScopeIsNoReasonForAnotherToken() async throws {
        let store = MemoryTokenStore()
        let client = try await client("shop", .secret("basic-secret"))
        let credential = client.credential(
            .clientCredentials(scopes: ["profile"]), account: "shop", store: store)
        let api = try api(credential)
        _ = try await api.send(ProfileAPI.Me())
        let tokens = try #require(await store.tokens(for: "shop"))
        let error = await #expect(throws: APIError.self) { try await api.send(ProfileAPI.Admin()) }
        #expect(error?.code == .forbidden)
        #expect(await store.tokens(for: "shop") == tokens)
    }

    @Test func serviceAccountSignsItsAssertion() async throws {
        let client = try await client("")
        let grant = OAuthGrant.jwtBearer(
            try await key(), issuer: "robot", subject: "ada", scopes: ["profile"])
        let profile = try await api(client.credential(grant)).send(ProfileAPI.Me())
        #expect(profile == Profile(client: "robot", user: "ada"))
        let others = OAuthGrant.jwtBearer(
            try SigningKey(PrivateKey.random(.p256)), issuer: "robot", subject: "ada")
        let error = await #expect(throws: OAuthError.self) { try await client.tokens(for: others) }
        #expect(error?.code == "invalid_grant")
    }

    @Test func tokenIsExchanged() async throws {
        let tokens = try await signIn("eve")
        let client = try await client("shop", .secret("basic-secret"))
        let credential = client.credential {
            OAuthGrant.tokenExchange(
                tokens.accessToken, actor: ("t", .jwt), audience: "orders", scopes: ["profile"])
        }
        let profile = try await api(credential).send(ProfileAPI.Me())
        #expect(profile == Profile(client: "shop", user: "eve"))
        let error = await #expect(throws: OAuthError.self) {
            try await client.tokens(for: .tokenExchange("unknown"))
        }
        #expect(error?.code == "invalid_grant")
    }

    @Test func tokensAreDescribedAndRevoked() async throws {
        let client = try await client("poster", .formSecret("s3cret:+%/&=ü"))
        let tokens = try await client.tokens(for: .clientCredentials(scopes: ["orders"]))
        let state = try await client.introspect(tokens.accessToken)
        #expect(state == ["active": true, "client_id": "poster", "scope": "orders", "sub": .null])
        for _ in 0..<2 { try await client.revoke(tokens.accessToken) }
        try await client.revoke("unknown")
        #expect(try await client.introspect(tokens.accessToken) == ["active": false])
    }

    // MARK: Users

    @Test func userSignsInWithABrowser() async throws {
        let client = try await client("app")
        let request = try client.authorization(
            redirect: Self.redirect, scopes: ["profile"], parameters: ["login_hint": "bob"])
        let place = try await browse(request.url)
        let tokens = try await client.tokens(of: request, redirectedTo: place)
        #expect(tokens.refreshToken != nil)
        #expect(tokens.scopes == ["profile"])
        let store = MemoryTokenStore()
        try await store.store(tokens, for: "bob")
        let credential = client.credential(for: "bob", in: store)
        let profile = try await api(credential).send(ProfileAPI.Me())
        #expect(profile == Profile(client: "app", user: "bob"))
        // The code is used up.
        let error = await #expect(throws: OAuthError.self) {
            try await client.tokens(of: request, redirectedTo: place)
        }
        #expect(error?.code == "invalid_grant")
    }

    @Test func userRefuses() async throws {
        let client = try await client("app")
        let request = try client.authorization(
            redirect: Self.redirect, parameters: ["prompt": "none"])
        let place = try await browse(request.url)
        let error = try await #require(throws: OAuthError.self) {
            try await client.tokens(of: request, redirectedTo: place)
        }
        #expect(error.code == "login_required")
        #expect(error.serverMessage == "ada is not here")
        #expect(!printed(error).contains("ada"))
    }

    /// Authlib ends all tokens of a user whose refresh token is used twice.
    @Test func refreshTokensRotate() async throws {
        let folder = try TemporaryFolder(for: "oauth")
        let store = FileTokenStore(path: folder.path + "/tokens.json")
        let time = ManualClock()
        var clock = OAuthClient.Clock()
        clock.instant = { time.now }
        let client = OAuthClient(
            "app", of: try await client("app").server, .none, try Authlib.session(), clock)
        let first = try await signIn("cid")
        try await store.store(first, for: "cid")
        let api = try api(client.credential(for: "cid", in: store))
        for _ in 0..<2 {
            let old = try #require(try await store.tokens(for: "cid"))
            try await Authlib.test("expire", ["token": .string(old.accessToken)])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let profile = try await api.send(ProfileAPI.Me())
                        #expect(profile.user == "cid")
                    }
                }
                try await group.waitForAll()
            }
            let new = try #require(try await store.tokens(for: "cid"))
            #expect(new.accessToken != old.accessToken)
            #expect(new.refreshToken != old.refreshToken)
            time.advance(by: .seconds(10))
        }
        // A thief uses the first one.
        let stolen = try #require(first.refreshToken)
        let refusal = await #expect(throws: OAuthError.self) {
            try await client.tokens(for: .refreshToken(stolen))
        }
        #expect(refusal?.code == "invalid_grant")
        let error = try await #require(throws: APIError.self) {
            try await api.send(ProfileAPI.Me())
        }
        #expect(error.code == .credentialFailed)
        #expect((error.underlying as? OAuthError)?.reason == .signInRequired)
        #expect(error.message.contains("the server refused the refresh token"))
        try await store.store(signIn("cid"), for: "cid")
        let next = try self.api(client.credential(for: "cid", in: store))
        #expect(try await next.send(ProfileAPI.Me()).user == "cid")
    }

    @Test(arguments: [true, false])
    func userConfirmsADevice(_ consents: Bool) async throws {
        let pauses = Locked<[Duration]>([])
        let code = Locked("")
        var clock = OAuthClient.Clock()
        clock.sleep = { pause in
            let count = pauses.withLock { pauses in
                pauses.append(pause)
                return pauses.count
            }
            guard count == 3 else { return }
            try await Authlib.test(
                "confirm",
                [
                    "code": .string(code.withLock { $0 }), "user": "dot",
                    "consents": .bool(consents),
                ])
        }
        let session = try Authlib.session()
        let server = try await OAuthServer.discover(Authlib.url, on: session)
        let client = OAuthClient("app", of: server, .none, session, clock)
        let device = try await client.deviceAuthorization(scopes: ["profile"])
        code.withLock { $0 = device.userCode }
        #expect(device.verificationURL == Authlib.url + "/device")
        #expect(device.completeURL == Authlib.url + "/device?user_code=" + device.userCode)
        if consents {
            let tokens = try await device.tokens()
            let store = MemoryTokenStore()
            try await store.store(tokens, for: "dot")
            let api = try api(client.credential(for: "dot", in: store))
            #expect(try await api.send(ProfileAPI.Me()).user == "dot")
        } else {
            let error = await #expect(throws: OAuthError.self) { try await device.tokens() }
            #expect(error?.code == "access_denied")
        }
        // Authlib asks to slow down once.
        #expect(pauses.withLock { $0 } == [.seconds(5), .seconds(10), .seconds(10)])
    }

    // MARK: Bad endpoints

    @Test(arguments: ["large", "elsewhere"])
    func badEndpointGivesNoToken(_ path: String) async throws {
        let server = OAuthServer(tokenURL: "\(Authlib.url)/test/\(path)")
        let client = OAuthClient(
            "shop", of: server, authentication: .secret("basic-secret"),
            transport: try Authlib.session())
        let error = try await #require(throws: OAuthError.self) {
            try await client.tokens(for: .clientCredentials())
        }
        if path == "large" {
            #expect((error.underlying as? TransportError)?.code == .limitExceeded)
        } else {
            #expect(error.reason == .unexpectedResponse)
            #expect(error.status == 307)
        }
        #expect(!printed(error).contains("basic-secret"))
    }
}
