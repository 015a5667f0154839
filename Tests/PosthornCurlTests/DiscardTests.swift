import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Discarding bodies.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DiscardTests {
    private static let size = 8 << 20
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"

    /// Sends the whole body for each request of a connection, and counts the connections.
    private func peer(_ connections: Locked<Int> = Locked(0)) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            connections.withLock { $0 += 1 }
            while try connection.readRequest() != nil {
                try connection.write(Self.head)
                try connection.write([UInt8](repeating: 0x61, count: Self.size))
            }
        }
    }

    @Test func discardLeavesConnectionReusable() async throws {
        let connections = Locked(0)
        let peer = try peer(connections)
        try await CurlSession.withSession { session in
            for _ in 0..<3 {
                let stream = try await session.stream(TransportRequest(url: peer.url()))
                #expect(try await stream.body.discard() == Self.size)
                // The body is at its end.
                #expect(try await stream.body.discard() == 0)
                var iterator = stream.body.makeAsyncIterator()
                #expect(try await iterator.next() == nil)
            }
        }
        #expect(connections.withLock { $0 } == 1)
    }

    @Test func discardDropsRemainingBytes() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            var iterator = stream.body.makeAsyncIterator()
            let first = try #require(try await iterator.next())
            #expect(try await stream.body.discard() == Self.size - first.count)
        }
    }

    @Test func discardResumesPausedTransfer() async throws {
        let isFull = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            connection.limitWrites(seconds: 1)
            let block = [UInt8](repeating: 0x61, count: 64 << 10)
            do {
                try connection.write("HTTP/1.1 200 OK\r\n\r\n")
                while true { try connection.write(block) }
            } catch {
                // Nothing was read for a second: the transfer is paused.
                isFull.open()
            }
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            await isFull.opened()
            #expect(try await stream.body.discard() > 512 << 10)
        }
    }

    @Test func discardFinishesTheStreamTask() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            let task = session.task(streaming: TransportRequest(url: peer.url()))
            #expect(try await task.value.body.discard() == Self.size)
            try await until { task.state == .finished }
        }
    }

    @Test(arguments: [
        ("Content-Length: 10", TransportError.Code.truncated),
        ("Content-Encoding: gzip\r\nContent-Length: 5", .badContentCoding),
    ])
    func discardReportsDamagedBody(
        fields: String, code: TransportError.Code
    ) async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nhello")
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            let error = await #expect(throws: TransportError.self) {
                try await stream.body.discard()
            }
            #expect(error?.code == code)
        }
    }

    @Test func discardEndsWhenItsTaskIsCancelled() async throws {
        let isGone = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            _ = connection.readToEnd()
            isGone.open()
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            let reader = Task { try await stream.body.discard() }
            reader.cancel()
            let error = await #expect(throws: TransportError.self) { try await reader.value }
            #expect(error?.code == .cancelled)
            await isGone.opened()
        }
    }
}
