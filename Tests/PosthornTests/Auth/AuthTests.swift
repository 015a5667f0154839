import Foundation
import Posthorn
import Testing

@Suite("Call credentials")
struct AuthTests {
    private struct Refused: Error { var secret = "canary" }

    private func sent(
        _ auth: RequestBuilder.AuthScheme?, _ credential: Credential?,
        _ change: (inout CallOptions) -> Void = { _ in }
    ) async throws(APIError) -> HTTPFields {
        let transport = StubTransport()
        var store = Store(transport) { $0.auth = auth }
        store.credentials["user"] = credential
        try await store.with(change).send(Ping())
        return transport.requests[0].headers
    }

    @Test func sendsBearerToken() async throws {
        #expect(try await sent(.bearer("user"), .bearer("t1"))[.authorization] == "Bearer t1")
        #expect(try await sent(.bearer("user"), .bearer { "t2" })[.authorization] == "Bearer t2")
    }

    @Test func sendsUserAndPasswordAsBasic() async throws {
        let headers = try await sent(
            .basic("user"), .basic(user: "Aladdin", password: "open sesame"))
        #expect(headers[.authorization] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    }

    @Test func apiKeyCredentialSetsItsHeaderField() async throws {
        let name = try #require(HTTPField.Name("X-API-Key"))
        let auth = RequestBuilder.AuthScheme.header("X-API-Key", credential: "user")
        #expect(try await sent(auth, .apiKey("k1"))[name] == "k1")
        #expect(try await sent(auth, .apiKey { "k2" })[name] == "k2")
    }

    @Test func invalidHeaderFieldNameFailsTheCall() async throws {
        let auth = RequestBuilder.AuthScheme.header("X API Key", credential: "user")
        let error = await #expect(throws: APIError.self) { try await sent(auth, .apiKey("k1")) }
        #expect(error?.code == .credentialFailed)
        #expect(error?.message == "the header field of the credential user has an invalid name")
    }

    @Test func callWithoutAuthSchemeSendsNoCredentials() async throws {
        #expect(try await sent(nil, .bearer("t"))[.authorization] == nil)
    }

    @Test func callSiteAuthorizationFieldOverridesCredential() async throws {
        let headers = try await sent(.bearer("user"), .bearer("t")) {
            $0.header("Authorization", "Mine")
        }
        #expect(headers[.authorization] == "Mine")
    }

    @Test func specAuthOverridesClientDefaultHeader() async throws {
        let transport = StubTransport()
        var defaults = CallOptions()
        defaults.header("Authorization", "Default")
        var store = Store(transport, defaults: defaults) { $0.auth = .bearer("user") }
        store.credentials["user"] = .bearer("t")
        try await store.send(Ping())
        #expect(transport.requests[0].headers[.authorization] == "Bearer t")
    }

    @Test(arguments: [
        (RequestBuilder.AuthScheme.bearer("user"), Credential.basic(user: "u", password: "p")),
        (.basic("user"), .bearer("t")), (.basic("user"), .basic(user: "a:b", password: "p")),
        (.header("X", credential: "user"), .basic(user: "u", password: "p")),
        (.bearer("other"), .bearer("t")), (.bearer("user"), .bearer("line\nbreak")),
        (.bearer("user"), .bearer { throw Refused() }),
    ])
    func unusableCredentialFailsTheCall(
        _ auth: RequestBuilder.AuthScheme?, _ credential: Credential
    )
        async
    {
        let error = await #expect(throws: APIError.self) { try await sent(auth, credential) }
        #expect(error?.code == .credentialFailed)
        #expect(error?.stage == .building)
        #expect(error?.description.contains("canary") == false)
    }

    /// Each error names what the client has, where the spec sends it, and what fits.
    @Test(arguments: [
        (
            RequestBuilder.AuthScheme.basic("user"), Credential.bearer("t"),
            "a token or a key, which cannot be sent as `basic`", "use `.basic(user:password:)`"
        ),
        (
            .basic("user"), .basic(user: "a:b", password: "p"),
            "a user and a password, with a colon in the user name, which cannot be sent as `basic`",
            "use a user name without a colon (RFC 7617, section 2)"
        ),
        (
            .digest("user"), .basic(user: "a", password: "p"),
            "a user and a password, which cannot be sent as `digest`",
            "use `.digest(user:password:)`"
        ),
        (
            .header("X-Key", credential: "user"), .basic(user: "a", password: "p"),
            "a user and a password, which cannot be sent as the header field X-Key",
            "use `.apiKey`"
        ),
        (
            .query("key", credential: "user"), .anonymous,
            "a token for a challenge, which cannot be sent as the query parameter key",
            "declare it as `bearer` in the spec, or use `.apiKey`"
        ),
        (
            .bearer("user"), .serverIssued(with: .conflict),
            "a value that the server issues, which cannot be sent as `bearer`", "use `.bearer`"
        ),
    ])
    func wrongKindNamesWhatFits(
        _ auth: RequestBuilder.AuthScheme, _ credential: Credential, _ message: String,
        _ advice: String
    ) async {
        let error = await #expect(throws: APIError.self) { try await sent(auth, credential) }
        #expect(error?.message == "the credential user is " + message)
        #expect(error?.advice == advice)
    }

    @Test(arguments: [
        RequestBuilder.AuthScheme.bearer("user"), .basic("user"), .header("X", credential: "user"),
    ])
    func noneCredentialSendsNoHeaderField(_ auth: RequestBuilder.AuthScheme) async throws {
        let headers = try await sent(auth, Credential.none)
        #expect(headers.allSatisfy { !["authorization", "x"].contains($0.name.canonicalName) })
    }

    @Test func cancelledCredentialProviderCancelsTheCall() async {
        let error = await #expect(throws: APIError.self) {
            try await sent(.bearer("user"), .bearer { throw CancellationError() })
        }
        #expect(error?.code == .cancelled)
    }

    @Test func descriptionsHideCredentials() {
        for credential in [Credential.bearer("canary"), .basic(user: "canary", password: "canary")]
        {
            var dumped = ""
            dump(credential, to: &dumped)
            #expect(!"\(credential) \(String(reflecting: credential)) \(dumped)".contains("canary"))
        }
    }
}
