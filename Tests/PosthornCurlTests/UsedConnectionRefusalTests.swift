import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

// Refused streams on a reused connection, for which libcurl reports only that it tries again.
extension HTTP2RepeatTests {
    /// Ends a connection so that libcurl takes it for one that was kept too long.
    private static func endSilently(_ http2: HTTP2Connection, _ stream: UInt32) throws {
        try http2.write(
            HTTP2Frame(.data, stream: stream, payload: Array(repeating: 0, count: 17_000)))
        http2.connection.halfClose()
    }

    /// RFC 9113, section 8.7: such a request was not processed.
    @Test(arguments: [1, 1 << 20])
    func resendsIdempotentStreamRefusedOnReusedConnection(size: Int) async throws {
        let body = Data(repeating: 0x61, count: size)
        let (received, refused) = (Locked<[Int]>([]), Locked(0))
        try await withMultiplexing { http2, stream, connection in
            if connection == 1, stream == 1 { return try Self.respond(http2, stream) }
            let number = refused.withLock { count in
                count += 1
                return count
            }
            if number == 1 { return try http2.write(.reset(stream, code: 7)) }
            try http2.write(
                HTTP2Frame(.windowUpdate, payload: HTTP2Frame.word(1 << 20)),
                HTTP2Frame(.windowUpdate, stream: stream, payload: HTTP2Frame.word(1 << 20)))
            var count = 0
            while count < size, let frame = http2.read(until: .data) {
                count += frame.payload.count
            }
            received.withLock { $0.append(count) }
            try Self.respond(http2, stream)
        } _: { session, url, _ in
            _ = try await session.send(TransportRequest(url: url))
            let response = try await session.send(
                TransportRequest(method: .put, url: url, body: body))
            #expect(response.body == Data("hello".utf8))
        }
        #expect(received.withLock { $0 } == [size])
    }

    /// Ends of a stream or connection that do not tell whether the request was processed.
    ///
    /// libcurl reports a refused stream on a reused connection like a lost connection.
    enum OpenEnd: CaseIterable, Sendable {
        case close, closeNotify, refused, cancel, goAwayAfter, nonsense
    }

    @Test(arguments: OpenEnd.allCases)
    func doesNotResendPostWithoutReportedRefusal(_ end: OpenEnd) async throws {
        let posts = Locked(0)
        try await withMultiplexing { http2, stream, connection in
            if connection == 1, stream == 1 { return try Self.respond(http2, stream) }
            posts.withLock { $0 += 1 }
            switch end {
            case .close: http2.connection.close()
            case .closeNotify: http2.connection.halfClose()
            case .refused: try http2.write(.reset(stream, code: 7))
            case .cancel: try http2.write(.reset(stream, code: 8))
            case .goAwayAfter:
                try http2.write(.goAway(last: stream, code: 0))
                http2.connection.close()
            case .nonsense:
                try http2.write(
                    HTTP2Frame(.data, stream: stream, payload: Array(repeating: 0, count: 17_000)))
            }
            http2.readToEnd()
        } _: { session, url, peer in
            _ = try await session.send(TransportRequest(url: url))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(
                        method: .post, url: url, body: Data("x".utf8),
                        timeouts: Timeouts(total: .seconds(5))))
            }
            #expect(error?.isSafeToRetry == false)
            if end == .refused { #expect(error?.code == .notRepeated) }
            #expect(posts.withLock { $0 } == 1)
        }
    }

    /// A first attempt that may have arrived is remembered even if later ones were refused.
    ///
    /// Which end of the first connection libcurl sees decides whether it tries again. Which end of
    /// the second one it sees decides the error. The test repeats until the last attempt was a
    /// refusal. In every case the error says that the request was sent.
    @Test func laterRefusalsDoNotHideEarlierSend() async throws {
        for _ in 0..<20 {
            if try await isSentAgainAndRefused() { return }
        }
        Issue.record("the last try was never refused")
    }

    private func isSentAgainAndRefused() async throws -> Bool {
        var isRefused = false
        try await withMultiplexing { http2, stream, connection in
            if connection == 1, stream == 1 { return try Self.respond(http2, stream) }
            guard connection == 1 else { return try http2.write(.goAway(last: 0)) }
            try Self.endSilently(http2, stream)
        } _: { session, url, peer in
            _ = try await session.send(TransportRequest(url: url))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(method: .put, url: url, body: Data("x".utf8)))
            }
            #expect(error?.isSafeToRetry == false)
            isRefused = error?.message.contains("GOAWAY") == true
            // A refusal implies a second connection.
            #expect(!isRefused || peer.connections > 1, "\(error?.description ?? "")")
        }
        return isRefused
    }

    /// libcurl keeps a refusal in its handle, which no reset clears.
    ///
    /// The handle's next request without a response would count as refused, and a POST could be
    /// sent twice.
    @Test(arguments: [HTTPRequest.Method.get, .put])
    func handleOfRefusedRequestIsNotReused(_ refused: HTTPRequest.Method) async throws {
        let (arrived, hasRefused) = (Locked(0), Locked(false))
        try await withMultiplexing { http2, stream, connection in
            if connection == 1, stream == 1 { return try Self.respond(http2, stream) }
            let isFirst = hasRefused.withLock { was in
                defer { was = true }
                return !was
            }
            if isFirst { return try http2.write(.reset(stream, code: 7)) }
            // First the refused request is resent, then another one arrives.
            let number = arrived.withLock { count in
                count += 1
                return count
            }
            if number == 1 { return try Self.respond(http2, stream) }
            try http2.write(
                HTTP2Frame(.data, stream: stream, payload: Array(repeating: 0, count: 17_000)))
            http2.readToEnd()
        } _: { session, url, _ in
            _ = try await session.send(TransportRequest(url: url))
            let body = refused == .put ? Data("x".utf8) : nil
            _ = try await session.send(TransportRequest(method: refused, url: url, body: body))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(
                        method: .post, url: url, body: Data("y".utf8),
                        timeouts: Timeouts(total: .seconds(5))))
            }
            #expect(error?.isSafeToRetry == false)
        }
        #expect(arrived.withLock { $0 } == 2)
    }
}
