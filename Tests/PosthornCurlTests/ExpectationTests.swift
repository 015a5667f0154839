import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// `Expect: 100-continue` with a server that does not support it (RFC 9110, section 10.1.1).
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ExpectationTests {
    private static let refusal = "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 3\r\n\r\nno\n"

    /// Responds 417 to requests with the field, or to all requests.
    private func peer(always: Bool = false) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while true {
                let head = try connection.readHead()
                if head.contains("Expect:") {
                    try connection.write(Self.refusal)
                    _ = connection.readToEnd()
                    return
                }
                _ = try connection.take(5)
                try connection.write(always ? Self.refusal : UploadTests.ok)
            }
        }
    }

    private func request(_ method: HTTPRequest.Method, _ peer: ScriptedPeer) -> TransportRequest {
        TransportRequest(
            method: method, url: peer.url(), headers: [.expect: "100-continue"],
            body: Data("hello".utf8), timeouts: Timeouts(expectContinue: .seconds(50)))
    }

    @Test(arguments: [HTTPRequest.Method.post, .put])
    func resendsRequestWithoutExpectAfter417(_ method: HTTPRequest.Method) async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            let response = try await session.send(request(method, peer))
            #expect(response.status == .ok)
            let stream = try await session.stream(request(method, peer))
            #expect(stream.status == .ok)
            for try await _ in stream.body {}
        }
        #expect(peer.requests.map { $0.contains("Expect:") } == [true, false, true, false])
    }

    @Test func second417IsReturned() async throws {
        let peer = try peer(always: true)
        try await CurlSession.withSession { session in
            let response = try await session.send(request(.post, peer))
            #expect(response.status.code == 417)
            #expect(response.body == Data("no\n".utf8))
        }
        #expect(peer.requests.count == 2)
    }

    @Test func resendsUnreadStreamedBodyAfter417() async throws {
        let peer = try peer()
        let source = AsyncStream<Data> { source in
            source.yield(Data("hello".utf8))
            source.finish()
        }
        try await CurlSession.withSession { session in
            var request = request(.post, peer)
            request.body = nil
            let response = try await session.send(
                request.with(body: HTTPBody(BodyStream(source, length: 5))))
            #expect(response.status == .ok)
        }
        #expect(peer.requests.count == 2)
    }

    @Test func returns417IfStreamedBodyWasRead() async throws {
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            _ = try connection.take(5)
            try connection.write(Self.refusal)
            _ = connection.readToEnd()
        }
        let source = AsyncStream<Data> { source in
            source.yield(Data("hello".utf8))
            source.finish()
        }
        try await CurlSession.withSession { session in
            var request = request(.post, peer)
            request.body = nil
            request.timeouts.expectContinue = .milliseconds(1)
            let response = try await session.send(
                request.with(body: HTTPBody(BodyStream(source, length: 5))))
            #expect(response.status.code == 417)
            #expect(response.bodyIntegrity == .unverified)
        }
        #expect(peer.requests.count == 1)
    }

    /// The rest of the refusal's body is not read.
    @Test func streamed417ResponseIsUnverified() async throws {
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            _ = try connection.take(5)
            try connection.write(Self.refusal)
            _ = connection.readToEnd()
        }
        let source = AsyncStream<Data> { source in
            source.yield(Data("hello".utf8))
            source.finish()
        }
        try await CurlSession.withSession { session in
            var request = request(.post, peer)
            request.body = HTTPBody(BodyStream(source, length: 5))
            request.timeouts.expectContinue = .milliseconds(1)
            let stream = try await session.stream(request)
            #expect(stream.status.code == 417)
            #expect(stream.bodyIntegrity == .unverified)
            for try await _ in stream.body {}
        }
    }
}
