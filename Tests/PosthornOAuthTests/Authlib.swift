import Foundation
import Posthorn
import PosthornCurl
import PosthornOAuth
import TestSupport
import Testing

/// Runs the authorization server of `server.py`, and a session to it, around a suite: `@Suite(.authlib)`.
struct Authlib: SuiteTrait, TestScoping {
    /// The URL of the running server, which is its issuer.
    @TaskLocal static var url = ""
    /// The session that the tests share.
    @TaskLocal static var current: CurlSession?

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(component: "server.py")
        let server = try PythonServer.started("Authlib", ["-B", script.path])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await Self.$current.withValue(session) {
                try await Self.$url.withValue(server.baseURL) { try await body() }
            }
        }
    }

    static func session() throws -> CurlSession { try #require(current) }

    /// Sends something that only tests can ask for.
    static func test(_ path: String, _ body: JSONValue) async throws {
        var request = TransportRequest(
            method: .post, url: "\(url)/test/\(path)", body: try body.jsonData())
        request.headers[.contentType] = "application/json"
        #expect(try await session().send(request).status == .ok)
    }
}

extension Trait where Self == Authlib {
    /// The suite's tests talk to Authlib.
    static var authlib: Authlib { Authlib() }
}
