import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Streamed requests with streamed responses: neither direction hides what holds back the other.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct BothDirectionTests {
    private static let limit = Duration.seconds(2)

    /// A server that never responds, for a call whose idle timeout serves as a clock.
    private static func silentPeer() throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            _ = connection.readToEnd()
        }
    }

    /// Waits until twice the idle timeout has passed.
    private static func outlastIdle(_ session: CurlSession, _ clock: ScriptedPeer) async {
        let request = TransportRequest(url: clock.url(), timeouts: Timeouts(idle: limit * 2))
        let error = await #expect(throws: TransportError.self) { try await session.send(request) }
        #expect(error?.code == .timedOut)
    }

    /// The source is silent for longer than the idle timeout, after a piece of the response was read.
    @Test func pieceOfResponseDoesNotStartIdleTimeoutOfSilentSource() async throws {
        let clock = try Self.silentPeer()
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            let first = try connection.take(10)
            #expect(String(decoding: first, as: UTF8.self) == "5\r\nfirst\r\n")
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            let last = try connection.take(14)
            #expect(String(decoding: last, as: UTF8.self) == "4\r\nlast\r\n0\r\n\r\n")
            try connection.write("world")
        }
        let (pieces, source) = AsyncStream.makeStream(of: Data.self)
        source.yield(Data("first".utf8))
        try await CurlSession.withSession { session in
            let stream = try await session.stream(
                TransportRequest(
                    method: .post, url: peer.url(), timeouts: Timeouts(idle: Self.limit)
                ).with(body: HTTPBody(BodyStream(pieces))))
            var body = stream.body.makeAsyncIterator()
            var text = try #require(try await body.next())
            #expect(text == Data("hello".utf8))
            await Self.outlastIdle(session, clock)
            source.yield(Data("last".utf8))
            source.finish()
            while let piece = try await body.next() { text += piece }
            #expect(text == Data("helloworld".utf8))
        }
    }

    /// Tasks on the session's thread keep the loop busy for longer than the idle timeout, while bytes wait.
    @Test func lateLoopReadsWaitingBytesBeforeItTimesOut() async throws {
        let clock = try Self.silentPeer()
        let (isBlocked, isLate, hasRest, isOver) = (Gate(), Gate(), Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            isLate.wait()
            try connection.write("wo")
            hasRest.open()
            // The loop polls again before the rest arrives.
            _ = connection.read(1)
        }
        let session = try CurlSession()
        // A failure must not leave a thread blocked.
        defer {
            isLate.open()
            isOver.open()
        }
        try await CurlSession.withSession { other in
            let stream = try await session.stream(
                TransportRequest(url: peer.url(), timeouts: Timeouts(idle: Self.limit)))
            var body = stream.body.makeAsyncIterator()
            #expect(try await body.next() == Data("hello".utf8))
            let blocker = Task(executorPreference: session.executor) {
                isBlocked.open()
                Self.block(isOver)
            }
            await isBlocked.opened()
            await Self.outlastIdle(other, clock)
            isLate.open()
            await hasRest.opened()
            isOver.open()
            await blocker.value
            #expect(try await body.next() == Data("wo".utf8))
        }
        await session.shutdown(.cancel)
    }

    /// Blocks the thread; tasks can't call `wait` directly.
    private static func block(_ gate: Gate) { gate.wait() }

    /// Cancelling the source of a body runs the client's code, which may block.
    @Test func cancellationHandlerOfBodyDoesNotRunOnTheSessionThread() async throws {
        let hasArrived = Gate()
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            hasArrived.open()
            _ = connection.readToEnd()
        }
        let (hasBegun, isCancelled, thread) = (Gate(), Gate(), Locked(""))
        let stream = BodyStream(
            AsyncStream<Data>(unfolding: {
                await withTaskCancellationHandler {
                    hasBegun.open()
                    await isCancelled.opened()
                    return nil
                } onCancel: {
                    thread.withLock { $0 = ExecutorTests.threadName() }
                    isCancelled.open()
                }
            }))
        let session = try CurlSession(ExecutorTests.configuration)
        let upload = Task {
            try? await session.send(
                TransportRequest(method: .post, url: peer.url()).with(body: HTTPBody(stream)))
        }
        await hasArrived.opened()
        await hasBegun.opened()
        upload.cancel()
        await isCancelled.opened()
        _ = await upload.value
        #expect(!["", "own-thread"].contains(thread.withLock { $0 }))
        await session.shutdown(.drain)
    }

    /// After an error, libcurl sends no more of the body, so that a silent source excuses no silent server.
    @Test func silentSourceDoesNotHideSilentServerAfterError() async throws {
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 413 Big\r\nContent-Length: 10\r\n\r\nhello")
            _ = connection.readToEnd()
        }
        let (pieces, source) = AsyncStream.makeStream(of: Data.self)
        source.yield(Data("first".utf8))
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession { session in
                try await session.send(
                    TransportRequest(
                        method: .post, url: peer.url(), timeouts: Timeouts(idle: Self.limit)
                    ).with(body: HTTPBody(BodyStream(pieces))))
            }
        }
        #expect(error?.code == .timedOut)
        source.finish()
    }
}
