import Chat
import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Runs the language model of `server.py`, and a session to it, around a suite: `@Suite(.chat)`.
struct ChatServer: SuiteTrait, TestScoping {
    /// The base URL of the running server.
    @TaskLocal static var url = ""
    /// The session that the tests share.
    @TaskLocal static var session: CurlSession?

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let server = try PythonServer.started("chat", [Self.file("server.py")])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await Self.$session.withValue(session) {
                try await Self.$url.withValue(server.baseURL + "/v1") { try await body() }
            }
        }
    }

    /// Returns the path of a file beside this one.
    static func file(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(component: name).path
    }
}

extension Trait where Self == ChatServer {
    /// The suite's tests talk to the language model.
    static var chat: ChatServer { ChatServer() }
}

/// What OpenAI's own client for Python gets from the server.
struct OpenAIClient: Decodable {
    struct Refused: Decodable, Equatable {
        var status: Int
        var code: String?
        var retryAfter: String?
    }

    var completion: String
    var tokens: Int
    var chunks: [String]
    var call: [String]
    var answer: String
    var response: String
    var events: [String]
    var deltas: [String]
    var busy: Refused
    var unknown: Refused
    var denied: Refused

    /// Runs the client in the virtual environment of the tests.
    static func result() throws -> OpenAIClient {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let (process, output) = (Process(), Pipe())
        process.executableURL = root.appending(path: ".venv/bin/python")
        process.arguments = ["-B", ChatServer.file("openai_client.py"), ChatServer.url]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(OpenAIClient.self, from: data)
    }
}
