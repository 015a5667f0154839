import Foundation
import Posthorn
import PosthornJOSE
import PosthornKeys
import PosthornOAuth
import TestSupport
import Testing

/// ID tokens of OpenID Connect.
@Suite("ID tokens", .authlib, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct IDTokenTests {
    private func signIn(_ client: OAuthClient) async throws -> (AuthorizationRequest, OAuthTokens) {
        let request = try client.authorization(
            redirect: "com.example.shop:/done", scopes: ["openid", "profile"])
        var browser = TransportRequest(url: request.url)
        browser.options.redirects = .never
        let place = try await Authlib.session().send(browser).headers[.location]
        return (request, try await client.tokens(of: request, redirectedTo: #require(place)))
    }

    /// Authlib signs, and changes its key.
    @Test func tokenOfAServerIsVerified() async throws {
        let session = try Authlib.session()
        let client = OAuthClient(
            "app", of: try await OAuthServer.discover(Authlib.url, on: session), transport: session)
        let verifier = try client.idTokenVerifier()
        let (request, tokens) = try await signIn(client)
        let text = try #require(tokens.idToken)
        let token = try await verifier.verify(text, nonce: request.nonce)
        #expect(token.subject == "ada")
        #expect(token.claims["iss"] == .string(Authlib.url))
        for (text, nonce, found) in [
            (text, "another", "its nonce is not that of the sign-in"),
            (
                text.dropLast(4) + "AAAA", request.nonce,
                "no key of \(Authlib.url) has signed it as it is"
            ),
            ("", request.nonce, "it is empty"),
            ("eyJhbGciOiJub25lIn0.e30.", request.nonce, "it is not a signed JWT"),
        ] as [(String, String, String)] {
            let error = try await #require(throws: OAuthError.self) {
                try await verifier.verify(text, nonce: nonce)
            }
            #expect(error.reason == .invalidIDToken)
            #expect(error.message == "the ID token is not valid: \(found)")
        }
        // The next key is unknown, and the limit of requests refuses its tokens for half a minute.
        try await Authlib.test("rotate")
        let (second, others) = try await signIn(client)
        let next = try #require(others.idToken)
        let error = await #expect(throws: OAuthError.self) {
            try await verifier.verify(next, nonce: second.nonce)
        }
        #expect((error?.underlying as? APIError.Cause)?.code == .unknownKey)
        #expect(
            error?.message
                == "the ID token is not valid: the key set of \(Authlib.url) does not have its key")
        #expect(error?.advice?.hasPrefix("try again in half a minute") == true)
        #expect(try await Authlib.test("counts")["counts"]?["keys"] == 1)
        // Another verifier has the new set.
        #expect(
            try await client.idTokenVerifier().verify(next, nonce: second.nonce).subject == "ada")
    }

    private static let now = 1_795_255_200.0
    private static let pair = Result { try PrivateKey.random(.p256, id: "1") }
    private static let claims: [String: JSONValue] = [
        "iss": "https://id.example", "aud": "shop", "sub": "ada", "nonce": "n",
        "exp": .number(.init(Int(now) + 300)), "iat": .number(.init(Int(now) - 1)),
    ]

    private func verify(_ changes: [String: JSONValue?], nonce: String? = "n") async throws
        -> IDToken
    {
        var claims = Self.claims
        for (name, value) in changes { claims[name] = value }
        let key = try SigningKey(Self.pair.get())
        let text = try JWSSigner.compact(JSONValue.object(claims).jsonData(), by: key)
        let verifier = IDTokenVerifier(
            "https://id.example", "shop", key.verifying, .seconds(60)
        ) { Date(timeIntervalSince1970: Self.now) }
        return try await verifier.verify(text, nonce: nonce)
    }

    private static func time(_ offset: Double) -> JSONValue { .number(.init(Int(now + offset))) }

    @Test(
        arguments: [
            [:], ["aud": ["shop"]], ["aud": ["shop", "other"], "azp": "shop"], ["azp": "shop"],
            ["exp": time(-59)], ["iat": time(60)], ["nbf": time(60)], ["extra": ["a": 1]],
        ] as [[String: JSONValue?]])
    func validClaims(_ changes: [String: JSONValue?]) async throws {
        #expect(try await verify(changes).subject == "ada")
    }

    @Test func nonceOfAnotherGrantIsNotChecked() async throws {
        #expect(try await verify(["nonce": .none], nonce: nil).subject == "ada")
    }

    @Test(
        arguments: [
            (["iss": "https://id.example/"], "it has another issuer"),
            (["iss": .none], "it has another issuer"),
            (["aud": "other"], "aud does not name"), (["aud": []], "aud does not name"),
            (["aud": .none], "aud does not name"), (["aud": 7], "aud does not name"),
            (["aud": ["shop", "other"]], "azp does not name"),
            (["azp": "other"], "azp does not name"),
            (["azp": .null], "azp does not name"),
            (["nonce": "m"], "its nonce"), (["nonce": .none], "its nonce"),
            (["exp": time(-60)], "it has expired"), (["exp": .none], "it lacks"),
            (["exp": "soon"], "it lacks"), (["exp": -1], "it has expired"),
            (["iat": time(61)], "not valid yet"), (["iat": .none], "it lacks"),
            (["nbf": time(61)], "not valid yet"), (["sub": ""], "it lacks"),
            (["sub": .none], "it lacks"),
        ] as [([String: JSONValue?], String)])
    func badClaims(_ changes: [String: JSONValue?], _ message: String) async throws {
        let error = try await #require(throws: OAuthError.self) { try await verify(changes) }
        #expect(error.reason == .invalidIDToken)
        #expect(error.message.contains(message), "\(error.message)")
        #expect(!printed(error).contains("ada"))
    }

    @Test func missingSettingsAreNamed() {
        let client = OAuthClient(
            "shop", of: OAuthServer(tokenURL: "https://id.example/token"),
            transport: StubServer { _ in .json("") })
        let error = #expect(throws: OAuthError.self) { try client.idTokenVerifier() }
        #expect(error?.description == "the server has no keySetURL; set it on the OAuthServer")
    }
}
