import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// A rule behaves the same over a stub and over a socket.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ServedRulesTests {
    private static let lost = TransportError(.connectionLost, "the connection broke")

    struct Response: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var method = HTTPRequest.Method.get
        var response: StubResponse
    }

    static let responses = [
        Response(testDescription: "text", response: .text("hello")),
        Response(testDescription: "an empty text", response: .text("")),
        Response(testDescription: "a status", response: .status(.ok)),
        Response(testDescription: "a stream", response: .stream(["a", "b"], type: "text/plain")),
        Response(testDescription: "HEAD", method: .head, response: .text("hello")),
        Response(testDescription: "204", response: .status(.noContent)),
        Response(testDescription: "304", response: .status(.notModified)),
        Response(
            testDescription: "a length of its own",
            response: .text("hello").header(.contentLength, "5")),
    ]

    @Test(arguments: responses)
    func truncatedResponseFails(_ example: Response) async throws {
        let rule = StubRule.on(nil, "/", response: example.response.failing(with: Self.lost))
        let server = try ScriptedServer.serving([rule])
        let stub = await #expect(throws: TransportError.self) {
            try await StubTransport(rule).send(
                TransportRequest(method: example.method, url: "http://stub.test/"))
        }
        let session = try CurlSession()
        let real = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(method: example.method, url: server.url()))
        }
        #expect(stub?.code == .connectionLost)
        #expect(
            real?.code == .connectionLost || real?.code == .truncated, "\(String(describing: real))"
        )
    }

    @Test func endOfTruncatedResponseWaitsForGate() async throws {
        let gate = Gate()
        let rule = StubRule.on(
            .get, "/",
            response: .stream(["a"], type: "text/plain").held(by: gate, beforePiece: 1)
                .failing(with: Self.lost))
        let server = try ScriptedServer.serving([rule])
        let session = try CurlSession()
        for transport in [StubTransport(rule), session] as [any Transport] {
            var pieces = try await transport.stream(TransportRequest(url: server.url())).body
                .makeAsyncIterator()
            #expect(try await pieces.next() == Data("a".utf8))
        }
        var pieces = try await session.stream(TransportRequest(url: server.url())).body
            .makeAsyncIterator()
        #expect(try await pieces.next() == Data("a".utf8))
        let ended = Locked(false)
        let rest = Task {
            defer { ended.withLock { $0 = true } }
            return try await pieces.next()
        }
        // Another call completes while the end is held.
        _ = try await session.stream(TransportRequest(url: server.url()))
        #expect(!ended.withLock { $0 })
        gate.open()
        await #expect(throws: TransportError.self) { try await rest.value }
    }

    @Test func status304HasContentLengthOnlyWithBody() async throws {
        let server = try ScriptedServer.serving([
            .on(.get, "/none", response: .status(.notModified)),
            .on(.get, "/known", response: .text("hello", status: .notModified)),
        ])
        let session = try CurlSession()
        for (path, length) in [("/none", nil), ("/known", "5")] {
            let response = try await session.send(TransportRequest(url: server.url(path)))
            #expect(response.headers[.contentLength] == length)
        }
    }
}
