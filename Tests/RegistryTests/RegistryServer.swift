import Foundation
import Glibc
import Posthorn
import PosthornCurl
import Registry
import TestSupport
import Testing

/// Runs the real registry of Docker, and a session to it, around a suite: `@Suite(.registry)`.
///
/// The registry stores its files in a temporary folder, and listens on a free port that it chooses itself.
struct RegistryServer: SuiteTrait, TestScoping {
    /// The base URL of the running registry.
    @TaskLocal static var url = ""
    /// The session that the tests share.
    @TaskLocal static var session: CurlSession?
    /// The URL of the server of tokens.
    @TaskLocal static var realm = ""
    /// Whether the registry asks for tokens.
    var hasTokens = false

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-registry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = folder.appending(component: "tokens.pem").path
        let tokens = hasTokens ? try Self.tokenServer(certificate) : nil
        defer { tokens?.stop() }
        let realm = tokens.map { $0.baseURL + "/token" } ?? ""
        let auth = """
            auth:
              token: { realm: "\(realm)", service: test, issuer: tokens, rootcertbundle: "\(certificate)" }
            """
        let (process, input, port) = try Self.started(in: folder, hasTokens ? auth : "")
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        try await CurlSession.withSession { session in
            try await Self.$session.withValue(session) {
                try await Self.$realm.withValue(realm) {
                    try await Self.$url.withValue("http://127.0.0.1:\(port)") { try await body() }
                }
            }
        }
    }

    private static func tokenServer(_ certificate: String) throws -> PythonServer {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(component: "token_server.py")
        return try PythonServer.started("the token server", ["-B", script.path, certificate])
    }

    private static func started(
        in folder: URL, _ auth: String
    ) throws -> (process: Process, input: Pipe, port: String) {
        let file = folder.appending(component: "config.yml")
        try Data(
            """
            version: 0.1
            log: { accesslog: { disabled: true }, formatter: json }
            storage:
              filesystem: { rootdirectory: "\(folder.path)/data" }
              delete: { enabled: true }
            http: { addr: "127.0.0.1:0" }
            \(auth)
            """.utf8
        ).write(to: file)
        let path = "/usr/bin/docker-registry"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Trouble(description: "there is no \(path): run `make setup`")
        }
        let (process, input, log) = (Process(), Pipe(), Pipe())
        // The shell ends the registry with its standard input, so that none outlives the tests.
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(path) serve \"$0\" & read -r _; kill -9 $!", file.path]
        process.standardInput = input
        process.standardOutput = log
        process.standardError = log
        try process.run()
        do {
            return (process, input, try port(in: log.fileHandleForReading))
        } catch {
            try? input.fileHandleForWriting.close()
            throw error
        }
    }

    /// Reads the log until the registry says where it listens, and forwards the rest to nobody.
    private static func port(in log: FileHandle) throws -> String {
        var text = ""
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            var descriptor = pollfd(fd: log.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 60_000) > 0 else { break }
            let bytes = log.availableData
            if bytes.isEmpty { break }
            text += String(decoding: bytes, as: UTF8.self)
            if let match = text.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)/) {
                // A full pipe would stop the registry.
                log.readabilityHandler = { _ = $0.availableData }
                return String(match.1)
            }
        }
        throw Trouble(description: "the registry did not say its port: \(text)")
    }

    /// Why there is no registry.
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }
}

extension Trait where Self == RegistryServer {
    /// The suite's tests talk to the real registry.
    static var registry: RegistryServer { RegistryServer() }

    /// The suite's tests talk to a registry that asks for tokens.
    static var registryWithTokens: RegistryServer { RegistryServer(hasTokens: true) }
}

/// Returns what `curl` prints for a URL of the registry: an independent client reads what is stored.
func curl(_ arguments: String...) throws -> Data {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/curl")
    process.arguments = ["--silent", "--show-error", "--fail-with-body"] + arguments
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
}
