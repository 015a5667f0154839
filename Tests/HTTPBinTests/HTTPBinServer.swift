import Foundation
import Glibc
import HTTPBin
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Runs the real httpbin, and a session to it, around a suite: `@Suite(.httpbin)`.
struct HTTPBinServer: SuiteTrait, TestScoping {
    /// The client of the running server.
    @TaskLocal static var client: HTTPBinAPI?

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let settings = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("gunicorn.conf.py")
        let server = try PythonServer.started("httpbin", ["-m", "gunicorn", "-c", settings.path])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let client = HTTPBinAPI(
                try ClientConfiguration(baseURL: server.baseURL, transport: session))
            try await Self.$client.withValue(client) { try await body() }
        }
    }
}

extension Trait where Self == HTTPBinServer {
    /// The suite's tests talk to the real httpbin.
    static var httpbin: HTTPBinServer { HTTPBinServer() }
}
