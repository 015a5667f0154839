import Foundation
import PosthornCore
import PosthornCurl
import PosthornOAuth
import PosthornTesting
import TestSupport
import Testing

/// Generated calls whose tokens come from the token endpoint that the spec names, over real connections.
@Suite("Token endpoints", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TokenEndpointTests {
    /// Runs calls, and returns what the server received: forms of token requests, and tokens of calls.
    private func received(
        granting scope: String? = nil,
        _ run: (TokenEndpointsAPI) async throws -> Void
    ) async throws -> [String] {
        let count = Locked(0)
        let server = try ScriptedServer.serving([
            .on(.post, "/token") { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let granted = scope.map { #","scope":"\#($0)""# } ?? ""
                return .json(
                    #"{"access_token":"t\#(number)","token_type":"Bearer","expires_in":3600\#(granted)}"#
                )
            }, .on(nil, "*", response: .json(#""fine""#)),
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await run(
                TokenEndpointsAPI(
                    ClientConfiguration(baseURL: server.url(), transport: session),
                    auth: .init(
                        app: .client("shop", secret: "secret", tokenURL: server.url("/token")))))
        }
        return server.requests.map { request in
            let parts = request.components(separatedBy: "\r\n\r\n")
            let lines = parts[0].components(separatedBy: "\r\n")
            let field = lines.first { $0.hasPrefix("Authorization: ") } ?? ""
            return lines[0].replacing(" HTTP/1.1", with: "") + " " + field.dropFirst(15)
                + (parts[1].isEmpty ? "" : " " + parts[1])
        }
    }

    private static func request(_ scope: String) -> String {
        "POST /token Basic c2hvcDpzZWNyZXQ= grant_type=client_credentials\(scope)"
    }

    @Test("Each set of scopes has its token, for all calls that need it")
    func tokenForEachScope() async throws {
        let received = try await received { api in
            for _ in 0..<2 {
                _ = try await api.read()
                try await api.change()
                try await api.plain()
                try await api.both()
            }
        }
        let calls = [
            "GET /orders Bearer t1", "PUT /orders Bearer t2", "GET /plain Bearer t3",
            "GET /both Bearer t1",
        ]
        #expect(
            received == [
                Self.request("&scope=orders%3Aread"), calls[0],
                Self.request("&scope=orders%3Aread%20orders%3Awrite"), calls[1],
                Self.request(""), calls[2], calls[3],
            ] + calls)
    }

    @Test("Fewer scopes than the call needs are an error before anything is sent")
    func fewerScopes() async throws {
        let received = try await received(granting: "orders:read profile") { api in
            _ = try await api.read()
            let error = await #expect(throws: APIError.self) { try await api.change() }
            #expect(error?.code == .credentialFailed)
            #expect((error?.underlying as? OAuthError)?.reason == .insufficientScope)
            #expect(
                error?.message.contains(" did not grant the scope orders:write") == true)
        }
        #expect(received.filter { $0.hasPrefix("PUT") }.isEmpty)
    }

    @Test("Another credential serves all scopes, and none is sent without one")
    func otherCredentials() async throws {
        let server = try ScriptedServer.serving([.on(nil, "*", response: .json(#""fine""#))])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let configuration = try ClientConfiguration(baseURL: server.url(), transport: session)
            let user = TokenEndpointsAPI(
                configuration, auth: .init(app: .credential(.bearer("user"))))
            _ = try await user.read()
            try await user.change()
            try await TokenEndpointsAPI(configuration, auth: .init(app: .none, key: .apiKey("k")))
                .both()
        }
        let sent = server.requests.map { $0.contains("Authorization: Bearer user\r\n") }
        #expect(sent == [true, true, false])
        #expect(server.requests[2].contains("X-API-Key: k\r\n"))
    }
}
