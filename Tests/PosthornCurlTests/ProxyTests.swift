import Foundation
import Glibc
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// Calls through scripted proxies.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ProxyTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    private static func configuration(
        _ proxy: ProxyRules.Server, exceptions: [String] = []
    ) -> SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.connection.proxies = ProxyRules(proxy, exceptions: exceptions)
        return configuration
    }

    @Test func httpProxyGetsAbsoluteURLAndProxyCredentials() async throws {
        let proxy = try ScriptedPeer.responding(with: Self.ok)
        let server = ProxyRules.Server(
            host: "127.0.0.1", port: Int(proxy.port), user: "me", password: "se:cret")
        try await CurlSession.withSession(Self.configuration(server)) { session in
            for _ in 0..<2 {
                let response = try await session.send(
                    TransportRequest(url: "http://nowhere.invalid/a?b=c"))
                #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            }
        }
        let request =
            "GET http://nowhere.invalid/a?b=c HTTP/1.1\r\nHost: nowhere.invalid\r\n"
            + "Proxy-Authorization: Basic bWU6c2U6Y3JldA==\r\nProxy-Connection: Keep-Alive\r\n\r\n"
        #expect(proxy.requests == [request, request])
        #expect(proxy.connections == 1)
    }

    @Test(arguments: [ProxyRules.Server.Kind.http, .socks5, .socks5h])
    func tunnelsTLSThroughProxies(_ kind: ProxyRules.Server.Kind) async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let front = try SecureFront(of: peer.port)
        let proxy = try ScriptedPeer { connection in
            if kind == .http {
                #expect(try connection.readHead().hasPrefix("CONNECT a.loopback.test:443 "))
                try connection.write("HTTP/1.1 200 Connection established\r\nX-A: b\r\n\r\n")
            } else {
                try Self.takeSOCKS(connection, kind)
            }
            try connection.relay(to: front.port)
        }
        var configuration = Self.configuration(
            ProxyRules.Server(
                kind, host: "127.0.0.1", port: Int(proxy.port), user: "me", password: "pw"))
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        // Needed only if this machine has to resolve the name.
        if kind == .socks5 {
            configuration.connection.hostOverrides["a.loopback.test"] = "127.0.0.1"
        }
        try await CurlSession.withSession(configuration) { session in
            for _ in 0..<2 {
                let response = try await session.send(
                    TransportRequest(url: "https://a.loopback.test/"))
                #expect(String(decoding: response.body, as: UTF8.self) == "hello")
                #expect(response.headers[HTTPField.Name("X-A")!] == nil)
            }
        }
        #expect(proxy.connections == 1)
        // Data for the proxy is not sent to the server.
        #expect(peer.requests.count == 2)
        #expect(!peer.requests.joined().contains("roxy"))
    }

    @Test func usesTLSToHTTPSProxy() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let front = try SecureFront(of: peer.port)
        let proxy = try ScriptedPeer { connection in
            while true {
                let head = try connection.readHead()
                guard head.hasPrefix("CONNECT ") else {
                    try connection.write(Self.ok)
                    continue
                }
                try connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
                return try connection.relay(to: front.port)
            }
        }
        let secureProxy = try SecureFront(of: proxy.port)
        let authorities = NSTemporaryDirectory() + "posthorn-authorities-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: authorities) }
        let both = try [front.authority, secureProxy.authority].map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        try both.joined().write(toFile: authorities, atomically: true, encoding: .utf8)
        var configuration = Self.configuration(
            ProxyRules.Server(
                .https, host: "127.0.0.1", port: Int(secureProxy.port), user: "me", password: "pw"))
        configuration.trust.authorities = .file(URL(filePath: authorities))
        try await CurlSession.withSession(configuration) { session in
            for url in ["http://nowhere.invalid/", "https://a.loopback.test/"] {
                let response = try await session.send(TransportRequest(url: url))
                #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            }
        }
        #expect(
            proxy.requests.map { $0.contains("\r\nProxy-Authorization: Basic ") } == [true, true])
        #expect(peer.requests.count == 1)
        #expect(!peer.requests.joined().contains("roxy"))
        // Pins and the hook apply to the server; the proxy has another key.
        let pin = try TestAuthority.pin(of: both[0])
        configuration.trust = TrustPolicy(
            authorities: .pem(both.joined()), pins: ["a.loopback.test": [pin], "127.0.0.1": [pin]])
        let hosts = Locked<[String]>([])
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { trust in
            hosts.withLock { $0.append(trust.host) }
            return trust.failure == nil ? .trust : .refuse
        }
        for hooks in [SessionHooks(), hooks] {
            try await CurlSession.withSession(configuration, hooks: hooks) { session in
                for url in ["http://nowhere.invalid/", "https://a.loopback.test/"] {
                    let response = try await session.send(TransportRequest(url: url))
                    #expect(response.status == .ok)
                }
            }
        }
        #expect(hosts.withLock { $0 } == ["a.loopback.test"])
        // An untrusted authority is not trusted for a proxy either.
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(configuration) { session in
                try await session.send(TransportRequest(url: "http://nowhere.invalid/"))
            }
        }
        #expect(error?.code == .untrustedCertificate)
    }

    /// A server's side of RFC 1928 and RFC 1929.
    private static func takeSOCKS(
        _ connection: PeerConnection, _ kind: ProxyRules.Server.Kind
    ) throws {
        let greeting = try connection.take(2)
        let methods = try connection.take(Int(greeting[1]))
        #expect(methods.contains(2))
        try connection.write([5, 2])
        let user = try connection.take(Int(try connection.take(2)[1]))
        let password = try connection.take(Int(try connection.take(1)[0]))
        #expect(user == Array("me".utf8) && password == Array("pw".utf8))
        try connection.write([1, 0])
        let request = try connection.take(4)
        if kind == .socks5h {
            #expect(request[3] == 3)
            let name = try connection.take(Int(try connection.take(1)[0]))
            #expect(name == Array("a.loopback.test".utf8))
        } else {
            #expect(try request[3] == 1 && connection.take(4) == [127, 0, 0, 1])
        }
        #expect(try connection.take(2) == [1, 187])
        try connection.write([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
    }

    @Test(arguments: [
        ("HTTP/1.1 407 Who?\r\nContent-Length: 6\r\nX-A: b\r\n\r\nno way", "status 407"),
        ("HTTP/1.1 502 Bad\r\nContent-Length: 3\r\n\r\nbad", "the status 502"),
        ("HTTP/1.1 302 Elsewhere\r\nLocation: http://other/\r\n\r\n", "the status 302"),
        ("nonsense\r\n\r\n", "did not speak its protocol"),
        ("", "did not speak its protocol"),
        ("HTTP/1.1 200 OK\r\nX-A", "did not speak its protocol"),
        (
            "HTTP/1.1 200 OK\r\n"
                + String(repeating: "X-A: aaaaaaaaaaaaaaaaaaaa\r\n", count: 20_000),
            "did not speak its protocol"
        ),
    ])
    func errorReportsTheProxysResponse(_ response: String, _ words: String) async throws {
        let proxy = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write(response)
        }
        let server = try ProxyRules.Server("http://me:se%63ret@127.0.0.1:\(proxy.port)")
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(Self.configuration(server)) { session in
                try await session.send(TransportRequest(url: "https://nowhere.invalid/"))
            }
        }
        let text = try #require(error?.description)
        #expect(error?.code == .proxyFailed && text.contains(words), "\(text)")
        #expect(text.contains("http://127.0.0.1:\(proxy.port)") && !text.contains("secret"))
        #expect(error?.isSafeToRetry == true)
    }

    @Test func unreachableProxyThrowsProxyFailed() async throws {
        let peer = try ScriptedPeer { _ in }
        peer.stop()
        for proxy in ["http://127.0.0.1:1", "http://nowhere.invalid:1", "socks5h://127.0.0.1:1"] {
            let error = await #expect(throws: TransportError.self) {
                let server = try ProxyRules.Server(proxy)
                return try await CurlSession.withSession(Self.configuration(server)) { session in
                    try await session.send(TransportRequest(url: "https://nowhere.invalid/"))
                }
            }
            #expect(error?.code == .proxyFailed, "\(String(describing: error))")
        }
    }

    @Test func proxyExceptionsAreCalledDirectly() async throws {
        let proxy = try ScriptedPeer.responding(with: Self.ok)
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let server = ProxyRules.Server(host: "127.0.0.1", port: Int(proxy.port))
        for exceptions in [["127.0.0.1"], ["x.invalid", "127.0.0.0/8"], ["*"]] {
            let configuration = Self.configuration(server, exceptions: exceptions)
            try await CurlSession.withSession(configuration) { session in
                _ = try await session.send(TransportRequest(url: peer.url()))
            }
        }
        #expect(peer.requests.count == 3)
        #expect(proxy.requests.isEmpty)
    }

    /// In a request for the URL, the proxy would look the host up itself.
    @Test func overriddenHostIsReachedThroughTunnel() async throws {
        let proxy = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            try connection.write(
                request.hasPrefix("CONNECT ")
                    ? "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n" : Self.ok)
        }
        let server = ProxyRules.Server(host: "127.0.0.1", port: Int(proxy.port))
        var configuration = Self.configuration(server)
        configuration.connection.hostOverrides = ["a.test": "b.test"]
        try await CurlSession.withSession(configuration) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: "http://a.test/"))
            }
            #expect(error?.code == .proxyFailed)
            #expect(
                error?.advice
                    == "let the proxy open tunnels to this port, or leave the host out of hostOverrides"
            )
            _ = try await session.send(TransportRequest(url: "http://c.test/"))
        }
        #expect(proxy.requests.first?.hasPrefix("CONNECT b.test:80 ") == true)
        #expect(proxy.requests.last?.hasPrefix("GET http://c.test/ ") == true)
    }

    /// A handle that was used without the proxy is not reused for a host that needs it.
    @Test func exceptionsAndOtherHostsTakeTurns() async throws {
        let proxy = try ScriptedPeer.responding(with: Self.ok)
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let server = ProxyRules.Server(host: "127.0.0.1", port: Int(proxy.port))
        let configuration = Self.configuration(server, exceptions: ["127.0.0.1"])
        try await CurlSession.withSession(configuration) { session in
            for _ in 0..<3 {
                _ = try await session.send(TransportRequest(url: peer.url()))
                _ = try await session.send(TransportRequest(url: "http://nowhere.invalid/"))
            }
        }
        #expect(peer.requests.count == 3)
        #expect(proxy.requests.count == 3)
    }

    @Test func failureOfExceptionIsNotTheProxys() async throws {
        let server = ProxyRules.Server(host: "127.0.0.1", port: 1)
        let configuration = Self.configuration(server, exceptions: ["127.0.0.1"])
        let error = await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(configuration) { session in
                try await session.send(TransportRequest(url: "http://127.0.0.1:1/"))
            }
        }
        #expect(error?.code == .cannotConnect)
    }

    @Test(
        arguments: [
            ("a.example", ["a.example"], true), ("A.Example", ["a.example"], true),
            ("b.a.example", ["a.example"], true), ("b.a.example", [".a.example"], true),
            ("a.example", [".a.example"], true), ("a.example.", ["a.example"], true),
            ("ba.example", ["a.example"], false), ("example", ["a.example"], false),
            ("b.example", ["a.example, b.example"], true), ("b.example", [" b.example"], true),
            ("a.example", ["x", "*"], true), ("a.example", [], false), ("a.example", [""], false),
            ("a.example", ["0.0.0.0/0"], false), ("10.1.2.3", ["10.0.0.0/8"], true),
            ("169.254.1.2", ["169.254/16"], true), ("169.253.1.2", ["169.254/16"], false),
            ("10.1.2.3", ["10/8"], true),
            ("11.1.2.3", ["10.0.0.0/8"], false), ("10.1.2.3", ["10.1.2.3"], true),
            ("10.1.2.3", ["10.1.2.2/31"], true), ("10.1.2.4", ["10.1.2.2/31"], false),
            ("10.1.2.3", ["0.0.0.0/0"], true), ("10.1.2.3", ["10.0.0.0/33"], false),
            ("10.1.2.3", ["2.3", "3"], false), ("[::1]", ["::1"], true), ("[::1]", ["[::1]"], true),
            ("[fd00::7]", ["fd00::/8"], true), ("[fe80::7]", ["fd00::/8"], false),
            ("10.1.2.3", ["::/0"], false),
            ("b.a.example", ["*.a.example"], true), ("a.example", ["*.a.example"], false),
            ("ba.example", ["*.a.example"], false), ("api-7.a.example", ["api-*.a.example"], true),
            ("api-7.b.example", ["api-*.a.example"], false), ("10.1.2.3", ["10.1.*"], true),
            ("10.12.2.3", ["10.1.*"], false), ("10.1.2.3", ["10."], true),
            ("110.1.2.3", ["10."], false), ("[fd00::7]", ["fd00::*"], true),
            ("intranet", ["<local>"], true), ("intranet.example", ["<local>"], false),
            ("10.1.2.3", ["<local>"], false), ("b.example", ["a.example;b.example"], true),
            ("b.example", ["a.example|b.example"], true),
            ("xn--bcher-kva.test", ["bücher.test"], true),
        ] as [(String, [String], Bool)])
    func hostBypassesProxy(_ host: String, _ exceptions: [String], _ isDirect: Bool) {
        let entries = ProxyRules(exceptions: exceptions).entries.compactMap { $0 }
        #expect(entries.bypass(host, port: 80) == isDirect)
    }

    @Test(
        arguments: [
            ("127.0.0.1", 8080, ["127.0.0.1:8080"], true),
            ("127.0.0.1", 80, ["127.0.0.1:8080"], false),
            ("b.a.example", 443, [".a.example:443"], true),
            ("a.example", 80, ["a.example:443"], false),
            ("b.a.example", 443, ["*.a.example:443"], true), ("[::1]", 8080, ["[::1]:8080"], true),
            ("[::1]", 80, ["[::1]:8080"], false), ("a.example", 8080, ["*:8080"], true),
        ] as [(String, Int, [String], Bool)])
    func exceptionMayNameAPort(
        _ host: String, _ port: Int, _ exceptions: [String], _ isDirect: Bool
    ) {
        let entries = ProxyRules(exceptions: exceptions).entries.compactMap { $0 }
        #expect(entries.bypass(host, port: port) == isDirect)
    }

    @Test(arguments: [
        "http://a.example", "10.0.0.0/33", "10.1/33", "a.example/8", "a.example:0", "a.example:x",
        "[::1", "a@b.example", "/var/run/x.sock",
    ])
    func unreadableExceptionIsAnError(_ entry: String) async throws {
        let server = ProxyRules.Server(host: "127.0.0.1", port: 1)
        let configuration = Self.configuration(server, exceptions: ["a.example", entry])
        let error = #expect(throws: TransportError.self) { _ = try CurlSession(configuration) }
        #expect(error?.message.contains("has an entry, number 2,") == true)
    }

    @Test(arguments: [
        ("socks://127.0.0.1:1080/", "socks5://127.0.0.1:1080"),
        ("proxy.test", "http://proxy.test:3128"),
        ("HTTPS://proxy.test", "https://proxy.test:443"),
    ])
    func readsProxyURL(_ url: String, _ description: String) throws {
        #expect(try ProxyRules.Server(url).description == description)
    }

    @Test func proxyCredentialsAreNeverPrinted() throws {
        let servers = [
            ProxyRules.Server(.socks5, host: "::1", port: 1080, user: "agent7", password: "secret"),
            try ProxyRules.Server("socks5://agent7:secret@[::1]"),
        ]
        for server in servers {
            var configuration = SessionConfiguration()
            configuration.connection.proxies = ProxyRules(server)
            var dumped = ""
            dump(configuration, to: &dumped)
            #expect(server.description == "socks5://[::1]:1080")
            for text in ["\(server)", String(reflecting: server), "\(configuration)", dumped] {
                #expect(!text.contains("secret") && !text.contains("agent7"), "\(text)")
            }
        }
    }

    @Test(arguments: [
        "", "http://", "ftp://a", "http://a:b", "http://a:0", "http://a:65536", "http://a/b",
        "http://a b", "http://%zz@a", "http://a\r\nb",
    ])
    func rejectsInvalidProxyURL(_ url: String) throws {
        let error = #expect(throws: TransportError.self) { try ProxyRules.Server(url) }
        #expect(error?.code == .invalidRequest)
    }
}
