import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Each timeout ends a transfer on time, and its error names it.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TimeoutTests {
    private static let limit = Duration.milliseconds(300)
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"

    @Test func connectTimeoutEndsConnecting() async throws {
        // The listener's queue is full, so the next SYN gets no response.
        let deaf = try DeafPort()
        let error = await Self.failure(
            "http://127.0.0.1:\(deaf.port)/", Timeouts(connect: Self.limit))
        #expect(
            error?.description
                == "timedOut: no connection within 0.3 seconds; see whether the server is reachable, "
                + "or raise the connect timeout")
        #expect(error?.isSafeToRetry == true)
    }

    /// libcurl makes all but one wait for the first connection, and ignores their timeouts
    /// meanwhile.
    ///
    /// One after another they would take a minute and a half, which exceeds the suite's time limit.
    @Test func connectTimeoutAppliesToManyHandshakesAtOnce() async throws {
        let silent = try ScriptedPeer { connection in _ = connection.readToEnd() }
        try await CurlSession.withSession { session in
            let request = TransportRequest(
                url: "https://127.0.0.1:\(silent.port)/", timeouts: Timeouts(connect: .seconds(1)))
            await withTaskGroup(of: TransportError?.self) { group in
                for _ in 0..<90 {
                    group.addTask {
                        await #expect(throws: TransportError.self) {
                            try await session.send(request)
                        }
                    }
                }
                for await error in group {
                    #expect(error?.message == "no connection within 1 second")
                    #expect(error?.isSafeToRetry == true)
                }
            }
        }
    }

    /// A huge timeout means no timeout, and does not overflow.
    @Test func acceptsMaximumTimeouts() async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var configuration = SessionConfiguration()
        configuration.limits.total = 1
        let ever = Duration.seconds(Int64.max)
        let timeouts = Timeouts(
            connect: ever, queue: ever, firstByte: ever, idle: ever, total: ever)
        try await CurlSession.withSession(configuration) { session in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        let request = TransportRequest(url: peer.url(), timeouts: timeouts)
                        let response = try await session.send(request)
                        #expect(response.status == .ok)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Forty concurrent calls need a second multi handle, which is kept for the idle time.
    @Test func acceptsMaximumIdleTime() async throws {
        let (arrived, all) = (Locked(0), Gate())
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                let count = arrived.withLock { count in
                    count += 1
                    return count
                }
                if count == 40 { all.open() }
                all.wait()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var configuration = SessionConfiguration()
        configuration.idleTime = .seconds(Int64.max)
        try await CurlSession.withSession(configuration) { session in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        _ = try await session.send(TransportRequest(url: peer.url()))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func firstByteTimeoutEndsSilentCall() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            _ = connection.readToEnd()
        }
        let error = await Self.failure(peer.url(), Timeouts(firstByte: Self.limit))
        #expect(
            error?.description
                == "timedOut: no first byte within 0.3 seconds; raise the firstByte timeout if the "
                + "server may be silent for so long")
    }

    /// The time limits of the request that the session sends for a call without a spec.
    @Test func longResponsesHaveAnIdleTimeoutInsteadOfATotalOne() async throws {
        let peer = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        let file = URL.temporaryDirectory.appending(path: "long-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try await CurlSession.withSession { session in
            func limits(_ request: TransportRequest) async throws -> [Timeouts.Limits] {
                let whole = session.task(for: request)
                _ = try await whole.value
                let stream = session.task(streaming: request)
                _ = try await stream.value.body.discard()
                let download = session.task(for: request, to: .file(file))
                _ = try await download.value
                let tasks = try [whole.sessionTask, stream.sessionTask, download.sessionTask].map {
                    try #require($0)
                }
                #expect(tasks.allSatisfy { $0.originalRequest.timeouts == request.timeouts })
                return tasks.map { $0.currentRequest.limits }
            }
            var request = TransportRequest(url: peer.url())
            let own = try await limits(request)
            #expect(own.map { $0.total } == [.seconds(60), nil, nil])
            #expect(own.map { $0.idle } == [nil, .seconds(60), .seconds(60)])
            request.timeouts.total = .seconds(90)
            let set = try await limits(request)
            #expect(set.map { $0.total } == [.seconds(90), .seconds(90), .seconds(90)])
            #expect(set.map { $0.idle } == [nil, nil, nil])
        }
    }

    @Test func streamOfServerThatStopsEndsByItsIdleTimeout() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head + "hello")
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            request.timeouts.idle = Self.limit
            let stream = try await session.stream(request)
            let error = await #expect(throws: TransportError.self) {
                for try await _ in stream.body {}
            }
            #expect(error?.code == .timedOut)
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", head, head + "hello"])
    func idleTimeoutEndsStalledCall(_ beginning: String) async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(beginning)
            _ = connection.readToEnd()
        }
        let error = await Self.failure(peer.url(), Timeouts(idle: Self.limit))
        #expect(
            error?.description
                == "timedOut: no byte moved for 0.3 seconds; raise the idle timeout if the server "
                + "may be silent for so long")
    }

    @Test func totalTimeoutEndsIncompleteCall() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head + "hello")
            _ = connection.readToEnd()
        }
        let error = await Self.failure(peer.url(), Timeouts(total: Self.limit))
        #expect(
            error?.description
                == "timedOut: no complete response within 0.3 seconds; raise the timeout if the call "
                + "is meant to take that long")
    }

    /// A slow body is not idle while each byte arrives in time, even if the whole takes longer than
    /// either timeout.
    @Test func slowlyMovingBodyIsNotIdle() async throws {
        let pace = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head)
            for byte in Array("helloworld".utf8) {
                pace.wait(seconds: 0.7)
                try connection.write([byte])
            }
        }
        try await CurlSession.withSession { session in
            let response = try await session.send(
                TransportRequest(
                    url: peer.url(),
                    timeouts: Timeouts(firstByte: .seconds(5), idle: .seconds(5))))
            #expect(String(decoding: response.body, as: UTF8.self) == "helloworld")
        }
    }

    /// A slow reader does not make the server idle.
    @Test func slowReaderDoesNotCauseIdleTimeout() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n")
            try connection.write([UInt8](repeating: 0x61, count: 8 << 20))
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(
                TransportRequest(url: peer.url(), timeouts: Timeouts(idle: .milliseconds(200))))
            // Another call that times out serves as the clock.
            let silent = try ScriptedPeer { connection in
                try connection.readRequest()
                _ = connection.readToEnd()
            }
            _ = try? await session.send(
                TransportRequest(url: silent.url(), timeouts: Timeouts(idle: .milliseconds(600))))
            var count = 0
            for try await piece in stream.body { count += piece.count }
            #expect(count == 8 << 20)
        }
    }

    @Test func rejectsZeroTimeout() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession { session in
                try await session.send(
                    TransportRequest(
                        url: "http://127.0.0.1:1/", timeouts: Timeouts(firstByte: .zero)))
            }
        }
        #expect(
            error?.description
                == "invalidRequest: `timeouts.firstByte` is zero or negative; set a positive duration, or "
                + "`Timeouts.unlimited`")
    }

    @Test(arguments: [
        (Timeouts(queue: limit), "queue"), (Timeouts(queue: .seconds(9), total: limit), "total"),
    ])
    func queueTimeoutEndsWaitingCall(_ timeouts: Timeouts, _ name: String) async throws {
        let isHeld = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            isHeld.open()
            _ = connection.readToEnd()
        }
        var configuration = SessionConfiguration()
        configuration.limits.total = 1
        try await CurlSession.withSession(configuration) { session in
            async let first = session.send(TransportRequest(url: peer.url()))
            await isHeld.opened()
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: peer.url(), timeouts: timeouts))
            }
            #expect(
                error?.description
                    == "timedOut: other transfers of the session ran first for 0.3 seconds; "
                    + "raise the session's limits, or the \(name) timeout")
            #expect(error?.isSafeToRetry == true)
            await session.shutdown(.cancel)
            _ = try? await first
        }
    }

    /// Many timeouts at once, in any order: each ends its own call, and never early.
    @Test func eachCallHasItsOwnTimeout() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            try await withThrowingTaskGroup(of: Duration.self) { group in
                for index in 0..<64 {
                    let limit = Duration.milliseconds(100 + (index * 37) % 64 * 5)
                    group.addTask {
                        let start = ContinuousClock.now
                        let error = await #expect(throws: TransportError.self) {
                            try await session.send(
                                TransportRequest(
                                    url: peer.url(), timeouts: Timeouts(idle: limit)))
                        }
                        #expect(error?.code == .timedOut)
                        return .now - start - limit
                    }
                }
                for try await late in group { #expect(late >= .zero) }
            }
        }
    }

    private static func failure(_ url: String, _ timeouts: Timeouts) async -> TransportError? {
        let start = ContinuousClock.now
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession { session in
                try await session.send(TransportRequest(url: url, timeouts: timeouts))
            }
        }
        #expect(.now - start >= limit)
        return error
    }
}
