import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A DATA frame that is larger than HTTP/2 allows, on a connection that the server keeps open.
///
/// libcurl 7.88 mistakes the end of such a connection for the end of the body.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct BrokenFrameTests {
    /// What precedes the oversized frame.
    enum Start: CaseIterable, Sendable { case head, headAndBytes }

    /// How much of the frame arrives.
    ///
    /// libcurl detects its size in the first nine bytes.
    enum Rest: Int, CaseIterable, Sendable { case nothing = 0, some = 17, all = 17_000 }

    private static func largeFrame(_ stream: UInt32, _ rest: Rest, isLast: Bool) -> HTTP2Frame {
        HTTP2Frame(
            .data, flags: isLast ? 1 : 0, stream: stream,
            payload: [UInt8](repeating: 0, count: rest.rawValue), declaredLength: 17_000)
    }

    /// Ten calls each, because detection depends on how libcurl's reads are split.
    @Test(arguments: Start.allCases, Rest.allCases)
    func oversizedFrameDoesNotEndBody(after start: Start, _ rest: Rest) async throws {
        let isDone = Gate()
        defer { isDone.open() }
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(.headers(stream, [(":status", "200")]))
                if start == .headAndBytes { try http2.write(.data(stream, "he")) }
                let isLast = connection.number.isMultiple(of: 2)
                try http2.write(Self.largeFrame(stream, rest, isLast: isLast))
                isDone.wait()
            }
        }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var secure = SessionConfiguration()
        secure.trust.authorities = .file(URL(filePath: front.authority))
        let ways = [
            (SessionConfiguration.priorKnowledge, peer.url()),
            (secure, "https://127.0.0.1:\(front.port)/"),
        ]
        for (configuration, url) in ways {
            try await CurlSession.withSession(configuration) { session in
                for _ in 0..<10 { try await expectFailure(session, url) }
            }
        }
    }

    /// The way to the server, and what the session keeps.
    enum Way: CaseIterable, Sendable { case plain, plainWithoutIdle, unixSocket, secure }

    /// The head, some bytes and the frame arrive in one read, so that libcurl reports the head after its end.
    @Test(arguments: Way.allCases, [17_000, 40_000])
    func oversizedFrameBesideTheHeadDoesNotEndBody(_ way: Way, size: Int) async throws {
        let isDone = Gate()
        defer { isDone.open() }
        let script: @Sendable (ScriptedConnection) throws -> Void = { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(
                    .headers(stream, [(":status", "200")]), .data(stream, "hello"),
                    HTTP2Frame(.data, stream: stream, payload: [UInt8](repeating: 0, count: size)))
                isDone.wait()
            }
        }
        let path = NSTemporaryDirectory() + "posthorn-\(UUID().uuidString.prefix(8)).sock"
        let peer =
            way == .unixSocket
            ? try ScriptedPeer(path: path, script) : try ScriptedPeer(script)
        defer { peer.stop() }
        let front = way == .secure ? try SecureFront(of: peer.port, protocolName: "h2") : nil
        var configuration = SessionConfiguration.priorKnowledge
        if way == .unixSocket { configuration.connection.unixSocket = path }
        if way == .plainWithoutIdle { configuration.idleConnections = 0 }
        if let front {
            configuration = SessionConfiguration()
            configuration.trust.authorities = .file(URL(filePath: front.authority))
        }
        let url =
            front.map { "https://127.0.0.1:\($0.port)/" }
            ?? (way == .unixSocket ? "http://nowhere.invalid/" : peer.url())
        try await CurlSession.withSession(configuration) { session in
            // libcurl may not detect the frame before the timeout; the call must not succeed.
            let request = TransportRequest(
                url: url, timeouts: Timeouts(total: .milliseconds(500 * slowness)))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request)
            }
            let code = try #require(error?.code)
            #expect([.malformedResponse, .timedOut].contains(code), "\(error as Any)")
            await #expect(throws: TransportError.self) {
                for try await _ in try await session.stream(request).body {}
            }
        }
    }

    /// Each request has its own connection, which ends with it, also if the server keeps it open.
    @Test func connectionWithPriorKnowledgeEndsWithItsRequest() async throws {
        let ended = Locked(0)
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(
                    .headers(stream, [(":status", "200")]), .data(stream, "hello", endStream: true))
            }
            ended.withLock { $0 += 1 }
        }
        try await CurlSession.withSession(.priorKnowledge) { session in
            let url = peer.url()
            for _ in 0..<5 {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<40 {
                        group.addTask {
                            let response = try await session.send(TransportRequest(url: url))
                            #expect(response.body == Data("hello".utf8))
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try await until { ended.withLock { $0 } == 200 }
        }
        #expect(peer.connections == 200)
    }

    /// The frame breaks both responses on its connection.
    @Test func oversizedFrameBreaksAllResponsesOnItsConnection() async throws {
        let isDone = Gate()
        let waiting = Locked<UInt32?>(nil)
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                if stream == 1 {
                    try HTTP2RepeatTests.respond(http2, stream)
                    continue
                }
                guard let first = waiting.withLock({ $0 }) else {
                    waiting.withLock { $0 = stream }
                    continue
                }
                for each in [first, stream] {
                    try http2.write(.headers(each, [(":status", "200")]), .data(each, "he"))
                }
                try http2.write(Self.largeFrame(first, .all, isLast: true))
                isDone.wait()
            }
        }
        defer { isDone.open() }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            let url = "https://127.0.0.1:\(front.port)/"
            _ = try await session.send(TransportRequest(url: url))
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 { group.addTask { try await self.expectFailure(session, url) } }
                try await group.waitForAll()
            }
            #expect(peer.connections == 1)
        }
    }

    /// Frames that are connection errors, sent instead of a response.
    @Test(arguments: [
        HTTP2Frame.data(101, "hello", endStream: true),
        HTTP2Frame.headers(2, [(":status", "200")], endStream: true),
        HTTP2Frame(.settings, payload: [0, 0, 0, 0, 0]),
        HTTP2Frame(.ping, payload: [0, 0, 0, 0, 0, 0, 0]),
        HTTP2Frame(.continuation, flags: 4, stream: 1, payload: [0x88]),
        HTTP2Frame(.headers, flags: 5, stream: 1, payload: [0x80]),
    ])
    func connectionErrorFrameIsMalformedResponse(_ frame: HTTP2Frame) async throws {
        let isDone = Gate()
        defer { isDone.open() }
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            guard try http2.readRequest() != nil else { return }
            try http2.write(frame)
            isDone.wait()
        }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(configuration) { session in
                try await session.send(
                    TransportRequest(method: .post, url: "https://127.0.0.1:\(front.port)/"))
            }
        }
        #expect(error?.code == .malformedResponse, "\(error as Any)")
    }

    /// libcurl may not detect the frame before the timeout; the call must not succeed.
    private func expectFailure(_ session: CurlSession, _ url: String) async throws {
        let request = TransportRequest(url: url, timeouts: Timeouts(total: .milliseconds(100)))
        let error = await #expect(throws: TransportError.self) { try await session.send(request) }
        let code = try #require(error?.code)
        #expect([.malformedResponse, .timedOut].contains(code), "\(error as Any)")
        if code == .malformedResponse {
            #expect(
                error?.message == "the server's frames break the rules of HTTP/2, for "
                    + "example with one larger than allowed")
        }
    }
}
