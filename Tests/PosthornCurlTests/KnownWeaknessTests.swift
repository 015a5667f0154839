import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Unfixed weaknesses of Debian's libcurl 7.88, each with what prevents it here.
///
/// The one with `.netrc` is in `OutsideTests`, because it needs its own home directory.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct KnownWeaknessTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    private static let digest = "Digest realm=\"r\", nonce=\"abc\", qop=\"auth\", algorithm=MD5"

    /// A handle sends the Digest state of one origin to another.
    @Test func cve202611856() async throws {
        let first = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 401 U\r\nWWW-Authenticate: \(Self.digest)\r\nContent-Length: 0\r\n\r\n")
        let second = try ScriptedPeer.responding(with: Self.ok)
        try await CurlSession.withSession(.plain) { session in
            _ = try await session.send(
                TransportRequest(
                    url: first.url(), headers: [.authorization: "Digest username=\"me\""]))
            _ = try await session.send(TransportRequest(url: second.url()))
        }
        #expect(first.requests.map { $0.contains("Authorization: Digest") } == [true])
        #expect(second.requests.map { $0.contains("uthorization") } == [false])
    }

    /// A connection is reused with another client certificate: sessions share no connections.
    @Test func cve20268932() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let front = try SecureFront(of: peer.port)
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        let (one, other) = (try CurlSession(configuration), try CurlSession(configuration))
        for session in [one, other, one, other] {
            _ = try await session.send(
                TransportRequest(url: "https://127.0.0.1:\(front.port)/"))
        }
        #expect(peer.connections == 2)
        for session in [one, other] { await session.shutdown(.drain) }
    }

    /// A host with a trailing dot sets a cookie for a whole public suffix.
    @Test func cve20268924() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nSet-Cookie: super=1; Domain=co.uk.\r\n"
                + "Set-Cookie: super=2; Domain=co.uk\r\nContent-Length: 0\r\n\r\n")
        var configuration = SessionConfiguration.plain
        configuration.cookies = CookieStore()
        for host in ["a.co.uk.", "a.co.uk", "b.co.uk.", "b.co.uk"] {
            configuration.connection.hostOverrides[host] = "127.0.0.1"
        }
        try await CurlSession.withSession(configuration) { session in
            for host in ["a.co.uk.", "a.co.uk", "b.co.uk.", "b.co.uk"] {
                _ = try await session.send(TransportRequest(url: "http://\(host):\(peer.port)/"))
            }
        }
        #expect(peer.requests.count == 4)
        #expect(peer.requests.filter { $0.contains("Cookie") } == [])
        #expect(configuration.cookies?.cookies.isEmpty == true)
    }

    /// After a request with its own `Host`, the next one gets that host's cookies.
    @Test func cve20266276() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nSet-Cookie: sid=1\r\nContent-Length: 0\r\n\r\n")
        var configuration = SessionConfiguration.plain
        configuration.cookies = CookieStore()
        let host = try #require(HTTPField.Name("Host"))
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(
                TransportRequest(url: "http://a.loopback.test:\(peer.port)/"))
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(url: peer.url(), headers: [host: "a.loopback.test"]))
            }
            #expect(error?.code == .invalidRequest)
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
        #expect(peer.requests.map { $0.contains("Cookie") } == [false, false])
    }

    /// A redirect sends a proxy's credentials to the proxy of the other scheme.
    @Test func cve20266253() async throws {
        let origin = try ScriptedPeer.responding(with: Self.ok)
        let front = try SecureFront(of: origin.port)
        let first = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 302 F\r\nLocation: https://a.loopback.test/\r\nContent-Length: 0\r\n\r\n")
        let second = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
            try connection.relay(to: front.port)
        }
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        configuration.connection.proxies = ProxyRules(
            http: ProxyRules.Server(
                host: "127.0.0.1", port: Int(first.port), user: "me", password: "secret"),
            https: ProxyRules.Server(host: "127.0.0.1", port: Int(second.port)))
        try await CurlSession.withSession(configuration) { session in
            let response = try await session.send(
                TransportRequest(url: "http://a.loopback.test/"))
            #expect(response.redirects.count == 1)
        }
        #expect(first.requests.map { $0.contains("Proxy-Authorization: Basic") } == [true])
        #expect(second.requests.map { $0.contains("uthorization") } == [false])
        #expect(origin.requests.map { $0.contains("uthorization") } == [false])
    }

    /// The Digest state of one proxy is sent to another.
    @Test func cve20268927() async throws {
        let first = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 407 P\r\nProxy-Authenticate: \(Self.digest)\r\nContent-Length: 0\r\n\r\n")
        let second = try ScriptedPeer.responding(with: Self.ok)
        for (peer, user) in [(first, "me"), (second, nil)] {
            var configuration = SessionConfiguration.plain
            configuration.connection.proxies = ProxyRules(
                ProxyRules.Server(
                    host: "127.0.0.1", port: Int(peer.port), user: user, password: "pw"))
            try await CurlSession.withSession(configuration) { session in
                _ = try? await session.send(TransportRequest(url: "http://nowhere.invalid/"))
            }
        }
        #expect(first.requests.allSatisfy { !$0.contains("Digest") })
        #expect(first.requests.count == 1)
        #expect(second.requests.map { $0.contains("uthorization") } == [false])
    }

    /// Use after free with dependent streams and reset handles: no stream depends on another here.
    @Test func cve202610536() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where ["swift", "h"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("CURLOPT_STREAM_DEPENDS"), "\(file.path)")
            count += 1
        }
        #expect(count > 200)
    }
}
