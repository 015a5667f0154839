import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// A rule behaves the same over a stub and over a socket.
@Suite(.timeLimit(.minutes(1)))
struct ServedRulesTests {
    private static let lost = TransportError(.connectionLost, "the connection broke")

    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var method = HTTPRequest.Method.get
        var answer: StubResponse
    }

    static let answers = [
        Answer(testDescription: "text", answer: .text("hello")),
        Answer(testDescription: "an empty text", answer: .text("")),
        Answer(testDescription: "a status", answer: .status(.ok)),
        Answer(testDescription: "a stream", answer: .stream(["a", "b"], type: "text/plain")),
        Answer(testDescription: "HEAD", method: .head, answer: .text("hello")),
        Answer(testDescription: "204", answer: .status(.noContent)),
        Answer(testDescription: "304", answer: .status(.notModified)),
        Answer(
            testDescription: "a length of its own",
            answer: .text("hello").header(.contentLength, "5")),
    ]

    @Test(arguments: answers)
    func truncatedResponseFails(_ example: Answer) async throws {
        let rule = StubRule.on(nil, "/", response: example.answer.failing(with: Self.lost))
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
