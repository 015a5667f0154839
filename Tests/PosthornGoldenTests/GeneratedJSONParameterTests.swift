import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Parameters that are JSON, and keys of a query without a value, over a real connection.
@Suite("Generated JSON parameters and flags", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedJSONParameterTests {
    /// Returns the names and values of the query of a call, and the body of its request.
    private func sent(
        _ call: (JSONParametersAPI) async throws -> Void
    ) async throws -> (query: [String], body: String) {
        let server = try ScriptedServer.serving([.on(nil, "*", response: .status(.ok))])
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            try await call(
                JSONParametersAPI(
                    try ClientConfiguration(baseURL: server.url(""), transport: session)))
            let request = try #require(server.requests.first)
            let target = request.split(separator: " ")[1]
            let query = target.split(separator: "?")[1].split(separator: "&")
            let body = request.components(separatedBy: "\r\n\r\n")[1]
            return (query.map { $0.removingPercentEncoding ?? "" }, body)
        }
    }

    @Test("A parameter with the style json is the JSON of an object, a list or a union")
    func objects() async throws {
        let filter = Filter(name: "a&b", since: Date(timeIntervalSince1970: 86_400))
        let found = try await sent {
            try await $0.search(
                filter: filter, scope: .stringArray(["x"]), days: [Date(timeIntervalSince1970: 0)],
                mode: "all")
        }
        #expect(
            found.query == [
                "beta", #"filter={"name":"a&b","since":86400}"#, #"scope=["x"]"#,
                #"sort=["name"]"#, #"days=["1970-01-01"]"#, "mode=all",
            ])
        let text = try await sent { try await $0.search(filter: Filter(), scope: .string("x")) }
        #expect(text.query.contains(#"scope="x""#))
        #expect(text.query.contains("filter={}"))
    }

    @Test("The style of an endpoint is that of its query and its form; scalars stay texts")
    func styleOfEndpoint() async throws {
        let found = try await sent {
            try await $0.ask(
                tags: [.a, .b], filters: [Filter(name: "x")], note: "n", filter: Filter(), tag: .a,
                plain: [1, 2])
        }
        #expect(
            found.query == [
                "beta", "filter={}", #"tags=["a","b"]"#, "tag=a", "plain=1,2",
            ])
        #expect(found.body == "filters=%5B%7B%22name%22%3A%22x%22%7D%5D&note=n")
    }

    @Test("A flag is a key without a value, always or if its argument is true")
    func flags() async throws {
        #expect(try await sent { try await $0.acl(key: "a") }.query == ["beta", "acl"])
        let all = try await sent { try await $0.acl(key: "a", versions: true) }
        #expect(all.query == ["beta", "acl", "versions"])
    }
}
