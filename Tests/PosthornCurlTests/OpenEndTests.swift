import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// HTTP/2 responses without a length whose connections give no reason for doubt.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct OpenEndTests {
    private static func respond(_ http2: HTTP2Connection, _ stream: UInt32) throws {
        try http2.write(.headers(stream, [(":status", "200")]), .data(stream, "he"))
        try http2.write(HTTP2Frame(.ping, payload: [UInt8](repeating: 0, count: 8)))
        _ = http2.read(until: .ping)
        try http2.write(.data(stream, "llo", endStream: true))
    }

    private func front(isOld: Bool = false) throws -> (front: SecureFront, peer: ScriptedPeer) {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() { try Self.respond(http2, stream) }
        }
        return (try SecureFront(of: peer.port, protocolName: "h2", isOld: isOld), peer)
    }

    /// Below TLS 1.3, the PING acknowledgement has another length on the wire.
    @Test(arguments: [false, true])
    func pingAcknowledgementDoesNotEndBodyWithoutLength(isOld: Bool) async throws {
        let (front, peer) = try front(isOld: isOld)
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            let response = try await session.send(
                TransportRequest(url: "https://127.0.0.1:\(front.port)/"))
            #expect(response.body == Data("hello".utf8))
        }
        #expect(peer.connections == 1)
    }

    /// libcurl closes an idle connection when too many are idle.
    ///
    /// The first handle holds 32 transfers without TLS, so that the other idle connection belongs
    /// to another handle and is not closed instead.
    @Test func excessIdleHTTP2ConnectionDoesNotFailBodies() async throws {
        let gate = Gate()
        let plain = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.hasPrefix("GET /held") { gate.wait() }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let (front, peer) = try front()
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        configuration.idleConnections = 1
        try await CurlSession.withSession(configuration) { session in
            try await withThrowingTaskGroup { group in
                defer { gate.open() }
                for count in 1...33 {
                    group.addTask {
                        _ = try await session.send(TransportRequest(url: plain.url("/held")))
                    }
                    try await until { plain.requests.count == count }
                }
                _ = try await session.send(TransportRequest(url: plain.url()))
                for count in 1...2 {
                    let response = try await session.send(
                        TransportRequest(url: "https://127.0.0.1:\(front.port)/"))
                    #expect(response.body == Data("hello".utf8))
                    #expect(peer.connections == count)
                }
                gate.open()
                try await group.waitForAll()
            }
        }
    }
}
