import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// An operation that one process starts and another ends.
@Suite("Operations across processes", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ContinuedOperationTests {
    @Test("A second process continues an export with the token of the first, which has ended")
    func continues() async throws {
        let running = StubResponse.json("{\"status\":\"running\"}")
        let server = try ScriptedServer.serving([
            .on(
                .post, "/exports",
                response: .status(.accepted).header("Operation-Location", "/exports/7")),
            .on(.get, "/exports/7", times: 3, response: running),
            .on(.get, "/exports/7", response: .json("{\"status\":\"done\",\"rows\":3}")),
        ])
        defer { server.stop() }
        let first = try WireCheck(["start-export", server.url("")])
        let said = first.rest().split(separator: "\n")
        #expect(first.status() == 0)
        #expect(said.count == 2)
        #expect(said.first == "running")
        let token = try #require(said.last.map(String.init))
        let second = try WireCheck(["continue-export", server.url(""), token])
        #expect(second.rest() == "3 rows\n")
        #expect(second.status() == 0)
        let lines = server.requests.map { String($0.prefix { !$0.isNewline }) }
        #expect(
            lines == ["POST /exports HTTP/1.1"]
                + Array(repeating: "GET /exports/7 HTTP/1.1", count: 4))
        #expect(server.connections == 2)
    }
}
