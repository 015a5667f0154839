import CSlowResolver
import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Cancelling ends a transfer in any state, and closes its socket.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CancellationTests {
    @Test func cancellingBeforeStartSendsNothing() async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let session = try CurlSession()
        let mayStart = Gate()
        let call = Task {
            await mayStart.opened()
            return try await session.send(TransportRequest(url: peer.url()))
        }
        call.cancel()
        mayStart.open()
        await expectCancelled(call)
        #expect(peer.connections == 0)
        await session.shutdown(.drain)
    }

    @Test func cancellingWhileWaitingForResponseClosesSocket() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            if connection.readToEnd() { closed.open() }
        }
        try await expectClosed(peer, arrived, closed)
    }

    @Test func cancellingDuringResponseBodyClosesSocket() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            arrived.open()
            if connection.readToEnd() { closed.open() }
        }
        try await expectClosed(peer, arrived, closed)
    }

    @Test func cancellingDuringUploadClosesSocket() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            arrived.open()
            if connection.readToEnd() { closed.open() }
        }
        let body = Data(repeating: 0x61, count: 64 << 20)
        try await expectClosed(peer, arrived, closed, method: .post, body: body)
    }

    @Test func cancellingDuringConnectClosesSocket() async throws {
        let deaf = try DeafPort()
        let session = try CurlSession()
        let call = Task {
            try await session.send(TransportRequest(url: "http://127.0.0.1:\(deaf.port)/"))
        }
        try await until { deaf.isCalled() }
        call.cancel()
        await expectCancelled(call)
        try await until { !deaf.isCalled() }
        await session.shutdown(.drain)
    }

    /// The server reads the first bytes of the handshake and sends nothing.
    @Test func cancellingDuringTLSHandshakeClosesSocket() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            if connection.read(5) != nil { arrived.open() }
            if connection.readToEnd() { closed.open() }
        }
        let session = try CurlSession()
        let call = Task { [url = "https://127.0.0.1:\(peer.port)/"] in
            try await session.send(TransportRequest(url: url))
        }
        await arrived.opened()
        call.cancel()
        await expectCancelled(call)
        await closed.opened()
        await session.shutdown(.drain)
    }

    @Test func cancellingDuringNameLookupDoesNotBlockOthers() async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let session = try CurlSession()
        let call = Task { [url = "http://a.stalled.test:\(peer.port)/"] in
            try await session.send(TransportRequest(url: url))
        }
        try await until { slow_resolver_waiting() > 0 }
        call.cancel()
        // The look-up is still waiting: libcurl must not wait for it on the loop's thread.
        await expectCancelled(call)
        let response = try await session.send(TransportRequest(url: peer.url()))
        #expect(response.status == .ok)
        #expect(slow_resolver_waiting() > 0)
        await session.shutdown(.drain)
    }

    @Test func timeoutDuringNameLookupDoesNotBlockShutdown() async throws {
        let session = try CurlSession()
        let error = await #expect(throws: TransportError.self) {
            try await session.send(
                TransportRequest(
                    url: "http://b.stalled.test/",
                    timeouts: Timeouts(connect: .milliseconds(200), total: .seconds(50))))
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "no connection within 0.2 seconds")
        #expect(error?.isSafeToRetry == true)
        // Returns at once; otherwise the suite's time limit fails the test.
        await session.shutdown(.drain)
    }

    private func expectClosed(
        _ peer: ScriptedPeer, _ arrived: Gate, _ closed: Gate, method: HTTPRequest.Method = .get,
        body: Data? = nil
    ) async throws {
        let session = try CurlSession()
        let call = Task {
            try await session.send(
                TransportRequest(method: method, url: peer.url(), body: body))
        }
        await arrived.opened()
        call.cancel()
        await expectCancelled(call)
        await closed.opened()
        await session.shutdown(.drain)
    }

    private func expectCancelled(_ call: Task<TransportResponse, any Error>) async {
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }
}
