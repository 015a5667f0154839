import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Calls of a service whose server issues the only credential, over real connections.
@Suite("Tokens against forged requests", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ForgeryTokenTests {
    @Test("A client without credentials sends the token of the first refusal")
    func sendsTokenOfRefusal() async throws {
        let name = HTTPField.Name(token: "X-CSRF-Token")
        let server = try ScriptedServer.serving([
            .on(.post, "/votes", headers: [name: "t1"], response: .status(.noContent)),
            .on(
                .post, "/votes", response: .text("no", status: .forbidden).header(name, "t1")),
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = ForgeryTokensAPI(
                try ClientConfiguration(baseURL: server.url(), transport: session))
            for _ in 0..<2 { try await api.vote() }
        }
        let sent = server.requests.map { $0.contains("X-CSRF-Token: t1\r\n") }
        #expect(sent == [false, true, true])
    }
}
