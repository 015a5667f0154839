import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A reused libcurl handle must not carry anything over to the next request.
///
/// A session resets only the options that have changed.
@Suite(.timeLimit(.minutes(3 * slowness)), .oneIssueAtLimit)
struct HandleReuseTests {
    /// One kind of call, given the server's URL.
    struct Step: Sendable {
        let name: String
        let run: @Sendable (CurlSession, String) async -> String

        /// A call whose body is collected.
        init(_ name: String, _ request: @escaping @Sendable (String) -> TransportRequest) {
            self.init(name) { session, url in
                await Self.told { try await session.send(request(url)) }
            }
        }

        init(_ name: String, run: @escaping @Sendable (CurlSession, String) async -> String) {
            self.name = name
            self.run = run
        }

        /// The result as text.
        static func told(_ call: () async throws -> TransportResponse) async -> String {
            do {
                let response = try await call()
                return
                    "\(response.status.code) \(response.headers.count) \(response.bodyIntegrity) "
                    + String(decoding: response.body, as: UTF8.self)
            } catch {
                return "\((error as? TransportError)?.code.rawValue ?? "\(error)")"
            }
        }
    }

    // swift-format-ignore: NeverForceUnwrap
    // All of them are tokens.
    static let (lower, upper, report) = (
        HTTPField.Name("x-a")!, HTTPField.Name("X-A")!, HTTPRequest.Method("REPORT")!
    )
    static let large = Data(repeating: 0x61, count: 70_000)

    static let steps = [
        Step("GET") { TransportRequest(url: $0 + "/a") },
        Step("GET with credentials") {
            TransportRequest(
                url: $0 + "/a",
                headers: [.authorization: "Bearer secret", .cookie: "id=1", .range: "bytes=0-3"])
        },
        Step("GET with a field in another case") {
            TransportRequest(
                url: $0 + "/a", headers: [lower: "1", .accept: "text/plain"])
        },
        Step("GET with the same fields in another order") {
            TransportRequest(
                url: $0 + "/a", headers: [.accept: "text/plain", upper: "1"])
        },
        Step("GET with an empty field") {
            TransportRequest(url: $0 + "/a", headers: [upper: ""])
        },
        Step("GET of another place") { TransportRequest(url: $0 + "/b/../c?x=%2F&y=%2f") },
        Step("GET with a body") {
            TransportRequest(url: $0 + "/a", body: Data("asked".utf8))
        },
        Step("GET with codings and an agent of its own") {
            TransportRequest(
                url: $0 + "/a", headers: [.acceptEncoding: "identity", .userAgent: "mine"])
        },
        Step("HEAD") { TransportRequest(method: .head, url: $0 + "/a") },
        Step("POST") {
            TransportRequest(
                method: .post, url: $0 + "/a", headers: [.contentType: "text/plain"],
                body: Data("secret body".utf8))
        },
        Step("POST of another length") {
            TransportRequest(method: .post, url: $0 + "/a", body: Data("short".utf8))
        },
        Step("POST without a body") { TransportRequest(method: .post, url: $0 + "/a") },
        Step("POST of a large body") {
            TransportRequest(method: .post, url: $0 + "/a", body: large)
        },
        Step("POST of a stream") { url in
            var request = TransportRequest(method: .post, url: url + "/a")
            let source = AsyncStream { continuation in
                continuation.yield(Data("piece".utf8))
                continuation.finish()
            }
            request.body = HTTPBody(BodyStream(source))
            return request
        },
        Step("POST that waits for a word") {
            var request = TransportRequest(
                method: .post, url: $0 + "/a", headers: [.expect: "100-continue"],
                body: Data("x".utf8))
            request.timeouts.expectContinue = .milliseconds(1)
            return request
        },
        Step("PUT") { TransportRequest(method: .put, url: $0 + "/a", body: Data("put".utf8)) },
        Step("PATCH") { TransportRequest(method: .patch, url: $0 + "/a", body: Data("p".utf8)) },
        Step("DELETE") { TransportRequest(method: .delete, url: $0 + "/a") },
        Step("DELETE with a body") {
            TransportRequest(method: .delete, url: $0 + "/a", body: Data("d".utf8))
        },
        Step("OPTIONS") { TransportRequest(method: .options, url: $0 + "/a") },
        Step("a method of one's own") {
            TransportRequest(method: report, url: $0 + "/a")
        },
        Step("stream") { session, url in
            await Step.told {
                let stream = try await session.stream(TransportRequest(url: url + "/s"))
                var body = Data()
                for try await piece in stream.body { body += piece }
                return TransportResponse(
                    status: stream.status, headers: stream.headers, body: body,
                    bodyIntegrity: stream.bodyIntegrity)
            }
        },
        Step("task") { session, url in
            await Step.told { try await session.send(TransportRequest(url: url + "/t")) }
        },
        Step("response that breaks off") { TransportRequest(url: $0 + "/broken") },
        Step("redirect whose body is cut off") { TransportRequest(url: $0 + "/redirect") },
    ]

    /// Responds as the paths of ``steps`` require.
    static func makePeer() throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let target = request.split(separator: " ").dropFirst().first ?? ""
                switch target {
                case "/broken":
                    return try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                case "/redirect":
                    try connection.write(
                        "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 90000\r\n\r\n")
                    _ = connection.readToEnd()
                    return
                default:
                    let body = request.hasPrefix("HEAD ") ? "" : "hello"
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + body)
                }
            }
        }
    }

    /// The request bytes and the result of a step in its own session.
    static func alone(_ step: Step) async throws -> [String] {
        let peer = try makePeer()
        let session = try CurlSession()
        defer { peer.stop() }
        let told = await step.run(session, peer.url(""))
        await session.shutdown(.cancel)
        return peer.requests + [told]
    }

    @Test func reusedHandleSendsTheSameRequests() async throws {
        var alone: [[String]] = []
        for step in Self.steps { alone.append(try await Self.alone(step)) }
        let session = try CurlSession()
        // One at a time, so that all use the same handle, in every combination.
        for (first, before) in Self.steps.enumerated() {
            let peer = try Self.makePeer()
            defer { peer.stop() }
            for (second, after) in Self.steps.enumerated() {
                // After the time limit, later comparisons would only report cancellation.
                try Task.checkCancellation()
                let count = peer.requests.count
                let told = [
                    await before.run(session, peer.url("")), await after.run(session, peer.url("")),
                ]
                let (one, two) = (alone[first], alone[second])
                let expected = one.dropLast() + two.dropLast() + [one.last, two.last]
                #expect(
                    peer.requests.dropFirst(count) + told == expected,
                    "\(after.name) after \(before.name)")
            }
        }
        await session.shutdown(.drain)
    }

    /// libcurl counts the dead connections of a handle, and gives up at the sixth.
    @Test func reusedHandleDoesNotCountEarlierFailures() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            try connection.readRequest()
        }
        defer { peer.stop() }
        try await CurlSession.withSession { session in
            for number in 1...14 {
                let told = await Step.told {
                    try await session.send(TransportRequest(url: peer.url()))
                }
                #expect(told == "200 1 length ok", "request \(number)")
            }
        }
        #expect(peer.connections == 14)
    }

    /// libcurl writes the field for a new URL; Posthorn writes it for a known one.
    @Test(arguments: [
        ("http://example.test/", "example.test"), ("http://example.test", "example.test"),
        ("http://example.test:80/", "example.test"),
        ("http://example.test:8080/a?b", "example.test:8080"),
        ("http://EXAMPLE.test./", "EXAMPLE.test."), ("http://127.1/", "127.0.0.1"),
        ("http://[::1]/", "[::1]"), ("http://[::1]:8080/", "[::1]:8080"),
        ("http://xn--mnchen-3ya.test/", "xn--mnchen-3ya.test"),
    ])
    func hostFieldIsTheSameEachTime(url: String, host: String) async throws {
        let folder = try TemporaryFolder(for: "host")
        let path = folder.path + "/socket"
        let peer = try ScriptedPeer(path: path) { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        var configuration = SessionConfiguration()
        configuration.connection.unixSocket = path
        try await CurlSession.withSession(configuration) { session in
            for _ in 0..<4 { _ = try await session.send(TransportRequest(url: url)) }
        }
        #expect(Set(peer.requests).count == 1)
        #expect(peer.requests.count == 4)
        for request in peer.requests {
            let lines = request.split(separator: "\r\n")
            #expect(lines.dropFirst().first == "Host: \(host)")
            #expect(lines.filter { $0.lowercased().hasPrefix("host:") }.count == 1)
        }
    }
}
