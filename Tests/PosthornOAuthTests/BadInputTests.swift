import Foundation
import Posthorn
import PosthornOAuth
import Testing

/// Responses that are not what OAuth requires, whose errors show no secret.
@Suite("Bad responses of authorization servers") struct BadInputTests {
    private static let secrets = ["canary", "Y2FuYXJ5"]

    private func error(
        _ response: StubServer.Response, of call: @Sendable (OAuthClient) async throws -> Void
    ) async throws -> OAuthError {
        let stub = StubServer { _ in response }
        let error = try await #require(throws: OAuthError.self) { try await call(stub.client()) }
        for secret in Self.secrets { #expect(!printed(error).contains(secret), "\(error)") }
        #expect(error.advice != nil || error.reason == .transport)
        #expect(error.message.contains("https://id.example"))
        #expect(stub.requests.count == 1)
        return error
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: StubServer.Response
        let reason: OAuthError.Reason

        init(
            _ name: String, _ response: StubServer.Response,
            _ reason: OAuthError.Reason = .unexpectedResponse
        ) {
            (testDescription, self.response, self.reason) = (name, response, reason)
        }
    }

    private static let cases = [
        Case("HTML", .json("<html>canary</html>")), Case("nothing", .json("")),
        Case("HTML and 500", .json("<html>canary</html>", .internalServerError), .unavailable),
        Case("an array", .json(#"["canary"]"#)), Case("a text", .json(#""canary""#)),
        Case("JSON that breaks off", .json(#"{"access_token":"canary"#)),
        Case("nested JSON", .json(String(repeating: "[", count: 10_000))),
        Case(
            "200 with an error", .json(#"{"error":"bad_code","error_description":"canary"}"#),
            .refused),
        Case("an error", .json(#"{"error":"invalid_grant"}"#, .badRequest), .refused),
        Case("a secret as an error", .json(#"{"error":"canary-secret"}"#, .badRequest)),
        Case(
            "a long error",
            .json(#"{"error":"\#(String(repeating: "canary", count: 99))"}"#, .badRequest)),
        Case("an object as an error", .json(#"{"error":{"message":"canary"}}"#, .badRequest)),
        Case("no token", .json(#"{"token_type":"Bearer","refresh_token":"canary"}"#)),
        Case("an empty token", .json(#"{"token_type":"Bearer","access_token":""}"#)),
        Case(
            "a token with a line break",
            .json(#"{"token_type":"Bearer","access_token":"canary\r\nX: y"}"#)),
        Case("a token that is a number", .json(#"{"token_type":"Bearer","access_token":1}"#)),
        Case("no type", .json(#"{"access_token":"canary"}"#)),
        Case("another type", .json(#"{"access_token":"canary","token_type":"mac"}"#)),
        Case("a type of later", .json(#"{"access_token":"canary","token_type":"DPoP"}"#)),
        Case("a redirect", .json("", .temporaryRedirect)),
        Case(
            "a lost connection", .failure(TransportError(.connectionLost, "it broke")), .transport),
    ]

    @Test(arguments: cases) func tokenEndpoint(_ bad: Case) async throws {
        let error = try await error(bad.response) { client in
            _ = try await client.tokens(for: .refreshToken("canary-refresh"))
        }
        #expect(error.reason == bad.reason)
        if case .success(let response) = bad.response, bad.reason == .refused {
            #expect(error.status == response.status.code)
            #expect(error.code?.isEmpty == false)
        }
    }

    @Test(
        arguments: [
            ("", nil), (#","expires_in":3600"#, 3600), (#","expires_in":"3600""#, 3600),
            (#","expires_in":0.5"#, 0.5), (#","expires_in":1e300"#, 315_360_000),
            (#","expires_in":-1"#, nil), (#","expires_in":0"#, nil), (#","expires_in":null"#, nil),
            (#","expires_in":"soon""#, nil), (#","expires_in":"nan""#, nil),
            (#","expires_in":{}"#, nil),
        ] as [(String, Double?)])
    func lifetimeThatMakesNoSenseIsUnknown(_ member: String, _ seconds: Double?) async throws {
        let stub = StubServer { _ in .tokens("t", member) }
        let tokens = try await stub.client().tokens(for: .clientCredentials())
        let now = Date(timeIntervalSince1970: 1_795_255_200)
        #expect(tokens.expiry?.timeIntervalSince(now) == seconds)
    }

    @Test func otherEndpoints() async throws {
        for response in ["<html>canary</html>", "{}", #"{"active":"canary"}"#] {
            let error = try await error(.json(response)) { client in
                _ = try await client.introspect("canary")
            }
            #expect(error.reason == .unexpectedResponse)
        }
        let revocation = try await error(.json(#"{"error":"unsupported_token_type"}"#, .badRequest))
        {
            try await $0.revoke("canary")
        }
        #expect(revocation.code == "unsupported_token_type")
        for response in [
            "{}",
            #"{"device_code":"canary","user_code":"c","verification_uri":"https://a.example"}"#,
            """
            {"device_code":"canary","user_code":"c","verification_uri":"javascript:1","expires_in":9}
            """,
        ] {
            let error = try await error(.json(response)) { client in
                _ = try await client.deviceAuthorization()
            }
            #expect(error.reason == .unexpectedResponse)
        }
    }

    @Test func tokenRequestsNeedTLS() async throws {
        let stub = StubServer { _ in .tokens("t") }
        let client = stub.client(of: OAuthServer(tokenURL: "http://id.example/token"))
        let error = await #expect(throws: OAuthError.self) {
            try await client.tokens(for: .clientCredentials(scopes: []))
        }
        #expect(
            error?.description
                == "the endpoint at http://id.example has no TLS, and would show secrets; "
                + "write its URL with https")
        #expect(stub.requests.isEmpty)
    }

    @Test func missingEndpointIsNamed() async throws {
        let stub = StubServer { _ in .tokens("t") }
        let client = stub.client(of: OAuthServer(tokenURL: "https://id.example/token"))
        let calls: [(String, @Sendable () async throws -> Void)] = [
            ("revocationURL", { try await client.revoke("t") }),
            ("introspectionURL", { _ = try await client.introspect("t") }),
            ("deviceAuthorizationURL", { _ = try await client.deviceAuthorization() }),
            ("authorizationURL", { _ = try client.authorization(redirect: "app://done") }),
        ]
        for (name, call) in calls {
            let error = await #expect(throws: OAuthError.self) { try await call() }
            #expect(error?.description == "the server has no \(name); set it on the OAuthServer")
        }
        #expect(stub.requests.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"issuer":"https://evil.example","token_endpoint":"https://id.example/t"}"#,
            "the metadata of https://id.example are not those of the issuer"
        ),
        (
            #"{"issuer":"https://id.example/","token_endpoint":"https://id.example/t"}"#,
            "the metadata of https://id.example are not those of the issuer"
        ),
        (
            #"{"token_endpoint":"https://id.example/t"}"#,
            "the metadata of https://id.example are not those of the issuer"
        ),
        (
            #"{"issuer":"https://id.example"}"#,
            "the metadata of https://id.example have no token_endpoint"
        ),
        (
            #"{"issuer":"https://id.example","token_endpoint":"http://id.example/t"}"#,
            "token_endpoint of the metadata of https://id.example has no TLS"
        ),
        (
            #"{"issuer":"https://id.example","token_endpoint":"HTTP://id.example/t"}"#,
            "token_endpoint of the metadata of https://id.example has no TLS"
        ),
        (
            #"{"issuer":"https://id.example","token_endpoint":"/t"}"#,
            "token_endpoint of the metadata of https://id.example is not a URL"
        ),
        (
            #"{"issuer":"https://id.example","token_endpoint":"https://canary@id.example/t"}"#,
            "token_endpoint of the metadata of https://id.example is not a URL"
        ),
        (
            #"{"issuer":"https://id.example","token_endpoint":"https://id.example/t","jwks_uri":7}"#,
            "jwks_uri of the metadata of https://id.example is not a URL"
        ),
        (
            """
            {"issuer":"https://id.example","token_endpoint":"https://id.example/t",\
            "mtls_endpoint_aliases":{"token_endpoint":"http://mtls.id.example/t"}}
            """, "token_endpoint of the metadata of https://id.example has no TLS"
        ),
        ("[]", "https://id.example did not send a JSON object"),
    ])
    func metadata(_ document: String, _ message: String) async throws {
        let stub = StubServer { _ in .json(document) }
        let error = try await #require(throws: OAuthError.self) {
            try await OAuthServer.discover("https://id.example", on: stub)
        }
        #expect(error.message == message)
        #expect(!printed(error).contains("canary"))
    }

    @Test(arguments: [
        "", "id.example", "ftp://id.example", "https://id.example?a", "https://id.example#a",
    ])
    func issuerThatIsNoURL(_ issuer: String) async throws {
        let stub = StubServer { _ in .json("{}") }
        let error = await #expect(throws: OAuthError.self) {
            try await OAuthServer.discover(issuer, on: stub)
        }
        #expect(error?.reason == .invalidConfiguration)
        #expect(stub.requests.isEmpty)
    }

    /// The error of a call tells why there is no token.
    @Test func errorOfACallHasTheReason() async throws {
        let stub = StubServer { _ in .json(#"{"error":"invalid_client"}"#, .unauthorized) }
        let api = try stub.api(stub.client().credential(.clientCredentials()))
        let error = try await #require(throws: APIError.self) {
            try await api.send(ProfileAPI.Me())
        }
        #expect(error.code == .credentialFailed)
        #expect(
            error.message
                == "the credential user could not be loaded: "
                + "https://id.example refused a token by client_credentials (invalid_client, status 401)"
        )
        #expect(error.advice?.hasPrefix("check the client's id and its secret") == true)
        #expect((error.underlying as? OAuthError)?.code == "invalid_client")
        #expect(!printed(error).contains("canary"))
    }
}
