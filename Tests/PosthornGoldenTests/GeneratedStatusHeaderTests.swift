import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Results and errors with a type, header fields, both or nothing for each status, over a real connection.
@Suite("Header fields of each status", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedStatusHeaderTests {
    private func calling<Value: Sendable>(
        _ response: StubResponse, _ call: (StatusHeadersAPI) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer.serving([.on(nil, "*", response: response)])
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            try await call(
                StatusHeadersAPI(
                    try ClientConfiguration(baseURL: server.url(""), transport: session)))
        }
    }

    private func saved(_ response: StubResponse) async throws -> StatusHeadersAPI.Save.Output {
        try await calling(response) { try await $0.save(id: 1, ifNoneMatch: "\"a\"") }
    }

    private func failure(_ response: StubResponse) async throws -> StatusHeadersAPI.Save.Failure {
        let failure = await #expect(throws: StatusHeadersAPI.Save.Failure.self) {
            try await saved(response)
        }
        return try #require(failure)
    }

    @Test("A status has its type and its header fields")
    func typeAndHeaders() async throws {
        let item = StubResponse.json(#"{"id":1}"#).header(.eTag, "\"b\"")
        guard case .ok(let value, "\"b\"", let version) = try await saved(item) else {
            Issue.record("200")
            return
        }
        #expect(value.id == 1)
        #expect(version == 1)
        let text = StubResponse.text("abc", status: .partialContent)
            .header("Content-Range", "bytes 0-2/9")
        guard case .part("abc", contentRange: "bytes 0-2/9") = try await saved(text) else {
            Issue.record("206")
            return
        }
    }

    @Test("A status without a body has its header fields")
    func headersAlone() async throws {
        let created = StubResponse.status(.created).header(.location, "/items/1")
        guard case .created(let location, lastModified: nil) = try await saved(created) else {
            Issue.record("201")
            return
        }
        #expect(location.relativeString == "/items/1")
        guard case .accepted = try await saved(.status(.accepted)) else {
            Issue.record("202")
            return
        }
    }

    @Test("A status from 300 on is a result, and is not followed")
    func redirectsAndNotModified() async throws {
        let unchanged = StubResponse.status(.notModified).header(.eTag, "\"a\"")
        guard case .notModified(eTag: "\"a\"") = try await saved(unchanged) else {
            Issue.record("304")
            return
        }
        let other = StubResponse.status(.seeOther).header(.location, "/elsewhere")
        guard case .seeOther(let location) = try await saved(other) else {
            Issue.record("303")
            return
        }
        #expect(location.relativeString == "/elsewhere")
        let moved = StubResponse.status(.permanentRedirect).header(.location, "/x")
        guard case .permanentRedirect = try await saved(moved) else {
            Issue.record("308")
            return
        }
    }

    @Test("An error has its header fields beside its body")
    func headersOfErrors() async throws {
        let refused = StubResponse.status(.unauthorized)
            .header("WWW-Authenticate", "Bearer realm=\"r\"")
        guard case .unauthorized(let failure, let challenges) = try await self.failure(refused)
        else {
            Issue.record("401")
            return
        }
        #expect(challenges == ["Bearer realm=\"r\""])
        #expect(failure.apiError.code == .status(401))
        let missing = StubResponse.json(#"{"id":4}"#, status: .notFound).header("X-Mode", "write")
        guard case .notFound(let item, mode: .write) = try await self.failure(missing) else {
            Issue.record("404")
            return
        }
        #expect(item.id == 4)
        let busy = StubResponse.text("later", status: .serviceUnavailable)
            .header(.retryAfter, "7")
        guard case .serverError(503, let text, retryAfter: 7) = try await self.failure(busy) else {
            Issue.record("503")
            return
        }
        #expect(text.value == "later")
        let taken = StubResponse.json(#"{"id":4}"#, status: .conflict)
        guard case .taken(_, retryAfter: nil) = try await self.failure(taken) else {
            Issue.record("409")
            return
        }
    }

    @Test("A documented redirect has its location")
    func documentedRedirect() async throws {
        let response = StubResponse.redirect(to: "https://app.example/?code=1")
            .header("Set-Cookie", "a=1")
        let failure = await #expect(throws: StatusHeadersAPI.Login.Failure.self) {
            try await calling(response) { try await $0.login() }
        }
        guard case .found(_, let location, let cookies) = try #require(failure) else {
            Issue.record("302")
            return
        }
        #expect(location.query() == "code=1")
        #expect(cookies == ["a=1"])
    }

    @Test("A response without a required header field is not the documented one")
    func missingHeaders() async throws {
        let error = await #expect(throws: StatusHeadersAPI.Save.Failure.self) {
            try await saved(.status(.created))
        }
        guard case .other(let error) = try #require(error) else {
            Issue.record("documented")
            return
        }
        #expect(error.code == .decodingFailed)
        #expect(error.message.contains("Location"))
        guard case .other(let other) = try await self.failure(.status(.notFound)) else {
            Issue.record("documented")
            return
        }
        #expect(other.code == .status(404))
    }
}
