import FoundationEssentials
import Glibc
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Requests that an HTTP/2 server declares unprocessed, and requests that it may have processed.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HTTP2RepeatTests {
    /// How a server refuses a stream.
    enum Refusal: CaseIterable, Sendable { case goAway, goAwayWithError, reset }

    static func refuse(
        _ http2: HTTP2Connection, _ stream: UInt32, by refusal: Refusal
    ) throws {
        switch refusal {
        case .goAway: try http2.write(.goAway(last: 0))
        case .goAwayWithError: try http2.write(.goAway(last: 0, code: 2))
        case .reset: try http2.write(.reset(stream, code: 7))
        }
    }

    static func respond(_ http2: HTTP2Connection, _ stream: UInt32) throws {
        try http2.write(
            .headers(stream, [(":status", "200"), ("content-length", "5")]),
            .data(stream, "hello", endStream: true))
    }

    /// Refuses the first stream of this many connections, and responds to all others.
    private func server(refusing count: Int, by refusal: Refusal) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                connection.number <= count
                    ? try Self.refuse(http2, stream, by: refusal) : try Self.respond(http2, stream)
            }
        }
    }

    @Test(arguments: Refusal.allCases)
    func resendsRefusedPost(_ refusal: Refusal) async throws {
        let peer = try server(refusing: 1, by: refusal)
        let response = try await CurlSession.withSession(.priorKnowledge) { session in
            try await session.send(
                TransportRequest(method: .post, url: peer.url(), body: Data("x".utf8)))
        }
        #expect(response.body == Data("hello".utf8))
        #expect(peer.connections == 2)
    }

    @Test(arguments: Refusal.allCases)
    func givesUpAfterTwoRefusals(_ refusal: Refusal) async throws {
        let peer = try server(refusing: .max, by: refusal)
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(TransportRequest(url: peer.url()))
            }
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.isSafeToRetry == true)
        #expect(error?.message.hasSuffix(", twice") == true)
        #expect(peer.connections == 2)
    }

    /// The server takes longer to refuse the request than the client takes to connect.
    @Test func connectTimeoutStartsAnewForARepeat() async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                guard connection.number == 1 else {
                    try Self.respond(http2, stream)
                    continue
                }
                usleep(1_200_000)
                try Self.refuse(http2, stream, by: .reset)
            }
        }
        let response = try await CurlSession.withSession(.priorKnowledge) { session in
            try await session.send(
                TransportRequest(url: peer.url(), timeouts: Timeouts(connect: .seconds(1))))
        }
        #expect(response.status == .ok)
        #expect(peer.connections == 2)
    }

    @Test func doesNotResendAfterTheTimeout() async throws {
        let peer = try server(refusing: .max, by: .reset)
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(
                    TransportRequest(
                        url: peer.url(), timeouts: Timeouts(total: .milliseconds(60))))
            }
        }
        #expect(error?.code == .connectionLost || error?.code == .timedOut)
        #expect(peer.connections <= 2)
    }

    @Test func doesNotResendStreamedBodyThatWasRead() async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            guard let stream = try http2.readRequest(), http2.read(until: .data) != nil else {
                return
            }
            try http2.write(.reset(stream, code: 7))
            http2.readToEnd()
        }
        let source = AsyncStream<Data> { source in
            source.yield(Data("piece".utf8))
            source.finish()
        }
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(
                    TransportRequest(method: .put, url: peer.url()).with(
                        body: HTTPBody(BodyStream(source))))
            }
        }
        #expect(error?.code == .connectionLost)
        #expect(peer.connections == 1)
    }

    @Test func doesNotResendPostThatMayHaveBeenProcessed() async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            guard let stream = try http2.readRequest() else { return }
            try http2.write(.goAway(last: stream, code: 2))
            connection.halfClose()
            http2.readToEnd()
        }
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(
                    TransportRequest(method: .post, url: peer.url(), body: Data("x".utf8)))
            }
        }
        #expect(error?.isSafeToRetry == false)
        #expect(error?.message.contains("INTERNAL_ERROR") == true)
        #expect(peer.connections == 1)
    }

    @Test(arguments: [
        (2, "INTERNAL_ERROR"), (3, "FLOW_CONTROL_ERROR"), (8, "CANCEL"),
        (9, "COMPRESSION_ERROR"), (11, "ENHANCE_YOUR_CALM"), (12, "INADEQUATE_SECURITY"),
        (4711, "code 4711"),
    ])
    func errorNamesTheServersResetCode(code: UInt32, name: String) async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(.reset(stream, code: code))
            }
        }
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(TransportRequest(url: peer.url()))
            }
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.message == "the server ended the stream with \(name)")
        #expect(peer.connections == 1)
    }

    /// A multiplexing HTTP/2 server behind TLS whose responses a script chooses.
    func withMultiplexing(
        _ script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void,
        _ body: (CurlSession, String, ScriptedPeer) async throws -> Void
    ) async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try script(http2, stream, connection.number)
            }
        }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            try await body(session, "https://127.0.0.1:\(front.port)/", peer)
        }
    }

    /// Row 65: sharing an address and a certificate is no reason to share a connection.
    @Test func eachOriginHasItsOwnConnection() async throws {
        try await withMultiplexing { http2, stream, _ in
            try Self.respond(http2, stream)
        } _: { session, url, peer in
            for host in ["127.0.0.1", "a.loopback.test", "b.a.loopback.test", "127.0.0.1"] {
                let other = url.replacing("127.0.0.1", with: host)
                let response = try await session.send(TransportRequest(url: other))
                #expect(response.metrics.httpVersion == .http2)
            }
            #expect(peer.connections == 3)
        }
    }

    @Test(arguments: [
        (Refusal.goAway, HTTPRequest.Method.post), (.goAway, .put), (.reset, .put),
    ])
    func resendsStreamRefusedBesideAnActiveOne(
        _ refusal: Refusal, _ method: HTTPRequest.Method
    ) async throws {
        let first = Locked<UInt32?>(nil)
        try await withMultiplexing { http2, stream, connection in
            guard connection == 1 else { return try Self.respond(http2, stream) }
            // The first response opens the connection; the second one waits until the third is
            // refused.
            if stream == 1 { return try Self.respond(http2, stream) }
            guard let waiting = first.withLock({ $0 }) else {
                return first.withLock { $0 = stream }
            }
            refusal == .goAway
                ? try http2.write(.goAway(last: waiting))
                : try http2.write(.reset(stream, code: 7))
            try Self.respond(http2, waiting)
        } _: { session, url, peer in
            _ = try await session.send(TransportRequest(url: url))
            let request = TransportRequest(method: method, url: url, body: Data("x".utf8))
            let responses = await withTaskGroup(of: Result<Data, any Error>.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do { return .success(try await session.send(request).body) } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let bodies = responses.compactMap { try? $0.get() }
            #expect(bodies == Array(repeating: Data("hello".utf8), count: 2))
        }
    }

    /// nghttp2 then ends the connection silently.
    ///
    /// libcurl resends requests without a response on a reused connection.
    @Test func doesNotResendPostAfterOversizedFrame() async throws {
        let posts = Locked(0)
        try await withMultiplexing { http2, stream, connection in
            if connection == 1, stream == 1 { return try Self.respond(http2, stream) }
            posts.withLock { $0 += 1 }
            guard connection == 1 else { return try Self.respond(http2, stream) }
            try http2.write(
                HTTP2Frame(.data, stream: stream, payload: Array(repeating: 0, count: 17_000)))
            http2.connection.halfClose()
        } _: { session, url, _ in
            _ = try await session.send(TransportRequest(url: url))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(method: .post, url: url, body: Data("x".utf8)))
            }
            #expect(error?.isSafeToRetry == false)
            #expect(posts.withLock { $0 } == 1)
        }
    }

    /// How a body without a length ends before the server closes.
    enum BodyEnd: CaseIterable, Sendable {
        case endStream, nothing, largeFrame, manyLargeFrames, cutFrame
    }

    /// Only END_STREAM ends the body, whatever happens to the connection; a close does not.
    @Test(arguments: BodyEnd.allCases, [false, true])
    func bodyWithoutLengthNeedsEndStreamBeforeClose(
        _ end: BodyEnd, isReused: Bool
    ) async throws {
        try await withMultiplexing { http2, stream, _ in
            if isReused, stream == 1 { return try Self.respond(http2, stream) }
            try http2.write(.headers(stream, [(":status", "200")]), .data(stream, "he"))
            switch end {
            case .endStream: try http2.write(.data(stream, "llo", endStream: true))
            case .nothing: try http2.write(.data(stream, "llo"))
            case .largeFrame:
                try http2.write(
                    HTTP2Frame(.data, stream: stream, payload: Array(repeating: 0, count: 17_000)))
            case .manyLargeFrames:
                // libcurl reports an end before the server has closed.
                let frame = HTTP2Frame(
                    .data, stream: stream, payload: Array(repeating: 0, count: 17_000))
                for _ in 1...10 { try http2.write(frame) }
                http2.readToEnd()
            case .cutFrame:
                try http2.write(
                    HTTP2Frame(.data, stream: stream, payload: [0], declaredLength: 0x2000))
            }
            http2.connection.close()
        } _: { session, url, _ in
            if isReused { _ = try await session.send(TransportRequest(url: url)) }
            switch end {
            case .endStream:
                let response = try await session.send(TransportRequest(url: url))
                #expect(response.body == Data("hello".utf8))
                #expect(response.bodyIntegrity == .unverified)
            case .nothing, .largeFrame, .manyLargeFrames, .cutFrame:
                let error = await #expect(throws: TransportError.self) {
                    try await session.send(TransportRequest(url: url))
                }
                let code = try #require(error?.code)
                #expect([.truncated, .connectionLost, .malformedResponse].contains(code))
            }
        }
    }

    /// A PING acknowledgement is as long as the shortest GOAWAY.
    @Test func pingDuringBodyWithoutLengthIsHarmless() async throws {
        try await withMultiplexing { http2, stream, _ in
            try http2.write(
                .headers(stream, [(":status", "200")]), .data(stream, "he"),
                HTTP2Frame(.ping, payload: Array(repeating: 7, count: 8)))
            _ = http2.read(until: .ping)
            try http2.write(.data(stream, "llo", endStream: true))
        } _: { session, url, _ in
            let response = try await session.send(TransportRequest(url: url))
            #expect(response.body == Data("hello".utf8))
            #expect(response.bodyIntegrity == .unverified)
        }
    }

    /// An unprocessed request may be resent, even with a large body.
    ///
    /// Posthorn resends it, because libcurl must never send it twice by itself.
    @Test(arguments: [false, true])
    func resendsRefusedPostWithLargeBody(isReused: Bool) async throws {
        let body = Data(repeating: 0x61, count: 1 << 20)
        let received = Locked<[Int]>([])
        try await withMultiplexing { http2, stream, connection in
            if isReused, connection == 1, stream == 1 { return try Self.respond(http2, stream) }
            guard connection > 1 else {
                return try http2.write(.goAway(last: stream > 1 ? stream - 2 : 0))
            }
            try http2.write(
                HTTP2Frame(.windowUpdate, payload: HTTP2Frame.word(1 << 20)),
                HTTP2Frame(.windowUpdate, stream: stream, payload: HTTP2Frame.word(1 << 20)))
            var count = 0
            while count < body.count, let frame = http2.read(until: .data) {
                count += frame.payload.count
            }
            received.withLock { $0.append(count) }
            try Self.respond(http2, stream)
        } _: { session, url, peer in
            if isReused { _ = try await session.send(TransportRequest(url: url)) }
            let response = try await session.send(
                TransportRequest(method: .post, url: url, body: body))
            #expect(response.body == Data("hello".utf8))
            #expect(peer.connections == 2)
        }
        #expect(received.withLock { $0 } == [body.count])
    }

    /// The last GOAWAY of a connection applies only to its own streams.
    @Test func goAwayOfAnotherConnectionIsNotARefusal() async throws {
        let posts = Locked(0)
        let isOver = Gate()
        try await withMultiplexing { http2, stream, connection in
            guard connection > 1 else {
                // A POST that arrives after the GOAWAY is refused by it.
                guard stream == 1 else { return http2.connection.close() }
                try Self.respond(http2, stream)
                // Read when the session selects a connection for its POST.
                try http2.write(.goAway(last: 1))
                http2.connection.halfClose()
                return isOver.open()
            }
            posts.withLock { $0 += 1 }
            // The POST may have been processed, and gets no response.
            http2.connection.close()
        } _: { session, url, peer in
            _ = try await session.send(TransportRequest(url: url))
            await isOver.opened()
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(method: .post, url: url, body: Data("x".utf8)))
            }
            #expect(error?.isSafeToRetry == false)
            #expect(posts.withLock { $0 } == 1)
            #expect(peer.connections == 2)
        }
    }

    @Test func requestsRefusedTogetherShareTheNextConnection() async throws {
        try await withMultiplexing { http2, stream, connection in
            if connection > 1 || stream == 1 { return try Self.respond(http2, stream) }
            try http2.write(.goAway(last: 1))
        } _: { session, url, peer in
            _ = try await session.send(TransportRequest(url: url))
            try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await session.send(
                            TransportRequest(method: .post, url: url, body: Data("x".utf8))
                        ).body
                    }
                }
                for try await body in group { #expect(body == Data("hello".utf8)) }
            }
            // Two, or more if some requests were already selecting their own connection; the number
            // depends on timing.
            #expect(peer.connections < 21)
        }
    }

    @Test func stalledStreamDoesNotBlockOthers() async throws {
        let isStalled = Gate()
        try await withMultiplexing { http2, stream, _ in
            if stream == 1 { return try Self.respond(http2, stream) }
            guard stream > 3 else {
                try http2.write(
                    .headers(stream, [(":status", "200"), ("content-length", "5")]),
                    .data(stream, "he"))
                return isStalled.open()
            }
            try Self.respond(http2, stream)
        } _: { session, url, peer in
            _ = try await session.send(TransportRequest(url: url))
            let stalled = Task { try await session.send(TransportRequest(url: url)) }
            await isStalled.opened()
            try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<99 {
                    group.addTask { try await session.send(TransportRequest(url: url)).body }
                }
                for try await body in group { #expect(body == Data("hello".utf8)) }
            }
            #expect(peer.connections == 1)
            stalled.cancel()
            await #expect(throws: TransportError.self) { try await stalled.value }
        }
    }
}

extension SessionConfiguration {
    static var priorKnowledge: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.httpVersion = .http2PriorKnowledge
        return configuration
    }
}
