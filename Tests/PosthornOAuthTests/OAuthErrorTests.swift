import Foundation
import Posthorn
import PosthornOAuth
import TestSupport
import Testing

/// What errors of an authorization server say: the host, what was asked for, and what to do.
@Suite("Errors of authorization servers", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct OAuthErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: StubServer.Response
        let reason: OAuthError.Reason
        let description: String
        let delay: Duration?

        init(
            _ response: StubServer.Response, _ reason: OAuthError.Reason, _ description: String,
            _ delay: Duration? = nil
        ) {
            (self.response, self.reason, self.delay) = (response, reason, delay)
            self.description = "https://id.example " + description
            testDescription = description
        }
    }

    private static let token = "a token by client_credentials for the scope a b at orders"
    private static let authentication =
        "check the client's id and its secret or key, and how the server lets clients authenticate: "
        + "`.secret`, `.formSecret`, `.key` or `.certificate`"

    private static let cases = [
        Case(
            .json(#"{"error":"invalid_client","error_description":"canary"}"#, .unauthorized),
            .refused, "refused \(token) (invalid_client, status 401); \(authentication)"),
        Case(
            .json("canary", .unauthorized), .refused,
            "refused \(token) (status 401); \(authentication)"),
        Case(
            .json(#"{"error":"invalid_scope"}"#, .badRequest), .refused,
            "refused \(token) (invalid_scope, status 400); "
                + "check the scopes, and whether the client may have them"),
        Case(
            .json(#"{"error":"vendor_code"}"#, .badRequest), .refused,
            "refused \(token) (vendor_code, status 400); "
                + "look at `serverMessage`, which the server has for developers"),
        Case(
            .json("<html>canary", .tooManyRequests, retryAfter: "30"), .unavailable,
            "limits the rate of requests for \(token) (status 429); "
                + "try again in 30 seconds, as the server asks", .seconds(30)),
        Case(
            .json("canary", .serviceUnavailable), .unavailable,
            "failed to serve the request for \(token) (status 503); try again later"),
        Case(
            .json(#"{"error":"temporarily_unavailable"}"#, .serviceUnavailable, retryAfter: "9"),
            .refused,
            "refused \(token) (temporarily_unavailable, status 503); try again later", .seconds(9)),
        Case(
            .json("canary", .notFound), .unexpectedResponse,
            "did not respond to the request for \(token) as OAuth requires (status 404); "
                + "check that the URL is that of the endpoint"),
        Case(
            .failure(TransportError(.connectionLost, "it broke", advice: "look")), .transport,
            "sent no complete response to the request for \(token) (it broke); look"),
    ]

    @Test(arguments: cases) func errorNamesHostRequestAndRemedy(_ bad: Case) async throws {
        let stub = StubServer { _ in bad.response }
        let error = try await #require(throws: OAuthError.self) {
            try await stub.client().tokens(
                for: .clientCredentials(scopes: ["a", "b"], audience: "orders"))
        }
        #expect(error.description == bad.description)
        #expect(error.reason == bad.reason)
        #expect(error.retryAfter == bad.delay)
        #expect(!printed(error).contains("canary"))
    }

    @Test func otherRequestsAreNamed() async throws {
        let client = StubServer { _ in .json("", .badGateway) }.client()
        let calls: [(String, @Sendable () async throws -> Void)] = [
            ("the revocation of a token", { try await client.revoke("canary") }),
            ("the state of a token", { _ = try await client.introspect("canary") }),
            ("a device code", { _ = try await client.deviceAuthorization() }),
            (
                "a token by token-exchange",
                { _ = try await client.tokens(for: .tokenExchange("canary")) }
            ),
            (
                "its metadata",
                {
                    _ = try await OAuthServer.discover(
                        "https://id.example", on: StubServer { _ in .json("", .badGateway) })
                }
            ),
        ]
        for (name, call) in calls {
            let error = await #expect(throws: OAuthError.self) { try await call() }
            #expect(
                error?.message == "https://id.example failed to serve the request for \(name)")
        }
    }

    // MARK: Pauses

    /// The server sends `Retry-After`, and no credential of the client asks it before.
    @Test(arguments: [("30", 30), ("86400", 300)])
    func credentialsWaitAsTheServerAsks(_ field: String, _ seconds: Int) async throws {
        let stub = StubServer { number in
            number == 1 ? .json("", .tooManyRequests, retryAfter: field) : .tokens("t")
        }
        let client = stub.client()
        let store = MemoryTokenStore()
        try await store.store(
            OAuthTokens(accessToken: "o", expiry: .distantPast, refreshToken: "r"), for: "ada")
        let credentials = [
            client.credential(.clientCredentials(scopes: ["a"])),
            client.credential(.clientCredentials(scopes: ["b"])),
            client.credential(for: "ada", in: store),
        ]
        for second in [0, seconds - 1] {
            for credential in credentials {
                let error = await #expect(throws: APIError.self) {
                    try await stub.api(credential).send(ProfileAPI.Me())
                }
                #expect(error?.code == .credentialFailed)
                #expect(error?.message.contains("limits the rate of requests for a token") == true)
            }
            #expect(stub.requests.count == 1)
            stub.clock.advance(by: .seconds(second == 0 ? seconds - 1 : 1))
        }
        for credential in credentials {
            _ = try await stub.api(credential).send(ProfileAPI.Me())
        }
        #expect(stub.requests.count == 4)
    }

    /// A server that refuses everything, and sets of scopes that each ask for a token.
    @Test(arguments: ["token endpoint", "API"])
    func clientAsksThreeTimesInTenSeconds(_ refuser: String) async throws {
        let stub = StubServer(accepts: { _ in false }) { number in
            refuser == "API" ? .tokens("t\(number)") : .json("", .unauthorized)
        }
        let client = stub.client()
        let credentials = (0..<20).map {
            client.credential(.clientCredentials(scopes: ["s\($0)"]))
        }
        for seconds in [0, 5, 4] {
            stub.clock.advance(by: .seconds(seconds))
            for credential in credentials {
                await #expect(throws: APIError.self) {
                    try await stub.api(credential).send(ProfileAPI.Me())
                }
            }
            #expect(stub.requests.count == 3)
        }
        print("20 sets of scopes, refused by the \(refuser): \(stub.requests.count) token requests")
    }

    /// At once, too: a request waits for others that may fail.
    @Test func concurrentRequestsAreLimited() async throws {
        let stub = StubServer { _ in .json("", .unauthorized) }
        let client = stub.client()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let api = Result {
                    try stub.api(client.credential(.clientCredentials(scopes: ["s\(number)"])))
                }
                group.addTask {
                    await #expect(throws: APIError.self) {
                        try await api.get().send(ProfileAPI.Me())
                    }
                }
            }
        }
        #expect(stub.requests.count == 3)
    }

    @Test func manySetsOfScopesGetTheirTokens() async throws {
        let stub = StubServer { number in .tokens("t\(number)") }
        let client = stub.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let api = try stub.api(
                    client.credential(.clientCredentials(scopes: ["s\(number)"])))
                group.addTask { _ = try await api.send(ProfileAPI.Me()) }
            }
            try await group.waitForAll()
        }
        #expect(stub.requests.count == 100)
    }

    /// A user whose token is refused says nothing about other users.
    @Test func usersDoNotWaitForEachOther() async throws {
        let stub = StubServer { number in
            number < 9 ? .json(#"{"error":"invalid_grant"}"#, .badRequest) : .tokens("t")
        }
        let (client, store) = (stub.client(.none), MemoryTokenStore())
        for number in 1...9 {
            let account = "user\(number)"
            try await store.store(
                OAuthTokens(accessToken: "o", expiry: .distantPast, refreshToken: "r"),
                for: account)
            _ = try? await stub.api(client.credential(for: account, in: store))
                .send(ProfileAPI.Me())
        }
        #expect(stub.requests.count == 9)
        #expect(stub.tokens == ["t"])
    }
}
