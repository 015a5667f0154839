import Foundation
import Posthorn
import PosthornKeys
import Testing

@testable import PosthornOAuth

/// The examples of the RFCs.
@Suite("OAuth 2 by its RFCs") struct VectorTests {
    /// RFC 7636, appendix B.
    @Test func challengeOfAProofKey() {
        #expect(
            OAuthClient.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    /// RFC 6749, section 2.3.1 and appendix B.
    @Test(arguments: [
        ("s6BhdRkqt3", "gX1fBAt3bV", "s6BhdRkqt3:gX1fBAt3bV"),
        ("a:b c", "ü+%", "a%3Ab%20c:%C3%BC%2B%25"),
    ])
    func secretInTheHeaderFieldIsPercentEncoded(_ id: String, _ secret: String, _ text: String)
        async throws
    {
        let stub = StubServer { _ in .tokens("t") }
        _ = try await stub.client(.secret(secret), id: id).tokens(for: .clientCredentials())
        let value = "Basic " + Data(text.utf8).base64EncodedString()
        #expect(stub.requests.map { $0.headers[.authorization] } == [value])
        #expect(stub.forms == [["grant_type": "client_credentials"]])
    }

    @Test(
        arguments: [
            (
                OAuthGrant.clientCredentials(scopes: ["a", "b"], audience: "x"),
                ["grant_type": "client_credentials", "scope": "a b", "audience": "x"]
            ),
            (
                .refreshToken("r", scopes: ["a"]),
                ["grant_type": "refresh_token", "refresh_token": "r", "scope": "a"]
            ),
            (
                .tokenExchange(
                    "s", .jwt, actor: ("a", .accessToken), requestedType: .saml2, audience: "x"),
                [
                    "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
                    "subject_token": "s", "actor_token": "a", "audience": "x",
                    "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
                    "actor_token_type": "urn:ietf:params:oauth:token-type:access_token",
                    "requested_token_type": "urn:ietf:params:oauth:token-type:saml2",
                ]
            ),
            (
                .jwtBearer(assertion: "a.b.c"),
                [
                    "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
                    "assertion": "a.b.c",
                ]
            ),
            (.custom("password", ["username": "u"]), ["grant_type": "password", "username": "u"]),
        ] as [(OAuthGrant, [String: String])])
    func formOfAGrant(_ grant: OAuthGrant, _ form: [String: String]) async throws {
        let stub = StubServer { _ in .tokens("t") }
        _ = try await stub.client(.none, id: "").tokens(for: grant)
        _ = try await stub.client(.formSecret("p"), id: "c").tokens(for: grant)
        let complete = form.merging(["client_id": "c", "client_secret": "p"]) { $1 }
        #expect(stub.forms == [form, complete])
    }

    /// RFC 7523, section 3; Authlib verifies the signatures in other tests.
    @Test func claimsOfAnAssertion() async throws {
        let stub = StubServer { _ in .tokens("t") }
        let key = try SigningKey(PrivateKey.random(.p256, id: "k"))
        let client = stub.client(.key(key, audience: "https://id.example"))
        let grant = OAuthGrant.jwtBearer(key, issuer: "robot", subject: "ada", scopes: ["a", "b"])
        for _ in 0..<2 { _ = try await client.tokens(for: grant) }
        var ids: Set<String> = []
        for (form, name) in stub.forms.flatMap({ form in
            ["assertion", "client_assertion"].map { (form, $0) }
        }) {
            let parts = try #require(form[name]).split(separator: ".")
            let head = try JSONValue(jsonData: try #require(Base64URL.decode(String(parts[0]))))
            var claims =
                try JSONValue(jsonData: try #require(Base64URL.decode(String(parts[1]))))
                .object ?? [:]
            #expect(head["alg"] == "ES256")
            #expect(head["kid"] == "k")
            ids.insert(try #require(claims.removeValue(forKey: "jti")?.string))
            let times: [String: JSONValue] = ["iat": 1_795_255_200, "exp": 1_795_255_500]
            let own: [String: JSONValue] =
                name == "assertion"
                ? [
                    "iss": "robot", "sub": "ada", "aud": "https://id.example/token", "scope": "a b",
                ]
                : ["iss": "shop", "sub": "shop", "aud": "https://id.example"]
            #expect(claims == own.merging(times) { $1 })
        }
        #expect(ids.count == 4)
    }

    /// RFC 8414, section 3.1, and OpenID Connect Discovery, section 4.
    @Test(arguments: [
        (
            "https://id.example",
            ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
        ),
        (
            "https://id.example/",
            ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
        ),
        (
            "https://id.example/issuer1",
            [
                "/.well-known/oauth-authorization-server/issuer1",
                "/issuer1/.well-known/openid-configuration",
            ]
        ),
    ])
    func metadataHaveWellKnownPlaces(_ issuer: String, _ paths: [String]) async throws {
        let stub = StubServer { number in
            number == 1
                ? .json("<html>", .notFound)
                : .json(#"{"issuer":"\#(issuer)","token_endpoint":"https://id.example/t"}"#)
        }
        let server = try await OAuthServer.discover(issuer, on: stub)
        #expect(server.tokenURL == "https://id.example/t")
        #expect(server.authorizationURL == nil)
        #expect(stub.requests.map(\.url) == paths.map { "https://id.example" + $0 })
    }

    /// RFC 9207, section 2.4.
    @Test(
        arguments: [
            ("&iss=https%3A%2F%2Fid.example", true, true),
            ("&iss=https%3A%2F%2Fid.example", false, true),
            ("&iss=https%3A%2F%2Fevil.example", true, false),
            ("&iss=https%3A%2F%2Fevil.example", false, false), ("", true, false), ("", false, true),
            ("&iss=https%3A%2F%2Fid.example&iss=https%3A%2F%2Fevil.example", true, false),
            ("&state=2", false, false), ("&error=access_denied", false, false),
        ])
    func redirectNamesItsIssuer(_ more: String, _ namesIssuer: Bool, _ isAccepted: Bool)
        async throws
    {
        let stub = StubServer { _ in .tokens("t") }
        var server = StubServer.server
        (server.issuer, server.namesIssuer) = ("https://id.example", namesIssuer)
        let request = try stub.client(.none, of: server).authorization(redirect: "app://done")
        let redirect = "app://done?code=c&state=\(request.state)\(more)#x"
        let client = stub.client(.none, of: server)
        guard isAccepted else {
            await #expect(throws: OAuthError.self) {
                try await client.tokens(of: request, redirectedTo: redirect)
            }
            #expect(stub.requests.isEmpty)
            return
        }
        #expect(try await client.tokens(of: request, redirectedTo: redirect).accessToken == "t")
        #expect(
            stub.forms == [
                [
                    "grant_type": "authorization_code", "code": "c", "redirect_uri": "app://done",
                    "code_verifier": request.verifier, "client_id": "shop",
                ]
            ])
    }

    @Test(arguments: ["code=c&state=other", "code=c", "", "state=", "error=access_denied"])
    func redirectOfAnotherSignInIsRefused(_ query: String) async throws {
        let stub = StubServer { _ in .tokens("t") }
        let request = try stub.client(.none).authorization(redirect: "app://done")
        let error = await #expect(throws: OAuthError.self) {
            try await stub.client(.none).tokens(
                of: request, redirectedTo: "app://done?\(query)")
        }
        #expect(error?.reason == .foreignRedirect)
        #expect(stub.requests.isEmpty)
    }

    /// A server stores the sign-in until the redirect, and another process ends it.
    @Test func signInEndsInAnotherProcess() async throws {
        let request = try StubServer { _ in .tokens("t") }.client(.none)
            .authorization(redirect: "app://done")
        let stored = try JSONEncoder().encode(request)
        let other = StubServer { _ in .tokens("t") }
        let kept = try JSONDecoder().decode(AuthorizationRequest.self, from: stored)
        let redirect = "app://done?code=c&state=\(request.state)"
        let tokens = try await other.client(.none).tokens(of: kept, redirectedTo: redirect)
        #expect(tokens.accessToken == "t")
        #expect(other.forms.map { $0["code_verifier"] } == [request.verifier])
        var shown = "\(kept) \(String(reflecting: kept))"
        dump(kept, to: &shown)
        for secret in [request.verifier, request.state] { #expect(!shown.contains(secret)) }
        // The code and its verifier are sent to no other server and for no other client.
        let server = OAuthServer(tokenURL: "https://id.example/other")
        for client in [other.client(.none, id: "other"), other.client(.none, of: server)] {
            let error = await #expect(throws: OAuthError.self) {
                try await client.tokens(of: kept, redirectedTo: redirect)
            }
            #expect(error?.message == "another client began the sign-in")
        }
        #expect(other.requests.count == 1)
    }

    @Test func authorizationURLHasTheParameters() throws {
        let stub = StubServer { _ in .tokens("t") }
        let client = stub.client(.none)
        let request = try client.authorization(
            redirect: "app://done", scopes: ["openid", "a"], parameters: ["prompt": "login"])
        let items = URLComponents(string: request.url)?.queryItems?.map {
            "\($0.name)=\($0.value ?? "")"
        }
        #expect(
            items == [
                "response_type=code", "client_id=shop", "redirect_uri=app://done",
                "state=\(request.state)",
                "code_challenge=\(OAuthClient.challenge(of: request.verifier))",
                "code_challenge_method=S256", "scope=openid a", "nonce=\(request.nonce)",
                "prompt=login",
            ])
        let other = try client.authorization(redirect: "app://done")
        #expect(Set([other, request].flatMap { [$0.state, $0.nonce, $0.verifier] }).count == 6)
        #expect(!other.url.contains("nonce"))
    }

    /// RFC 8628, section 3.5: the seconds between requests, and the number of these.
    @Test(
        arguments: [
            (
                ["authorization_pending", "slow_down", "slow_down"], ",\"interval\":3",
                3 + 3 + 8 + 13
            ),
            (["slow_down", "authorization_pending"], "", 5 + 10 + 10),
            (["busy", "lost", "lost"], "", 5 + 10 + 20 + 40),
            (["90", "9999"], "", 5 + 90 + 300),
        ] as [([String], String, Double)])
    func deviceWaitsBetweenRequests(_ errors: [String], _ interval: String, _ seconds: Double)
        async throws
    {
        let stub = StubServer { number in
            switch number {
            case 1: Self.device(",\"expires_in\":1800" + interval)
            case errors.count + 2: .tokens("t")
            default:
                switch errors[number - 2] {
                case "busy": .json("<html>", .serviceUnavailable)
                case "90", "9999":
                    .json("", .tooManyRequests, retryAfter: errors[number - 2])
                case "lost": .failure(TransportError(.connectionLost, "it broke"))
                default: .json(#"{"error":"\#(errors[number - 2])"}"#, .badRequest)
                }
            }
        }
        let device = try await stub.client(.none).deviceAuthorization()
        #expect(try await device.tokens().accessToken == "t")
        #expect(stub.seconds == seconds)
        #expect(stub.forms.last?["device_code"] == "canary-device")
    }

    private static func device(_ more: String) -> StubServer.Response {
        .json(
            """
            {"device_code":"canary-device","user_code":"AB-CD",\
            "verification_uri":"https://id.example/d"\(more)}
            """)
    }

    @Test(arguments: ["expired_token", "access_denied", "authorization_pending"])
    func deviceCodeEnds(_ code: String) async throws {
        let stub = StubServer { number in
            number == 1
                ? Self.device(",\"expires_in\":\"60\"")
                : .json(#"{"error":"\#(code)"}"#, .badRequest)
        }
        let device = try await stub.client(.none).deviceAuthorization()
        let error = await #expect(throws: OAuthError.self) { try await device.tokens() }
        #expect(error?.reason == (code == "access_denied" ? .refused : .expired))
        #expect(stub.requests.count == (code == "authorization_pending" ? 13 : 2))
    }
}
