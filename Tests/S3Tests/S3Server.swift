import Foundation
import Posthorn
import PosthornCrypto
import PosthornCurl
import S3
import TestSupport
import Testing

/// Runs moto's S3, and a session to it, around a suite: `@Suite(.s3)`.
///
/// It checks the signature of each request. There is a bucket, `bucket`, and a user who may do everything.
struct S3Server: SuiteTrait, TestScoping {
    /// The base URL, the access key and its secret.
    @TaskLocal static var words: [String] = []
    /// The session that the tests share.
    @TaskLocal static var session: CurlSession?

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let script = Self.folder.deletingLastPathComponent()
            .appending(path: "PosthornCryptoTests/Vectors/Signing/s3_server.py")
        let server = try PythonServer.started("moto", ["-B", script.path])
        defer { server.stop() }
        try #require(server.words.count == 3)
        try await CurlSession.withSession { session in
            try await Self.$session.withValue(session) {
                try await Self.$words.withValue([server.baseURL] + server.words.dropFirst()) {
                    try await body()
                }
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The signer of the user.
    static var signer: AWSSigner {
        AWSSigner(
            credentials: AWSCredentials(accessKeyID: words[1], secret: words[2]),
            region: "us-east-1", service: "s3")
    }

    /// Returns what an expression of Python prints, in which `s3` is a client of boto3.
    static func boto3(_ expression: String) throws -> String {
        let python = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".venv/bin/python")
        let peer = folder.appending(component: "peer.py").path
        return try output(of: python, ["-B", peer] + words + [expression])
    }

    /// Returns what `curl` prints for a URL.
    static func curl(_ arguments: String...) throws -> String {
        try output(of: URL(filePath: "/usr/bin/curl"), ["--silent", "--show-error"] + arguments)
    }

    private static func output(of program: URL, _ arguments: [String]) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}

extension Trait where Self == S3Server {
    /// The suite's tests talk to moto's S3.
    static var s3: S3Server { S3Server() }
}
