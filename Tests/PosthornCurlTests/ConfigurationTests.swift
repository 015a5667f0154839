import Foundation
// Only this import: requests and errors come with the session.
import PosthornCurl
import TestSupport
import Testing

/// Errors of invalid session configurations.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ConfigurationTests {
    private func complaint(_ change: (inout SessionConfiguration) -> Void) -> String? {
        var configuration = SessionConfiguration()
        change(&configuration)
        do throws(TransportError) {
            _ = try CurlSession(configuration)
            return nil
        } catch {
            #expect(error.code == .invalidRequest)
            #expect(error.isSafeToRetry)
            return error.description
        }
    }

    private static let webURL = URL(string: "https://shop.example/a") ?? URL(filePath: "")

    @Test func errorListsAllInvalidProperties() {
        let message = complaint {
            $0.maximumBodyBytes = -1
            $0.idleTime = .zero
            $0.userAgent = "a\nb"
            $0.connection.hostOverrides = ["h.test:80": "127.0.0.1", "h.test": ""]
            $0.connection.proxies = ProxyRules(ProxyRules.Server(host: "proxy.test", port: 0))
            $0.trust.pins = ["api.test": []]
            $0.trust.authorities = .file(Self.webURL)
            $0.connection.identities = [
                "api.test": .files(certificate: URL(filePath: "a"), key: Self.webURL)
            ]
            $0.resumeDirectory = URL(filePath: "/nowhere/at/all")
        }
        #expect(
            message == """
                invalidRequest: the session's configuration is wrong: \
                idleTime is 0 milliseconds; write more than zero; \
                maximumBodyBytes is -1; write 0 or more; \
                userAgent holds a control character; remove it; \
                connection.hostOverrides["h.test"] has an invalid target; write a name or an address, \
                without a port; \
                connection.hostOverrides["h.test:80"] has an invalid host; write a name or an address, \
                without a port; \
                connection.proxies.http has the port 0; write 1 to 65535; \
                connection.proxies.https has the port 0; write 1 to 65535; \
                trust.pins["api.test"] is empty; give it a pin, or leave the host out; \
                trust.authorities is not a file URL; create the URL with `URL(filePath:)`; \
                connection.identities["api.test"] has a URL that is not a file URL; create the URL with \
                `URL(filePath:)`; \
                resumeDirectory is not a folder; write the URL of an existing one; \
                correct each of them
                """)
    }

    @Test func errorNamesTheInvalidProperty() {
        typealias Change = (inout SessionConfiguration) -> Void
        let mistakes: [(String, Change)] = [
            ("idleConnections", { $0.idleConnections = -1 }),
            ("maximumHeaderBytes", { $0.maximumHeaderBytes = 0 }),
            ("maximumHeaderLines", { $0.maximumHeaderLines = 0 }),
            ("maximumHeaderLineBytes", { $0.maximumHeaderLineBytes = 0 }),
            ("maximumInterimResponses", { $0.maximumInterimResponses = -1 }),
            ("maximumDecompressionRatio", { $0.maximumDecompressionRatio = 0 }),
            ("limits.perOrigin", { $0.limits.perOrigin = 0 }),
            ("limits.total", { $0.limits.total = 0 }),
            ("connection.keepAlive", { $0.connection.keepAlive = .seconds(-1) }),
            ("connection.maximumDownloadRate", { $0.connection.maximumDownloadRate = -1 }),
            ("connection.maximumUploadRate", { $0.connection.maximumUploadRate = -1 }),
            (
                "connection.minimumRate",
                { $0.connection.minimumRate = 0 }
            ),
            ("connection.unixSocket", { $0.connection.unixSocket = "" }),
            ("connection.localInterface", { $0.connection.localInterface = "" }),
            (
                "connection.identities",
                { $0.connection.identities = ["https://a": .pem(certificate: "", key: "")] }
            ),
        ]
        for (name, change) in mistakes {
            let message = complaint(change) ?? ""
            #expect(
                message.hasPrefix("invalidRequest: the session's configuration is wrong: \(name) "))
            #expect(message.hasSuffix("; correct \(name)"))
        }
    }

    @Test(arguments: [
        "", "a b", "proxy.test:80", "http://proxy.test", "a/b", "user@proxy.test", "-ü-.xn--a.test",
    ])
    func rejectsInvalidProxyHost(_ host: String) {
        let message = complaint {
            $0.connection.proxies = ProxyRules(ProxyRules.Server(host: host, port: 80))
        }
        #expect(
            message?.contains(
                "connection.proxies.http has no valid host; write a name or an address")
                == true)
    }

    @Test(arguments: ["proxy.test", "127.0.0.1", "::1", "[::1]", "bücher.test"])
    func acceptsValidProxyHost(_ host: String) {
        #expect(
            complaint {
                $0.connection.proxies = ProxyRules(ProxyRules.Server(host: host, port: 80))
            }
                == nil)
    }

    /// It would be unclear which of the two is used.
    @Test func rejectsTwoOverridesForOneHost() {
        #expect(
            complaint {
                $0.connection.hostOverrides = [
                    "bücher.test": "a.test", "xn--bcher-KVA.test": "b.test",
                ]
            } == """
                invalidRequest: the session's configuration is wrong: \
                connection.hostOverrides["xn--bcher-KVA.test"] maps a host that another entry maps to another target; \
                leave one of them; correct connection.hostOverrides["xn--bcher-KVA.test"]
                """)
        #expect(complaint { $0.connection.hostOverrides = ["H.test": "a", "h.test": "A"] } == nil)
    }

    @Test func defaultConfigurationIsValid() { #expect(complaint { _ in } == nil) }

    // MARK: Hosts

    private func request(
        _ url: String, at port: UInt16, overriding host: String, by place: String
    ) async throws -> TransportResponse {
        var configuration = SessionConfiguration()
        configuration.connection.hostOverrides = [host: place]
        return try await CurlSession.withSession(configuration) { session in
            try await session.send(TransportRequest(url: url.replacing("PORT", with: "\(port)")))
        }
    }

    @Test(arguments: [
        ("http://[::1]:PORT/", "::1", "127.0.0.1", "[::1]"),
        ("http://[::1]:PORT/", "[0:0::1]", "127.0.0.1", "[::1]"),
        ("http://bücher.test:PORT/", "bücher.test", "127.0.0.1", "xn--bcher-kva.test"),
        ("http://BÜCHER.test:PORT/", "xn--bcher-kva.test", "127.0.0.1", "xn--bcher-kva.test"),
        ("http://faß.test:PORT/", "faß.test", "127.0.0.1", "xn--fa-hia.test"),
        ("http://例え.テスト:PORT/", "例え.テスト", "127.0.0.1", "xn--r8jz45g.xn--zckzah"),
    ])
    func hostOverridesApplyToNormalizedHosts(
        url: String, host: String, place: String, named: String
    ) async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let response = try await request(url, at: peer.port, overriding: host, by: place)
        #expect(response.status == .ok)
        #expect(peer.requests[0].contains("\r\nHost: \(named):$PORT\r\n"))
    }

    @Test(arguments: ["http://a\u{2044}b.test/", "http://\u{FF0F}.test/", "http://-ü-.xn--a.test/"])
    func rejectsURLsWithInvalidHostNames(url: String) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await request(url, at: 1, overriding: "a.test", by: "127.0.0.1")
        }
        #expect(error?.code == .invalidRequest)
    }

    /// A fragment is not sent, and is inherited by the redirect's target.
    @Test func fragmentIsNotSentAndSurvivesRedirect() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let place = request.hasPrefix("GET /a") ? "302 Found\r\nLocation: /b?c" : "200 OK"
                try connection.write("HTTP/1.1 \(place)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        try await CurlSession.withSession { session in
            let response = try await session.send(TransportRequest(url: peer.url("/a?b#part")))
            #expect(response.redirects.map(\.target) == [peer.url("/b?c#part")])
        }
        #expect(
            peer.requests.map { $0.prefix { $0 != "\r\n" } } == [
                "GET /a?b HTTP/1.1", "GET /b?c HTTP/1.1",
            ])
    }

    /// The configuration is a value that the session keeps from its creation.
    @Test func changedCopyOfConfigurationDoesNotChangeSession() async throws {
        let peer = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        var configuration = SessionConfiguration()
        configuration.userAgent = "First/1"
        let session = try CurlSession(configuration)
        configuration.userAgent = "Second/2"
        configuration.maximumBodyBytes = 1
        #expect(session.configuration.userAgent == "First/1")
        #expect(session.configuration.maximumBodyBytes != configuration.maximumBodyBytes)
        let response = try await session.send(TransportRequest(url: peer.url()))
        await session.shutdown(.drain)
        #expect(response.body.count == 5)
        #expect(peer.requests.last?.contains("\r\nUser-Agent: First/1\r\n") == true)
    }

    // MARK: Time limits

    /// A large body, or one of unknown size, has no total timeout while it moves.
    @Test func defaultTimeoutsDependOnTheBody() throws {
        let folder = try TemporaryFolder(for: "limits")
        try Data("x".utf8).write(to: folder.url.appending(path: "f"))
        let file = HTTPBody.file(URL(filePath: folder.path + "/f"))
        let bodies: [(HTTPBody?, total: Duration?, idle: Duration?)] = [
            (nil, .seconds(60), nil), (HTTPBody(Data(count: 1 << 20)), .seconds(60), nil),
            (HTTPBody(Data(count: 1 << 20 + 1)), nil, .seconds(60)), (file, nil, .seconds(60)),
            (HTTPBody(BodyStream(AsyncStream { $0.finish() })), nil, .seconds(60)),
        ]
        for (body, total, idle) in bodies {
            var request = TransportRequest(method: .put, url: "http://a.test/")
            request.body = body
            #expect(request.limits.total == total)
            #expect(request.limits.idle == idle)
            request.timeouts.connect = .seconds(1)
            #expect(request.limits.total == total)
            request.timeouts.total = .seconds(60)
            #expect(request.limits.total == .seconds(60))
        }
    }

    /// Bytes that leave the system's send buffer count as movement.
    ///
    /// Posthorn has already read the whole source. The server is a slow link: it reads 4 KiB each
    /// 100 milliseconds, and the system buffers little for it.
    ///
    /// Two timeouts for silence see the same progress independently.
    @Test(arguments: [nil, .seconds(2)] as [Duration?])
    func slowlySentBodyIsNotIdle(firstByte: Duration?) async throws {
        let peer = try ScriptedPeer { connection in
            connection.limitUnread(bytes: 4 << 10)
            _ = try connection.readHead()
            for _ in 0..<40 {
                _ = try connection.take(4 << 10)
                usleep(100_000)
            }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        try await CurlSession.withSession { session in
            let response = try await session.send(
                TransportRequest(
                    method: .put, url: peer.url(), body: Data(count: 160 << 10),
                    timeouts: Timeouts(
                        firstByte: firstByte, idle: .seconds(2), total: Timeouts.unlimited)))
            #expect(response.status == .ok)
        }
    }
}
