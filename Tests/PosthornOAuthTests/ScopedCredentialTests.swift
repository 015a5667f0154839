import Foundation
@_spi(Generated) import Posthorn
import PosthornOAuth
import PosthornTesting
import TestSupport
import Testing

/// The credential of a spec with a token endpoint.
@Suite("Tokens by scope", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ScopedCredentialTests {
    /// A call that needs scopes.
    private struct Needs: Endpoint {
        let scopes: [String]
        var path = "/api/me"

        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, path)
            request.auth = .bearer("user", scopes: scopes)
        }
    }

    private func api(_ stub: StubServer) throws -> ProfileAPI {
        try stub.api(
            OAuthCredential.client("shop", secret: "canary-secret").with(stub.times)
                .credential(tokenURL: StubServer.server.tokenURL))
    }

    @Test func oneRequestForEachSetOfScopesServesAllCalls() async throws {
        let stub = StubServer { number in .tokens("t\(number)", #","expires_in":3600"#) }
        let api = try api(stub)
        for requests in [2, 4] {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<1000 {
                    let scopes = number.isMultiple(of: 2) ? ["a"] : ["a", "b"]
                    group.addTask { _ = try await api.send(Needs(scopes: scopes)) }
                }
                try await group.waitForAll()
            }
            #expect(stub.requests.count == requests)
            // The last minute of its life is too late for a token.
            stub.clock.advance(by: .seconds(3541))
        }
        #expect(Set(stub.forms.prefix(2).map { $0["scope"] }) == ["a", "a b"])
        #expect(stub.tokens.count == 2000)
    }

    @Test func allScopesShareTheLimitOfRequestsInVain() async throws {
        let stub = StubServer { _ in .json("", .unauthorized) }
        let api = try api(stub)
        for _ in 0..<3 {
            for scope in ["a", "b", "c", "d"] {
                let error = await #expect(throws: APIError.self) {
                    try await api.send(Needs(scopes: [scope]))
                }
                #expect(error?.code == .credentialFailed)
            }
        }
        #expect(stub.requests.count == 3)
        stub.clock.advance(by: .seconds(10))
        await #expect(throws: APIError.self) { try await api.send(Needs(scopes: ["e"])) }
        #expect(stub.requests.count == 4)
    }

    /// Another process has stored the token, and each set of scopes has its own.
    @Test func storeKeepsTheTokensOfScopes() async throws {
        let (stub, store) = (StubServer { number in .tokens("t\(number)") }, MemoryTokenStore())
        for _ in 0..<2 {
            let api = try stub.api(
                OAuthCredential.client("shop", secret: "canary-secret", store: store)
                    .with(stub.times).credential(tokenURL: StubServer.server.tokenURL))
            for scope in ["a", "b"] { _ = try await api.send(Needs(scopes: [scope])) }
        }
        #expect(stub.tokens == ["t1", "t2", "t1", "t2"])
        let account = stub.client().account(of: .clientCredentials(scopes: ["b"])) ?? ""
        #expect(await store.tokens(for: account)?.accessToken == "t2")
    }

    /// Each call has a proof by the key of its token.
    @Test func tokensOfScopesAreBound() async throws {
        let stub = StubServer { number in
            .json(#"{"access_token":"t\#(number)","token_type":"DPoP"}"#)
        }
        let api = try stub.api(
            OAuthCredential.client("shop", authentication: .secret("s"), binding: .dpop)
                .with(stub.times).credential(tokenURL: StubServer.server.tokenURL))
        for scope in ["a", "b", "c", "a"] { _ = try await api.send(Needs(scopes: [scope])) }
        #expect(
            stub.calls.map { $0.headers[.authorization] }
                == ["DPoP t1", "DPoP t2", "DPoP t3", "DPoP t1"])
        let name = try #require(HTTPField.Name("DPoP"))
        #expect((stub.calls + stub.requests).allSatisfy { $0.headers[name] != nil })
    }

    @Test func secretsAreInNoRecording() async throws {
        let stub = StubServer { _ in
            .tokens("canary-token", #","refresh_token":"canary-refresh","scope":"a""#)
        }
        let recorder = RecordingTransport(stub)
        for authentication in [ClientAuthentication.secret("canary"), .formSecret("canary")] {
            var api = try stub.api(
                OAuthCredential.client("shop", authentication: authentication)
                    .credential(tokenURL: StubServer.server.tokenURL))
            api.configuration.transport = recorder
            _ = try await api.send(Needs(scopes: ["a"]))
        }
        let text = String(decoding: try recorder.recording.har(), as: UTF8.self)
        #expect(text.contains("refresh_token") && text.contains("client_secret"))
        #expect(!text.contains("canary"))
    }

    @Test func refusedTokenIsReplacedForItsScopesOnly() async throws {
        let stub = StubServer(accepts: { $0 != "t1" }) { number in .tokens("t\(number)") }
        let api = try api(stub)
        _ = try await api.send(Needs(scopes: ["a"]))
        _ = try await api.send(Needs(scopes: ["b"]))
        _ = try await api.send(Needs(scopes: ["a"]))
        #expect(stub.tokens == ["t1", "t2", "t3", "t2"])
    }

    @Test func descriptionsHaveNoSecret() async throws {
        let credential = OAuthCredential.client("shop", secret: "canary-secret")
        var shown = "\(credential) \(String(reflecting: credential))"
        dump(credential, to: &shown)
        #expect(!shown.contains("canary"))
    }

    @Test func credentialOfOneServerIsRefusedAtAnother() async throws {
        let stub = StubServer { _ in .tokens("t") }
        let credential = OAuthCredential.client("shop", secret: "canary-secret").only(for: "live")
        let api = try stub.api(credential.credential(tokenURL: StubServer.server.tokenURL))
        let error = await #expect(throws: APIError.self) {
            try await api.send(Needs(scopes: ["a"]))
        }
        #expect(error?.code == .credentialFailed)
        #expect(stub.requests.isEmpty)
    }
}

/// The same against Authlib, and an API that checks scopes.
@Suite(
    "Tokens by scope, of Authlib", .authlib, .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct ScopedAuthlibTests {
    private struct Call: Endpoint {
        let path: String
        let scopes: [String]

        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, path)
            request.auth = .bearer("user", scopes: scopes)
        }
    }

    private func api(_ secret: String = "basic-secret") throws -> ProfileAPI {
        let credential = OAuthCredential.client("shop", secret: secret)
            .credential(tokenURL: Authlib.url + "/token")
        return try ProfileAPI(Authlib.url, try Authlib.session(), credential)
    }

    @Test func callHasTokenOfItsScope() async throws {
        let api = try api()
        try await api.send(Call(path: "/api/me", scopes: ["profile"]))
        // A token of another scope is refused, and not renewed (RFC 6750, section 3.1).
        let error = await #expect(throws: APIError.self) {
            try await api.send(Call(path: "/api/me", scopes: ["orders"]))
        }
        #expect(error?.code == .forbidden)
        let body = String(decoding: error?.response?.body ?? Data(), as: UTF8.self)
        #expect(body.contains("insufficient_scope"))
    }

    @Test func scopeThatIsNotGrantedFailsTheCall() async throws {
        let error = await #expect(throws: APIError.self) {
            try await api().send(Call(path: "/api/admin", scopes: ["profile", "admin"]))
        }
        #expect(error?.code == .credentialFailed)
        let cause = try #require(error?.underlying as? OAuthError)
        #expect(cause.reason == .insufficientScope || cause.code == "invalid_scope")
    }

    @Test func wrongSecretFailsTheCall() async throws {
        let error = await #expect(throws: APIError.self) {
            try await api("canary").send(Call(path: "/api/me", scopes: ["profile"]))
        }
        #expect(error?.code == .credentialFailed)
        #expect((error?.underlying as? OAuthError)?.code == "invalid_client")
        #expect(!printed(try #require(error)).contains("canary"))
    }
}
