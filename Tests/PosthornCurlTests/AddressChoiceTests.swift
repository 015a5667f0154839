import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Hosts with several addresses, some of which do not respond.
///
/// Where an address drops the SYN, the connect timeout is longer than the suite's time limit.
/// Waiting for it, or for half of it, fails the test.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct AddressChoiceTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    private static let patient = Timeouts(connect: .seconds(600), total: Timeouts.unlimited)

    private func address(
        of host: String, _ port: UInt16, _ timeouts: Timeouts = Self.patient,
        _ configuration: SessionConfiguration = .plain, interface: String? = nil
    ) async throws -> String? {
        try await CurlSession.withSession(configuration) { session in
            var request = TransportRequest(url: "http://\(host):\(port)/", timeouts: timeouts)
            request.localInterface = interface
            return try await session.send(request).metrics.connection?.remoteAddress
        }
    }

    /// The first address drops the SYN instead of refusing the connection.
    @Test func usesTheAddressFamilyThatResponds() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "::1", peer.port)
        #expect(deaf.port == peer.port)
        let found = try await address(of: "a.either.test", peer.port)
        #expect(found == "127.0.0.1")
    }

    @Test(arguments: ["a.either.test", "a.several.test", "a.three.test"])
    func triesNextAddressWhenConnectionIsRefused(_ host: String) async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let found = try await address(of: host, peer.port)
        #expect(found == "127.0.0.1")
    }

    @Test(arguments: ["a.several.test", "a.three.test"])
    func triesNextAddressWhenSYNIsDropped(_ host: String) async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try ["127.0.0.2", "127.0.0.3"].map { try DeafPort(at: $0, peer.port) }
        try await CurlSession.withSession { session in
            let request = TransportRequest(
                url: "http://\(host):\(peer.port)/", timeouts: Self.patient)
            let first = try await session.send(request).metrics
            #expect(first.connection?.remoteAddress == "127.0.0.1")
            #expect(first.connection?.remotePort == Int(peer.port))
            // The other connection attempts are closed.
            #expect(!deaf.contains { $0.isCalled() })
            // The connection is reused like any other.
            let second = try await session.send(request).metrics
            #expect(second.isConnectionReused)
            #expect(second.connection == first.connection)
        }
        #expect(peer.connections == 1)
    }

    /// A host that bypasses the session's proxy is looked up and tried like any other.
    @Test func exceptionOfProxyTriesNextAddress() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", peer.port)
        var configuration = SessionConfiguration()
        configuration.connection.proxies = ProxyRules(
            ProxyRules.Server(host: "127.0.0.1", port: 1), exceptions: ["several.test"])
        try await CurlSession.withSession(configuration) { session in
            let url = "http://a.several.test:\(peer.port)/"
            let request = TransportRequest(url: url, timeouts: Self.patient)
            let response = try await session.send(request)
            #expect(response.status == .ok)
        }
        #expect(!deaf.isCalled())
    }

    @Test func concurrentRequestsAllSkipUnresponsiveAddress() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", peer.port)
        try await CurlSession.withSession { session in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        let url = "http://a.several.test:\(peer.port)/"
                        let request = TransportRequest(url: url, timeouts: Self.patient)
                        return try await session.send(request).status.code
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(deaf.port == peer.port)
    }

    /// The first request connects.
    ///
    /// The others wait to share its connection, and no second connection is opened.
    @Test func multiplexedRequestsAllSkipUnresponsiveAddress() async throws {
        let server = try Nginx()
        let deaf = try DeafPort(at: "127.0.0.2", server.securePort)
        var configuration = SessionConfiguration.plain
        configuration.httpVersion = .automatic
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        configuration.connection.hostOverrides = ["localhost": "a.several.test"]
        let url = server.secureURL("/echo")
        try await CurlSession.withSession(configuration) { session in
            try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let request = TransportRequest(url: url, timeouts: Self.patient)
                        return try await session.send(request).metrics.connection?.localPort
                    }
                }
                var ports: Set<Int?> = []
                for try await port in group { ports.insert(port) }
                #expect(ports.count == 1)
            }
        }
        #expect(deaf.port == server.securePort)
    }

    @Test func triesNextProxyAddressWhenSYNIsDropped() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", peer.port)
        var configuration = SessionConfiguration.plain
        configuration.connection.proxies = ProxyRules(
            ProxyRules.Server(host: "proxy.several.test", port: Int(peer.port)))
        _ = try await address(of: "elsewhere.missing.test", 80, Self.patient, configuration)
        #expect(peer.requests.first?.hasPrefix("GET http://elsewhere.missing.test/") == true)
        #expect(deaf.port == peer.port)
    }

    @Test func triesNextAddressOfHostOverride() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", peer.port)
        var configuration = SessionConfiguration.plain
        configuration.connection.hostOverrides = ["Elsewhere.missing.test": "a.several.test"]
        let found = try await address(
            of: "elsewhere.missing.test", peer.port, Self.patient, configuration)
        #expect(found == "127.0.0.1")
        #expect(deaf.port == peer.port)
    }

    /// With a local interface, libcurl connects itself.
    ///
    /// It gives each address half of the remaining time.
    @Test func localInterfaceSkipsAddressAfterHalfTheConnectTimeout() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", peer.port)
        let found = try await address(
            of: "a.several.test", peer.port, Timeouts(connect: .seconds(8)), interface: "127.0.0.1")
        #expect(found == "127.0.0.1")
        #expect(deaf.port == peer.port)
    }

    @Test(
        arguments: [
            Timeouts(connect: .seconds(1), total: .seconds(600)),
            Timeouts(connect: .seconds(600), total: .seconds(1)),
        ])
    func timesOutWhenNoAddressResponds(_ timeouts: Timeouts) async throws {
        let deaf = try DeafPort()
        let other = try DeafPort(at: "127.0.0.2", deaf.port)
        let error = await #expect(throws: TransportError.self) {
            try await address(of: "a.several.test", other.port, timeouts)
        }
        #expect(error?.code == .timedOut)
        #expect(error?.isSafeToRetry == true)
        let name = timeouts.connect == .seconds(1) ? "no connection" : "no complete response"
        #expect(error?.message == "\(name) within 1 second")
    }

    /// The SYN is retransmitted after a second and answered then.
    ///
    /// A client that gave up the address earlier would find no other.
    @Test(arguments: ["a.loopback.test", "a.several.test"])
    func slowAddressIsNotAbandoned(_ host: String) async throws {
        let isAlone = host == "a.loopback.test"
        // A port that is free on 127.0.0.1 first: there any other call may take it.
        let first = try DeafPort()
        let slow = isAlone ? first : try DeafPort(at: "127.0.0.2", first.port)
        async let call = address(of: host, slow.port)
        try await until { slow.isCalled() }
        slow.hear(Self.ok)
        let found = try await call
        #expect(found == (isAlone ? "127.0.0.1" : "127.0.0.2"))
        #expect(first.port == slow.port)
    }
}
