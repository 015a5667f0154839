import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Runs a real server, and a session to it, around a suite: `@Suite(.server(Daemon.etcd))`.
struct RunningServer: SuiteTrait, TestScoping {
    /// The server of the suite.
    @TaskLocal static var current: Daemon?
    /// The session that the tests share, which keeps cookies.
    @TaskLocal static var session: CurlSession?
    /// Starts the server.
    let start: @Sendable () throws -> Daemon

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let daemon = try start()
        defer { daemon.stop() }
        var configuration = SessionConfiguration()
        configuration.cookies = CookieStore()
        try await CurlSession.withSession(configuration) { session in
            try await waitUntilReady(daemon, session)
            try await Self.$session.withValue(session) {
                try await Self.$current.withValue(daemon) { try await body() }
            }
        }
    }

    /// A server that listens may still load its data, and respond with 503.
    private func waitUntilReady(_ daemon: Daemon, _ session: CurlSession) async throws {
        for _ in 0..<600 {
            let response = try? await session.send(TransportRequest(url: daemon.baseURL + "/"))
            if let response, response.status.code < 500 { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the server responds with an error; its folder is \(daemon.folder)")
    }

    /// What the clients of the suite's server have in common.
    static func configuration() throws -> ClientConfiguration {
        try ClientConfiguration(
            baseURL: try #require(current).baseURL, transport: try #require(session))
    }

    /// Returns what `curl` receives for a path of the server: an independent client reads what is stored.
    static func curl(_ path: String, _ arguments: String...) throws -> String {
        try output(
            of: "/usr/bin/curl",
            ["--silent", "--show-error"] + arguments + [try #require(current).baseURL + path])
    }

    /// Returns what a program prints.
    static func output(of program: String, _ arguments: [String]) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

extension Trait where Self == RunningServer {
    /// The suite's tests talk to a real server.
    static func server(_ start: @escaping @Sendable () throws -> Daemon) -> RunningServer {
        RunningServer(start: start)
    }
}

extension String {
    /// Writes the text into a file.
    func write(to path: String) throws {
        try write(toFile: path, atomically: false, encoding: .utf8)
    }
}
