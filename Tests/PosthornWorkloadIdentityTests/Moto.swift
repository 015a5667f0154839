import Foundation
import TestSupport
import Testing

/// Runs `moto_server.py` around a suite: `@Suite(.moto)`.
struct Moto: SuiteTrait, TestScoping {
    /// The base URL of the running server.
    @TaskLocal static var url = ""
    /// The port, the access key and its secret.
    @TaskLocal static var words: [String] = []

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(component: "moto_server.py")
        let server = try PythonServer.started("moto", ["-B", script.path])
        defer { server.stop() }
        try #require(server.words.count == 3)
        try await Self.$url.withValue(server.baseURL) {
            try await Self.$words.withValue(server.words) { try await body() }
        }
    }
}

extension Trait where Self == Moto {
    /// The suite's tests talk to moto.
    static var moto: Moto { Moto() }
}
