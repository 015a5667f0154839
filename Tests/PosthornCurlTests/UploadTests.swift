import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Bodies that are produced while they are sent.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct UploadTests {
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    struct SourceBroke: Error {}

    private func pieces(_ texts: [String]) -> AsyncStream<Data> {
        AsyncStream { source in
            for text in texts { source.yield(Data(text.utf8)) }
            source.finish()
        }
    }

    @Test func sendsAStreamOfKnownLength() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        try await CurlSession.withSession { session in
            let response = try await session.send(
                TransportRequest(method: .put, url: peer.url("/f")).with(
                    body: HTTPBody(BodyStream(pieces(["hello ", "", "world"]), length: 11))))
            #expect(response.status == .ok)
        }
        #expect(
            peer.requests == [
                "PUT /f HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n"
                    + "User-Agent: \(UserAgent.environment)\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nContent-Length: 11\r\n\r\nhello world"
            ])
    }

    @Test func sendsAStreamOfUnknownLengthInChunks() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        try await CurlSession.withSession { session in
            var body = HTTPBody(Data("head ".utf8))
            body.append(HTTPBody(BodyStream(pieces(["hello ", "world"]))))
            body.append(HTTPBody(Data(" tail".utf8)))
            #expect(body.count == nil)
            _ = try await session.send(
                TransportRequest(method: .post, url: peer.url()).with(body: body))
        }
        let request = try #require(peer.requests.first)
        let parts = request.components(separatedBy: "\r\n\r\n")
        #expect(parts[0].contains("\r\nTransfer-Encoding: chunked"))
        #expect(!parts[0].contains("Content-Length"))
        #expect(dechunked(request.dropFirst(parts[0].count + 2)) == "head hello world tail")
    }

    @Test func sendsAStreamOverHTTP2() async throws {
        let server = try Nginx()
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        try await CurlSession.withSession(configuration) { session in
            for length in [300_000, nil] {
                let stream = BodyStream(
                    length: length,
                    replay: {
                        AsyncStream<Data> { source in
                            for _ in 0..<30 { source.yield(Data(repeating: 0x61, count: 10_000)) }
                            source.finish()
                        }
                    })
                let response = try await session.send(
                    TransportRequest(method: .post, url: server.secureURL("/sink")).with(
                        body: HTTPBody(stream)))
                #expect(String(decoding: response.body, as: UTF8.self) == "POST HTTP/1.0")
                #expect(response.metrics.bytesSent > 300_000)
            }
        }
    }

    @Test func waitsForDelayedBodySource() async throws {
        let hasHead = Gate()
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            hasHead.open()
            try connection.readRequest()
            try connection.write(Self.ok)
        }
        try await CurlSession.withSession { session in
            let (stream, source) = AsyncStream.makeStream(of: Data.self)
            async let response = session.send(
                TransportRequest(method: .put, url: peer.url()).with(
                    body: HTTPBody(BodyStream(stream))))
            await hasHead.opened()
            source.yield(Data("late".utf8))
            source.finish()
            let status = try await response.status
            #expect(status == .ok)
        }
        #expect(dechunked(peer.requests[1][...]) == "late")
    }

    @Test func unreadUploadPausesBodySource() async throws {
        let (isFull, mayRead) = (Gate(), Gate())
        let made = Locked(0)
        let total = 64 << 20
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            mayRead.wait()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let stream = BodyStream(
                Blocks(count: total / 65_536) { number in
                    made.withLock { $0 = number * 65_536 }
                    // More than the sockets' buffers hold.
                    if number * 65_536 == 1 << 20 { isFull.open() }
                }, length: total)
            let task = session.task(
                for: TransportRequest(method: .put, url: peer.url()).with(body: HTTPBody(stream))
            )
            task.resume()
            await isFull.opened()
            let other = try ScriptedPeer.responding(with: Self.ok)
            for _ in 0..<200 { _ = try await session.send(TransportRequest(url: other.url())) }
            #expect(made.withLock { $0 } < 32 << 20)
            task.cancel()
            _ = try? await task.value
            mayRead.open()
        }
    }

    @Test func failingBodySourceFailsTheCall() async throws {
        let isBroken = Gate()
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            _ = connection.readToEnd()
            isBroken.open()
        }
        try await CurlSession.withSession { session in
            let (stream, source) = AsyncThrowingStream.makeStream(of: Data.self)
            source.yield(Data("half".utf8))
            source.finish(throwing: SourceBroke())
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(method: .put, url: peer.url()).with(
                        body: HTTPBody(BodyStream(stream))))
            }
            #expect(error?.code == .bodyFailed)
            #expect(error?.underlying is SourceBroke)
            #expect(error?.message == "the source of the body failed with SourceBroke")
            await isBroken.opened()
        }
    }

    @Test(arguments: [
        (["abc"], 5, "fewer"), (["abcde", "f"], 5, "more"), (["abcdefg"], 5, "more"),
    ])
    func bodyOfWrongLengthFailsTheCall(texts: [String], length: Int, word: String) async throws {
        let seen = Locked("")
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() { seen.withLock { $0 = request } }
        }
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(method: .put, url: peer.url()).with(
                        body: HTTPBody(BodyStream(pieces(texts), length: length))))
            }
            #expect(error?.code == .bodyFailed)
            #expect(
                error?.message == "the source of the body gave \(word) bytes than the 5 that its "
                    + "length says")
        }
        // No complete request has arrived.
        #expect(seen.withLock { $0 } == "")
    }

    @Test func singleUseStreamIsNotSentTwice() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        try await CurlSession.withSession { session in
            let body = HTTPBody(BodyStream(pieces(["once"]), length: 4))
            let request = TransportRequest(method: .put, url: peer.url())
            _ = try await session.send(request.with(body: body))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request.with(body: body))
            }
            #expect(error?.code == .bodyNotReplayable)
            let replayed = HTTPBody(BodyStream(length: 5) { pieces(["again"]) })
            _ = try await session.send(request.with(body: replayed))
            _ = try await session.send(request.with(body: replayed))
        }
        #expect(peer.requests.count { $0.hasSuffix("again") } == 2)
    }

    /// A kept connection dies during the request: libcurl resends it from its start.
    @Test(arguments: [true, false])
    func resentRequestReplaysItsBody(isReplayable: Bool) async throws {
        let peer = try ScriptedPeer { connection in
            if connection.number == 1 {
                try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                try connection.readRequest()
                connection.close()
            } else {
                while try connection.readRequest() != nil { try connection.write(Self.ok) }
            }
        }
        try await CurlSession.withSession { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
            let text = String(repeating: "x", count: 100_000)
            let stream =
                isReplayable
                ? BodyStream(length: 100_000) { pieces([text]) }
                : BodyStream(pieces([text]), length: 100_000)
            let task = session.task(
                for: TransportRequest(method: .put, url: peer.url()).with(body: HTTPBody(stream))
            )
            let events = task.events
            if isReplayable {
                #expect(try await task.value.status == .ok)
                #expect(task.attempts == 2)
                var restarts = 0
                for await case .bodyRestarted in events { restarts += 1 }
                #expect(restarts == 1)
                #expect(peer.requests.last?.hasSuffix(text) == true)
            } else {
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == .bodyNotReplayable)
            }
        }
    }

    @Test func waitsFor100ContinueBeforeSendingBody() async throws {
        let peer = try ScriptedPeer { connection in
            let head = try connection.readHead()
            #expect(head.contains("\r\nExpect: 100-continue"))
            try connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            try connection.readRequest()
            try connection.write(Self.ok)
        }
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(
                    method: .put, url: peer.url(), headers: [.expect: "100-continue"]
                ).with(body: HTTPBody(BodyStream(pieces(["small body"])))))
            let response = try await task.value
            #expect(response.status == .ok)
            #expect(task.interimResponses.map(\.status.code) == [100])
        }
    }

    /// If the server does not respond, the body is sent when the wait ends.
    @Test func sendsBodyWhenExpectTimeoutExpires() async throws {
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.readRequest()
            try connection.write(Self.ok)
        }
        try await CurlSession.withSession { session in
            let response = try await session.send(
                TransportRequest(
                    method: .put, url: peer.url(), headers: [.expect: "100-continue"],
                    timeouts: Timeouts(expectContinue: .milliseconds(20))
                ).with(body: HTTPBody(BodyStream(pieces(["body"])))))
            #expect(response.status == .ok)
        }
    }

    @Test func finalStatusToExpectSkipsBody() async throws {
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
            _ = connection.readToEnd()
        }
        let wasRead = Locked(false)
        try await CurlSession.withSession { session in
            let stream = BodyStream(Blocks(count: 4) { _ in wasRead.withLock { $0 = true } })
            let response = try await session.send(
                TransportRequest(
                    method: .put, url: peer.url(), headers: [.expect: "100-continue"],
                    timeouts: Timeouts(expectContinue: .seconds(30))
                ).with(body: HTTPBody(stream)))
            #expect(response.status.code == 413)
            #expect(!wasRead.withLock { $0 })
        }
    }

    @Test func uploadProgressCountsSentBytes() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(method: .put, url: peer.url()).with(
                    body: HTTPBody(Data(repeating: 0x61, count: 4 << 20))))
            let updates = task.progressUpdates
            task.resume()
            var last = TransferProgress()
            var count = 0
            for await progress in updates {
                #expect(progress.sent >= last.sent)
                #expect(progress.totalBytesToSend ?? 4 << 20 == 4 << 20)
                last = progress
                count += 1
            }
            #expect(last.sent == 4 << 20)
            #expect(last.totalBytesToSend == 4 << 20)
            #expect(last.totalBytesToReceive == 0)
            #expect(count > 1 && count <= 70)
            #expect(task.progress == last)
        }
    }

    /// A sequence of 64 KiB blocks that reports each requested one.
    private struct Blocks: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let count: Int
        var made = 0
        let tell: @Sendable (Int) -> Void

        init(count: Int, tell: @escaping @Sendable (Int) -> Void) {
            self.count = count
            self.tell = tell
        }

        func makeAsyncIterator() -> Blocks { self }

        mutating func next() async throws -> Data? {
            guard made < count else { return nil }
            made += 1
            tell(made)
            return Data(repeating: 0x61, count: 65_536)
        }
    }

    private func dechunked(_ text: Substring) -> String {
        var (result, rest) = ("", text)
        while let line = rest.range(of: "\r\n"),
            let size = Int(rest[..<line.lowerBound], radix: 16), size > 0
        {
            let start = line.upperBound
            let end = rest.index(start, offsetBy: size)
            result += rest[start..<end]
            rest = rest[end...].dropFirst(1)
            if rest.first == "\n" { rest = rest.dropFirst() }
        }
        return result
    }
}
