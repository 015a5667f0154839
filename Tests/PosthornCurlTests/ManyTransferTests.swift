import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// More transfers than one multi handle can hold, and their connections.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ManyTransferTests {
    /// A server whose responses under `/held` wait for a gate.
    private struct Host {
        let gate = Gate()
        let open = Locked(0)
        let peer: ScriptedPeer

        init() throws {
            peer = try ScriptedPeer { [gate, open] connection in
                open.withLock { $0 += 1 }
                defer { open.withLock { $0 -= 1 } }
                while let request = try connection.readRequest() {
                    if request.hasPrefix("GET /held") { gate.wait() }
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
        }

        /// Makes this many concurrent calls, and lets them finish.
        func burst(_ count: Int, _ session: CurlSession) async throws {
            let others = peer.requests.count
            try await withThrowingTaskGroup { group in
                for _ in 0..<count {
                    group.addTask {
                        _ = try await session.send(TransportRequest(url: peer.url("/held")))
                    }
                }
                try await until { peer.requests.count == others + count }
                gate.open()
                try await group.waitForAll()
            }
        }
    }

    @Test func reusesConnectionsAfterLargeBursts() async throws {
        let (first, second) = (try Host(), try Host())
        try await CurlSession.withSession { session in
            // Each needs its own connection, because the server responds only when all have
            // arrived.
            try await first.burst(150, session)
            #expect(first.peer.connections == 150)
            try await second.burst(40, session)
            try await withThrowingTaskGroup { group in
                for _ in 0..<150 {
                    group.addTask {
                        _ = try await session.send(TransportRequest(url: first.peer.url()))
                    }
                }
                try await group.waitForAll()
            }
            #expect(first.peer.connections == 150)
            #expect(second.peer.connections == 40)
        }
    }

    @Test func idleConnectionLimitIsKept() async throws {
        let host = try Host()
        var configuration = SessionConfiguration()
        configuration.idleConnections = 3
        try await CurlSession.withSession(configuration) { session in
            try await host.burst(80, session)
            try await until { host.open.withLock { $0 } <= 3 }
            for _ in 0..<5 { _ = try await session.send(TransportRequest(url: host.peer.url())) }
            #expect((1...3).contains(host.open.withLock { $0 }))
            #expect(host.peer.connections == 80)
        }
    }

    @Test func connectionsInUseAreNotCountedAsIdle() async throws {
        let host = try Host()
        var configuration = SessionConfiguration()
        configuration.idleConnections = 1
        try await CurlSession.withSession(configuration) { session in
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        _ = try await session.send(TransportRequest(url: host.peer.url("/held")))
                    }
                }
                try await until { host.peer.requests.count == 20 }
                for _ in 0..<5 {
                    _ = try await session.send(TransportRequest(url: host.peer.url()))
                }
                #expect(host.peer.connections == 21)
                host.gate.open()
                try await group.waitForAll()
            }
        }
    }

    @Test func idleConnectionsOfABurstCloseAfterIdleTime() async throws {
        let host = try Host()
        var configuration = SessionConfiguration()
        configuration.idleTime = .seconds(1)
        try await CurlSession.withSession(configuration) { session in
            try await host.burst(80, session)
            // Single calls fit into the first handle; the idle connections of the others must still
            // be closed.
            try await until {
                host.open.withLock { $0 } <= 1
            } whileDoing: {
                _ = try await session.send(TransportRequest(url: host.peer.url()))
            }
        }
    }

    @Test func timeoutsCancellationAndShutdownReachAllTransfers() async throws {
        let host = try Host()
        let session = try CurlSession()
        let tasks = (0..<100).map { _ in
            Task { try await session.send(TransportRequest(url: host.peer.url("/held"))) }
        }
        try await until { host.peer.requests.count == 100 }
        var slow = TransportRequest(url: host.peer.url("/held"))
        slow.timeouts.total = .milliseconds(50)
        await #expect(throws: TransportError.self) { try await session.send(slow) }
        tasks[3].cancel()
        tasks[97].cancel()
        for place in [3, 97] {
            let error = await #expect(throws: TransportError.self) { try await tasks[place].value }
            #expect(error?.code == .cancelled)
        }
        await session.shutdown(.cancel)
        for task in tasks {
            await #expect(throws: TransportError.self) { try await task.value }
        }
        host.gate.open()
        try await until { host.open.withLock { $0 } == 0 }
    }
}

private func until(
    _ isSo: () -> Bool, whileDoing work: () async throws -> Void
) async throws {
    while !isSo() { try await work() }
}
