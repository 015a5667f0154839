import Foundation
import PosthornCache
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Methods besides those of RFC 9110, over a real connection.
@Suite("QUERY and other methods", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct OtherMethodTests {
    private func with(
        _ rules: [StubRule], _ run: (MethodsAPI, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let cached = CachingTransport(session, cache: HTTPCache())
            var configuration = try ClientConfiguration(baseURL: server.url(""), transport: cached)
            configuration.clock = ManualClock(skipsDelays: true)
            try await run(MethodsAPI(configuration), server)
        }
    }

    private func lines(_ server: ScriptedServer) -> [String] {
        server.requests.map { String($0.prefix { !$0.isNewline }) }
    }

    @Test("A QUERY is stored with its body as a part of the key, and invalidates nothing")
    func storesQueries() async throws {
        let query = HTTPRequest.Method.query
        try await with([
            .on(
                query, "/things", body: { $0 == Data("{\"text\":\"a\"}".utf8) },
                response: .json("[1]").header("Cache-Control", "max-age=60")),
            .on(
                query, "/things", body: { $0 == Data("{\"text\":\"b\"}".utf8) },
                response: .json("[2]").header("Cache-Control", "max-age=60")),
        ]) { api, server in
            for _ in 1...2 {
                let (first, second) = (
                    try await api.search(text: "a"), try await api.search(text: "b")
                )
                #expect(first == [1] && second == [2])
            }
            #expect(lines(server) == Array(repeating: "QUERY /things HTTP/1.1", count: 2))
            #expect(server.requests[0].contains("Content-Type: application/json"))
        }
    }

    @Test("A QUERY is retried without an idempotency key, and 302 keeps it with its body")
    func repeatsQueries() async throws {
        let query = HTTPRequest.Method.query
        try await with([
            .on(query, "/things", times: 1, response: .status(.serviceUnavailable)),
            .on(query, "/things", response: .redirect(to: "/other", status: .found)),
            .on(query, "/other", response: .json("[3]")),
        ]) { api, server in
            let found = try await api.with { $0.retry = RetryRule(attempts: 2) }.search(text: "a")
            #expect(found == [3])
            #expect(
                lines(server) == [
                    "QUERY /things HTTP/1.1", "QUERY /things HTTP/1.1", "QUERY /other HTTP/1.1",
                ])
            #expect(server.requests[2].hasSuffix("{\"text\":\"a\"}"))
            #expect(!server.requests[0].contains("Idempotency-Key"))
        }
    }

    @Test("Any token is a method")
    func otherTokens() async throws {
        let (purge, find) = (HTTPRequest.Method("PURGE")!, HTTPRequest.Method("PROPFIND")!)
        try await with([
            .on(purge, "/cache/a%2Fb", response: .status(.noContent)),
            .on(find, "/files", response: .bytes(Data("<x/>".utf8), type: "application/xml")),
        ]) { api, server in
            try await api.purge(key: "a/b")
            let found = try await api.find(body: HTTPBody(Data("<a/>".utf8)))
            #expect(found == Data("<x/>".utf8))
            #expect(lines(server) == ["PURGE /cache/a%2Fb HTTP/1.1", "PROPFIND /files HTTP/1.1"])
            #expect(server.requests[1].contains("Idempotency-Key: "))
        }
    }

    @Test("A token that HTTP does not allow fails before anything is sent")
    func badToken() async throws {
        struct Bad: Endpoint {
            func build(_ request: inout RequestBuilder) { request.method("A B", "/") }
        }
        try await with([]) { api, server in
            let error = await #expect(throws: APIError.self) { try await api.send(Bad()) }
            #expect(error?.code == .invalidParameter)
            #expect(server.requests.isEmpty)
        }
    }
}
