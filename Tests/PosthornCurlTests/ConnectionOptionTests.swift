import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Connection options of a session, observed at the server.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ConnectionOptionTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    private static func send(
        _ url: String, _ change: (inout SessionConfiguration) -> Void
    ) async throws -> TransportResponse {
        var configuration = SessionConfiguration()
        change(&configuration)
        return try await CurlSession.withSession(configuration) { session in
            try await session.send(TransportRequest(url: url))
        }
    }

    @Test func hostOverrideKeepsTheHostField() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let front = try SecureFront(of: peer.port)
        let response = try await Self.send("https://a.loopback.test:\(front.port)/") {
            $0.trust.authorities = .file(URL(filePath: front.authority))
            $0.connection.hostOverrides = ["a.loopback.test": "127.0.0.1"]
        }
        #expect(response.status == .ok)
        #expect(peer.requests.first?.contains("Host: a.loopback.test:") == true)
    }

    @Test func rejectsInvalidHostOverride() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await Self.send("http://a.invalid/") {
                $0.connection.hostOverrides = ["a.invalid": "b\r\nX-A: b"]
            }
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func sendsDefaultUserAgentUnlessSet() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let own = UserAgent.environment
        #expect(own.hasSuffix("Posthorn (Linux)"))
        for agent in [own, "Shop/1.0", nil] {
            _ = try await Self.send(peer.url()) { if agent != own { $0.userAgent = agent } }
            let line = agent.map { "\r\nUser-Agent: \($0)\r\n" }
            #expect(peer.requests.last?.contains(line ?? "User-Agent") == (line != nil))
        }
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            request.headers[.userAgent] = "Mine"
            _ = try await session.send(request)
        }
        #expect(peer.requests.last?.contains("\r\nUser-Agent: Mine\r\n") == true)
        #expect(peer.requests.last?.contains("Posthorn") == false)
        let error = await #expect(throws: TransportError.self) {
            try await Self.send(peer.url()) { $0.userAgent = "a\r\nX-A: b" }
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func connectsFromTheGivenLocalAddress() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let response = try await Self.send(peer.url()) {
            $0.connection.localInterface = "127.0.0.9"
        }
        #expect(response.metrics.connection?.localAddress == "127.0.0.9")
    }

    @Test func restrictsConnectionsToOneAddressFamily() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let url = "http://localhost:\(peer.port)/"
        let response = try await Self.send(url) { $0.connection.addressFamily = .ipv4 }
        #expect(response.metrics.connection?.remoteAddress == "127.0.0.1")
        let error = await #expect(throws: TransportError.self) {
            try await Self.send(peer.url()) { $0.connection.addressFamily = .ipv6 }
        }
        #expect(error?.isSafeToRetry == true)
    }

    @Test func unixSocketIsUsedForEveryHost() async throws {
        let path = NSTemporaryDirectory() + "posthorn-\(UUID().uuidString.prefix(8)).sock"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let peer = try ScriptedPeer(path: path) { connection in
            while try connection.readRequest() != nil { try connection.write(Self.ok) }
        }
        var configuration = SessionConfiguration()
        configuration.connection.unixSocket = path
        configuration.addressPolicy = .publicOnly
        try await CurlSession.withSession(configuration) { session in
            for _ in 0..<3 {
                let response = try await session.send(
                    TransportRequest(url: "http://nowhere.invalid/"))
                #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            }
        }
        #expect(peer.requests.count == 3)
        peer.stop()
    }

    @Test func minimumTLSVersionIsEnforced() async throws {
        let nginx = try Nginx()
        let error = await #expect(throws: TransportError.self) {
            try await Self.send(nginx.secureURL("/echo")) {
                $0.trust.authorities = .file(URL(filePath: nginx.authority))
                $0.connection.requiresTLS13 = true
            }
        }
        // Its nginx.conf has nginx's default: TLS 1.2 at most.
        #expect(error?.code == .tlsFailed)
    }

    @Test func minimumRateEndsSlowTransfer() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            _ = connection.readToEnd()
        }
        let error = await #expect(throws: TransportError.self) {
            try await Self.send(peer.url()) {
                $0.connection.minimumRate = 1000
                $0.connection.minimumRateTime = .seconds(1)
            }
        }
        #expect(
            error?.description
                == "timedOut: fewer than 1000 bytes a second moved for 1 second; "
                + "lower the session's minimumRate if the server may be so slow")
    }

    @Test func maximumDownloadRateLimitsDownload() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                // libcurl checks the rate after a hundred pieces of 16 KiB if they are available at
                // once.
                "HTTP/1.1 200 OK\r\nContent-Length: 6000000\r\n\r\n"
                + String(repeating: "a", count: 6_000_000))
        let start = ContinuousClock.now
        _ = try await Self.send(peer.url()) { $0.connection.maximumDownloadRate = 2_000_000 }
        #expect(.now - start > .seconds(1))
    }

    @Test func maximumUploadRateLimitsUpload() async throws {
        let peer = try ScriptedPeer(recording: false) { connection in
            while try connection.readMessage() != nil { try connection.write(Self.ok) }
        }
        var configuration = SessionConfiguration()
        configuration.connection.maximumUploadRate = 1_000_000
        let start = ContinuousClock.now
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(
                TransportRequest(
                    method: .post, url: peer.url(), body: Data(repeating: 0x61, count: 3_000_000)))
        }
        #expect(.now - start > .seconds(1))
    }

    /// TLS reads whole records.
    ///
    /// An unsolicited response in the same record as the end of a body is no longer visible on the
    /// socket.
    @Test func bytesBufferedByTLSAreNotTakenForNextResponse() async throws {
        let isHeadRead = Gate()
        let peer = try ScriptedPeer { connection in
            if connection.number == 1 {
                try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
                isHeadRead.wait()
                try connection.write(
                    "first" + "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nstranger")
            }
            while try connection.readRequest() != nil { try connection.write(Self.ok) }
        }
        let front = try SecureFront(of: peer.port)
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(url: "https://127.0.0.1:\(front.port)/")
            let stream = try await session.stream(request)
            isHeadRead.open()
            var body = Data()
            for try await piece in stream.body { body.append(piece) }
            #expect(String(decoding: body, as: UTF8.self) == "first")
            let response = try await session.send(request)
            #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        }
    }
}
