import Foundation
import PosthornLogging
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// A request's curl command, run by a shell, sends what the session sends.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CurlCommandTests {
    private struct Service: APIService {
        var configuration: ClientConfiguration
    }

    private struct Call: Endpoint {
        static let name = "call"
        var spec: @Sendable (inout RequestBuilder) throws -> Void
        func build(_ request: inout RequestBuilder) throws { try spec(&request) }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let spec: @Sendable (inout RequestBuilder) throws -> Void
        var testDescription: String { name }
    }

    static let examples = [
        Example(name: "GET") { request in
            request.method(.get, "/a/{id}")
            request.path("id", "it's [x]{1,2} $HOME `id` \"q\" \\ ü")
            request.query("q", "a b&c'd;e|f")
            request.header("X-Quote", "it's $HOME `id` \"q\" \\n; rm -rf ~ ü")
            request.header("X-Empty", "")
        },
        Example(name: "a quote under a mark") { request in
            request.method(.post, "/a")
            request.header("X-Quote", "x'\u{301}; echo INJECTED; echo '\u{301}")
            request.upload(
                HTTPBody(Data("x'\u{301}; false; echo '\u{301}".utf8)), as: "text/plain")
        },
        Example(name: "HEAD") { $0.method(.head, "/a") },
        Example(name: "DELETE") { $0.method(.delete, "/a") },
        Example(name: "POST without a body") { $0.method(.post, "/a") },
        Example(name: "JSON") { request in
            request.method(.post, "/a")
            request.body("text", "it's @file\n'; echo pwned; '\u{1}€ $(id) %s %% \\x")
        },
        Example(name: "a body that starts with @") { request in
            request.method(.put, "/a")
            request.upload(HTTPBody(Data("@/etc/passwd\r\n".utf8)), as: "text/plain")
        },
        Example(name: "all bytes") { request in
            request.method(.patch, "/a")
            request.upload(
                HTTPBody(Data(0...255) + Data("%d%%\\n1234".utf8)), as: "application/x-a")
        },
        Example(name: "a form") { request in
            request.method(.post, "/a")
            request.form("a", "b c'd&e")
        },
        Example(name: "an empty body") { request in
            request.method(.post, "/a")
            request.upload(HTTPBody(Data()), as: "text/plain")
        },
    ]

    @Test(arguments: examples)
    func curlCommandSendsTheSameRequest(_ example: Example) async throws {
        try await Self.check(example.spec)
    }

    @Test func curlCommandSendsTheSameFile() async throws {
        let folder = try TemporaryFolder(for: "it's a file")
        let path = folder.path + "/it's.bin"
        try Data([0, 1, 2, 0x27, 0xff]).write(to: URL(filePath: path))
        try await Self.check { request in
            request.method(.post, "/a")
            request.part("note", "it's")
            request.part("file", FormPart(file: URL(filePath: path)))
        }
    }

    private static func check(
        _ spec: @escaping @Sendable (inout RequestBuilder) throws -> Void
    ) async throws {
        let server = try ScriptedServer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let service = Service(
            configuration: try ClientConfiguration(
                baseURL: server.url(""), transport: try CurlSession()))
        var request = try service.request(for: Call(spec: spec))
        request.headers[.userAgent] = "same"
        let transport = service.configuration.transport
        var sent = TransportRequest(
            method: request.method, url: request.url, headers: request.headers,
            timeouts: request.timeouts)
        sent.body = request.body
        _ = try await transport.send(sent)
        try Self.run(request.curlCommand(showingSecrets: true) + " --silent --output /dev/null")
        try #require(server.requests.count == 2)
        #expect(Self.parts(server.requests[1]) == Self.parts(server.requests[0]))
    }

    /// The request line, the fields except those that the session adds, and the body.
    private static func parts(_ request: String) -> [String] {
        let halves = request.components(separatedBy: "\r\n\r\n")
        let lines = halves[0].components(separatedBy: "\r\n")
        let fields = lines.dropFirst().filter { !$0.lowercased().hasPrefix("accept-encoding:") }
        return [lines[0]] + fields.sorted() + halves.dropFirst()
    }

    private static func run(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        // Not the environment of the tests, in which another test sets a proxy meanwhile.
        process.environment = ["PATH": "/usr/bin:/bin"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command)")
    }
}
