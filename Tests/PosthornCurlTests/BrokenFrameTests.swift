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
    enum Way: CaseIterable, Sendable {
        case plain, plainWithoutIdle, unixSocket, secure, secureWithoutIdle, secureWithOwnTrust
    }

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
        defer { try? FileManager.default.removeItem(atPath: path) }
        let peer =
            way == .unixSocket
            ? try ScriptedPeer(path: path, script) : try ScriptedPeer(script)
        defer { peer.stop() }
        let isSecure = [.secure, .secureWithoutIdle, .secureWithOwnTrust].contains(way)
        let front = isSecure ? try SecureFront(of: peer.port, protocolName: "h2") : nil
        var configuration = SessionConfiguration.priorKnowledge
        if way == .unixSocket { configuration.connection.unixSocket = path }
        if way == .plainWithoutIdle { configuration.idleConnections = 0 }
        if let front {
            configuration = SessionConfiguration()
            configuration.trust.authorities = .file(URL(filePath: front.authority))
        }
        if way == .secureWithoutIdle { configuration.idleConnections = 0 }
        let url =
            front.map { "https://127.0.0.1:\($0.port)/" }
            ?? (way == .unixSocket ? "http://nowhere.invalid/" : peer.url())
        try await CurlSession.withSession(configuration) { session in
            // libcurl may not detect the frame before the timeout; the call must not succeed.
            let request = TransportRequest(
                url: url, timeouts: Timeouts(total: .milliseconds(500 * slowness)))
            let error = await #expect(throws: TransportError.self) {
                let task = session.task(for: request)
                if way == .secureWithOwnTrust { task.trustHandler = { _ in .trust } }
                return try await task.value
            }
            let code = try #require(error?.code)
            // With a decision about trust, libcurl reports a lost connection.
            #expect(
                [.malformedResponse, .timedOut].contains(code)
                    || way == .secureWithOwnTrust && code == .connectionLost, "\(error as Any)")
            await #expect(throws: TransportError.self) {
                let task = session.task(streaming: request)
                if way == .secureWithOwnTrust { task.trustHandler = { _ in .trust } }
                for try await _ in try await task.value.body {}
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

    /// What another request on the same connection is doing when the frame arrives.
    enum Neighbor: CaseIterable, Sendable { case isComplete, waits, receives }

    /// How the server ends the first response and the connection.
    enum End: CaseIterable, Sendable { case frame, frameThenClose, stream, streamAfterPings }

    /// A connection that another request uses or has used since the response began, with TLS 1.2 and 1.3.
    ///
    /// Several rounds, because the order in which libcurl reads for its transfers varies.
    @Test(arguments: Neighbor.allCases, End.allCases)
    func sharedConnection(neighbor: Neighbor, end: End) async throws {
        let rests: [Rest] = end == .frame || end == .frameThenClose ? Rest.allCases : [.nothing]
        for (isOld, rest) in [false, true].flatMap({ isOld in
            (0..<3).flatMap { _ in rests.map { (isOld, $0) } }
        }) {
            let (isDone, hasBegun) = (Gate(), Locked(false))
            let peer = try sharedPeer(neighbor, end, rest, until: isDone, hasBegun)
            let front = try SecureFront(of: peer.port, protocolName: "h2", isOld: isOld)
            var configuration = SessionConfiguration()
            configuration.trust.authorities = .file(URL(filePath: front.authority))
            try await CurlSession.withSession(configuration) { session in
                let url = "https://127.0.0.1:\(front.port)/"
                _ = try await session.send(TransportRequest(url: url))
                // libcurl may not detect the frame before the timeout; the call must not succeed.
                let timeouts = Timeouts(
                    total: end == .frame ? .milliseconds(300 * slowness) : .seconds(30 * slowness))
                let first = Task {
                    try await session.send(TransportRequest(url: url, timeouts: timeouts))
                }
                try await until { hasBegun.withLock { $0 } }
                let second = Task {
                    try await session.send(TransportRequest(url: url, timeouts: timeouts))
                }
                let result = await first.result
                switch end {
                case .frame, .frameThenClose:
                    let error = #expect(throws: TransportError.self) { try result.get() }
                    let code = try #require(error?.code)
                    #expect(
                        [.malformedResponse, .truncated, .timedOut].contains(code),
                        "\(error as Any)")
                    if neighbor == .waits {
                        // Without a response, libcurl repeats it on another connection.
                        second.cancel()
                        _ = await second.result
                    } else if neighbor == .isComplete {
                        #expect(try await second.value.body == Data("hello".utf8))
                    } else {
                        await #expect(throws: TransportError.self) { try await second.value }
                    }
                case .stream, .streamAfterPings:
                    #expect(try result.get().body == Data("he".utf8))
                    isDone.open()
                    #expect(try await second.value.body == Data("hello".utf8))
                }
            }
            isDone.open()
        }
    }

    /// How the transfer beside the broken one is held back.
    enum Hold: CaseIterable, Sendable { case unread, suspended }

    /// A connection whose only other transfer is suspended, so that libcurl does not read for it.
    @Test(arguments: Hold.allCases, Rest.allCases)
    func frameBesideAPausedTransferIsAnError(_ hold: Hold, rest: Rest) async throws {
        for _ in 0..<5 {
            let (isHeld, isDone) = (Gate(), Gate())
            defer { isDone.open() }
            let peer = try ScriptedPeer { connection in
                let http2 = try HTTP2Connection(connection)
                guard let held = try http2.readRequest() else { return }
                try http2.write(.headers(held, [(":status", "200")]), .data(held, "begin"))
                isHeld.wait()
                guard let first = try http2.readRequest() else { return }
                if hold == .unread {
                    for _ in 0..<80 {
                        try http2.write(
                            HTTP2Frame(
                                .data, stream: held, payload: [UInt8](repeating: 1, count: 16_000)))
                    }
                    // Until libcurl has taken them all, although nobody reads them.
                    try http2.write(HTTP2Frame(.ping, payload: [UInt8](repeating: 7, count: 8)))
                    _ = http2.read(until: .ping)
                }
                try http2.write(
                    .headers(first, [(":status", "200")]), .data(first, "he"),
                    Self.largeFrame(first, rest, isLast: false))
                isDone.wait()
            }
            let front = try SecureFront(of: peer.port, protocolName: "h2")
            var configuration = SessionConfiguration()
            configuration.trust.authorities = .file(URL(filePath: front.authority))
            try await CurlSession.withSession(configuration) { session in
                let url = "https://127.0.0.1:\(front.port)/"
                let task = session.task(streaming: TransportRequest(url: url))
                let stream = try await task.value
                if hold == .suspended { task.suspend() }
                isHeld.open()
                // libcurl may not detect the frame before the timeout; the call must not succeed.
                let request = TransportRequest(
                    url: url, timeouts: Timeouts(total: .milliseconds(500 * slowness)))
                let error = await #expect(throws: TransportError.self) {
                    try await session.send(request)
                }
                let code = try #require(error?.code)
                #expect([.malformedResponse, .timedOut].contains(code), "\(error as Any)")
                _ = stream
                task.cancel()
            }
        }
    }

    /// A paused transfer continues after the end of another response on its connection was checked.
    @Test(arguments: Hold.allCases) func pausedTransferLosesNoBytes(_ hold: Hold) async throws {
        let (isHeld, isEnded) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            guard let held = try http2.readRequest() else { return }
            try http2.write(.headers(held, [(":status", "200")]), .data(held, "begin"))
            isHeld.wait()
            for index in 0..<10 {
                guard let stream = try http2.readRequest() else { return }
                for _ in 0..<(index == 0 ? 80 : 0) {
                    try http2.write(
                        HTTP2Frame(
                            .data, stream: held, payload: [UInt8](repeating: 1, count: 16_000)))
                }
                try http2.write(
                    .headers(stream, [(":status", "200")]), .data(stream, "he", endStream: true))
            }
            isEnded.wait()
            try http2.write(.data(held, "end", endStream: true))
            _ = try http2.readRequest()
        }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            let url = "https://127.0.0.1:\(front.port)/"
            let task = session.task(streaming: TransportRequest(url: url))
            let stream = try await task.value
            if hold == .suspended { task.suspend() }
            isHeld.open()
            for _ in 0..<10 {
                let response = try await session.send(TransportRequest(url: url))
                #expect(response.body == Data("he".utf8))
            }
            isEnded.open()
            task.resume()
            var received = 0
            for try await piece in stream.body { received += piece.count }
            #expect(received == "begin".utf8.count + 80 * 16_000 + "end".utf8.count)
        }
        #expect(peer.connections == 1)
    }

    /// Responds to a first request, begins the response to the next, and ends it once there is a neighbor.
    private func sharedPeer(
        _ neighbor: Neighbor, _ end: End, _ rest: Rest, until isDone: Gate, _ hasBegun: Locked<Bool>
    ) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            guard let warm = try http2.readRequest() else { return }
            try HTTP2RepeatTests.respond(http2, warm)
            guard let first = try http2.readRequest() else { return }
            try http2.write(.headers(first, [(":status", "200")]), .data(first, "h"))
            hasBegun.withLock { $0 = true }
            guard let second = try http2.readRequest() else { return }
            switch neighbor {
            case .isComplete: try HTTP2RepeatTests.respond(http2, second)
            case .waits: break
            case .receives:
                try http2.write(.headers(second, [(":status", "200")]), .data(second, "hel"))
            }
            switch end {
            case .frame, .frameThenClose:
                try http2.write(
                    .data(first, "e"),
                    Self.largeFrame(first, rest, isLast: false))
                if end == .frame { isDone.wait() }
                return
            case .stream: try http2.write(.data(first, "e", endStream: true))
            case .streamAfterPings:
                for _ in 0..<3 {
                    try http2.write(HTTP2Frame(.ping, payload: [UInt8](repeating: 7, count: 8)))
                }
                try http2.write(.data(first, "e", endStream: true))
            }
            isDone.wait()
            switch neighbor {
            case .isComplete: break
            case .waits:
                try http2.write(
                    .headers(second, [(":status", "200")]), .data(second, "hello", endStream: true))
            case .receives: try http2.write(.data(second, "lo", endStream: true))
            }
            _ = try http2.readRequest()
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
