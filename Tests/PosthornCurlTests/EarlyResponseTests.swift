import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Responses that arrive before the request is fully sent.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct EarlyResponseTests {
    private static let body = Data(repeating: 0x61, count: 16 << 20)

    enum Door: CaseIterable, Sendable { case send, stream }

    private func response(
        _ request: TransportRequest, _ session: CurlSession, by door: Door
    ) async throws -> (HTTPResponse.Status, Data) {
        guard door == .stream else {
            let response = try await session.send(request)
            return (response.status, response.body)
        }
        let stream = try await session.stream(request)
        var body = Data()
        for try await piece in stream.body { body += piece }
        return (stream.status, body)
    }

    /// Large bodies, and one that is small enough to be copied, to a server without a flow-control
    /// window.
    @Test(arguments: Door.allCases, [200, 201, 413])
    func http2ResponseArrivesThoughServerNeverReadsBody(by door: Door, status: Int) async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection, settings: .settings([(4, 1000)]))
            guard let stream = try http2.readRequest() else { return }
            try http2.write(
                .headers(stream, [(":status", "\(status)"), ("content-length", "5")]),
                .data(stream, "hello", endStream: true))
            http2.readToEnd()
        }
        for body in [Self.body, Data(repeating: 0x61, count: 50_000)] {
            try await CurlSession.withSession(.priorKnowledge) { session in
                let request = TransportRequest(method: .post, url: peer.url(), body: body)
                let (found, text) = try await response(request, session, by: door)
                #expect(found.code == status)
                #expect(text == Data("hello".utf8))
            }
        }
    }

    @Test(arguments: Door.allCases)
    func responseWithoutBodyEndsTheUpload(by door: Door) async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            guard let stream = try http2.readRequest() else { return }
            try http2.write(.headers(stream, [(":status", "204")], endStream: true))
            http2.readToEnd()
        }
        try await CurlSession.withSession(.priorKnowledge) { session in
            let request = TransportRequest(method: .put, url: peer.url(), body: Self.body)
            let (found, text) = try await response(request, session, by: door)
            #expect(found == .noContent)
            #expect(text.isEmpty)
        }
    }

    @Test(arguments: Door.allCases)
    func http1ResponseArrivesThoughServerNeverReadsBody(by door: Door) async throws {
        let isDone = Gate()
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            isDone.wait()
        }
        try await CurlSession.withSession { session in
            let request = TransportRequest(method: .post, url: peer.url(), body: Self.body)
            let (found, text) = try await response(request, session, by: door)
            #expect(found == .ok)
            #expect(text == Data("hello".utf8))
        }
        isDone.open()
    }

    /// The response is available when the connection is reset, and the rest of the body cannot be
    /// sent.
    @Test(arguments: Door.allCases, [1 << 10, 16 << 20])
    func responseBeforeConnectionResetIsDelivered(by door: Door, size: Int) async throws {
        let isHeard = Gate()
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nhello")
            isHeard.wait()
            connection.reset()
        }
        try await CurlSession.withSession { session in
            var request = TransportRequest(
                method: .post, url: peer.url(), body: Data(repeating: 0x61, count: size))
            request.onProgress = { progress in if progress.received > 0 { isHeard.open() } }
            let (found, text) = try await response(request, session, by: door)
            #expect(found.code == 413)
            #expect(text == Data("hello".utf8))
        }
    }

    /// A server that neither reads nor responds.
    @Test func uploadWithoutHTTP2WindowTimesOut() async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection, settings: .settings([(4, 0)]))
            guard try http2.readRequest() != nil else { return }
            http2.readToEnd()
        }
        for timeouts in [
            Timeouts(idle: .milliseconds(300), total: .seconds(50)),
            Timeouts(total: .seconds(2)),
        ] {
            let error = await #expect(throws: TransportError.self) {
                try await CurlSession.withSession(.priorKnowledge) { session in
                    try await session.send(
                        TransportRequest(
                            method: .post, url: peer.url(), body: Self.body, timeouts: timeouts))
                }
            }
            #expect(error?.code == .timedOut)
            #expect(error?.isSafeToRetry == false)
        }
    }

    /// A slow link that still moves: the whole body is sent.
    @Test func slowUploadContinuesAfterEarlyResponse() async throws {
        let count = 3 << 19
        let received = Locked(0)
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            let body = try connection.take(count)
            received.withLock { $0 = body.count }
        }
        var configuration = SessionConfiguration()
        configuration.connection.maximumUploadRate = 512 << 10
        try await CurlSession.withSession(configuration) { session in
            let response = try await session.send(
                TransportRequest(
                    method: .post, url: peer.url(), body: Data(repeating: 0x61, count: count)))
            #expect(response.body == Data("hello".utf8))
            #expect(response.metrics.bytesSent > count)
        }
        try await until { received.withLock { $0 } == count }
    }

    /// A server that keeps reading gets the whole body, however long that takes.
    @Test func serverThatKeepsReadingGetsTheWholeBody() async throws {
        let hasResponse = Gate()
        let peer = try ScriptedPeer { connection in
            let head = try connection.readHead()
            #expect(head.contains("Content-Length: \(Self.body.count)"))
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            hasResponse.open()
            let body = try connection.take(Self.body.count)
            #expect(body.count == Self.body.count)
        }
        try await CurlSession.withSession { session in
            let response = try await session.send(
                TransportRequest(method: .post, url: peer.url(), body: Self.body))
            #expect(response.metrics.bytesSent > Self.body.count)
        }
        await hasResponse.opened()
    }
}
