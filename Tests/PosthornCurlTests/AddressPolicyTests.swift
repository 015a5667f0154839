import FoundationEssentials
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// A session that may not connect to every address.
///
/// In these tests 127.0.0.2 stands for a public address, and 127.0.0.1 is refused.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct AddressPolicyTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    private static let closing =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

    /// A session's configuration with a policy that allows 127.0.0.2.
    private static func guarded(
        _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.addressPolicy = .publicOnly
        configuration.addressPolicy.allowed = [try AddressRange("127.0.0.2")]
        change(&configuration)
        return configuration
    }

    private static func outside(
        port: UInt16 = 0, _ response: String = ok
    ) throws -> ScriptedPeer {
        try ScriptedPeer(at: "127.0.0.2", port: port) { connection in
            while try connection.readRequest() != nil { try connection.write(response) }
        }
    }

    private static func refusal(
        of url: String, _ configuration: SessionConfiguration
    ) async throws -> TransportError {
        try await CurlSession.withSession(configuration) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: url))
            }
            return try #require(error)
        }
    }

    // All spellings of this machine's address; a failing session would reach the test's server
    // only.
    @Test(
        arguments: [
            "127.0.0.1", "localhost", "a.loopback.test", "2130706433", "0x7f000001", "127.1",
            "0177.0.0.1", "0x7f.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]",
            "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[fe80::1]",
            "--ffff-7f00-1.address.test", "--1.address.test", "64-ff9b--7f00-1.address.test",
            "2002-7f00-1--.address.test", "2001-0-7f00-1--.address.test",
        ])
    func refusesRequestsToPrivateAddresses(_ host: String) async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let error = try await Self.refusal(of: "http://\(host):\(peer.port)/", Self.guarded())
        #expect(error.code == .addressRefused)
        #expect(error.isSafeToRetry == true)
        #expect(peer.connections == 0)
    }

    @Test(arguments: ["[fe80::1%25lo]", "[fe80::1%lo]", "[::1%1]"])
    func refusesHostsWithZones(_ host: String) async throws {
        let error = try await Self.refusal(of: "http://\(host)/", Self.guarded())
        #expect(error.code == .invalidRequest)
    }

    @Test func errorNamesTheRangeAndTheRule() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let url = "http://a.loopback.test:\(peer.port)/"
        var configuration = try Self.guarded()
        let special = try await Self.refusal(of: url, configuration)
        #expect(
            special.description == """
                addressRefused: the host's address is in 127.0.0.0/8 (loopback, RFC 1122), which is not public; \
                if the host is trusted, add its range to the session's addressPolicy.allowed
                """)
        configuration.addressPolicy.denied = [try AddressRange("127.0.0.0/16", name: "tests")]
        let denied = try await Self.refusal(of: url, configuration)
        #expect(
            denied.description == """
                addressRefused: the host's address is in 127.0.0.0/16 (tests), which addressPolicy.denied lists; \
                call another host, or take the range out of the list
                """)
        configuration.addressPolicy = .only([try AddressRange("10.0.0.0/8")])
        let notAllowed = try await Self.refusal(of: url, configuration)
        #expect(
            notAllowed.description == """
                addressRefused: the host's address is in no range of addressPolicy.allowed; \
                if the host is trusted, add its range to the list
                """)
        #expect(peer.connections == 0)
    }

    // MARK: Names

    /// The name is public when it is checked first, and private when it is looked up again.
    @Test func refusesNameThatIsReboundToPrivateAddress() async throws {
        let inner = try ScriptedPeer.responding(with: Self.ok)
        let outer = try Self.outside(port: inner.port, Self.closing)
        let request = TransportRequest(url: "http://policy.rebinding.test:\(inner.port)/")
        try await CurlSession.withSession(Self.guarded()) { session in
            let response = try await session.send(request)
            #expect(response.metrics.connection?.remoteAddress == "127.0.0.2")
            // Within a minute, libcurl would use the address that it has.
            session.adapt(to: NetworkChange())
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request)
            }
            #expect(error?.code == .addressRefused)
        }
        #expect(outer.connections == 1)
        #expect(inner.connections == 0)
    }

    /// The first address does not respond, and the search for another one finds a private address.
    @Test func searchForAnotherAddressRefusesReboundName() async throws {
        let inner = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", inner.port)
        var request = TransportRequest(url: "http://search.rebinding.test:\(deaf.port)/")
        request.timeouts.connect = .seconds(2)
        try await CurlSession.withSession(Self.guarded()) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request)
            }
            #expect(error?.code == .timedOut)
        }
        #expect(inner.connections == 0)
    }

    @Test func usesTheAllowedOneOfSeveralAddresses() async throws {
        let inner = try ScriptedPeer.responding(with: Self.ok)
        let outer = try Self.outside(port: inner.port)
        // It finds 127.0.0.3, 127.0.0.2 and 127.0.0.1.
        let url = "http://a.three.test:\(inner.port)/"
        try await CurlSession.withSession(Self.guarded()) { session in
            let response = try await session.send(TransportRequest(url: url))
            #expect(response.metrics.connection?.remoteAddress == "127.0.0.2")
        }
        #expect(outer.connections == 1)
        #expect(inner.connections == 0)
    }

    @Test func hostOverrideDoesNotBypassThePolicy() async throws {
        let inner = try ScriptedPeer.responding(with: Self.ok)
        let configuration = try Self.guarded {
            $0.connection.hostOverrides = ["shop.example": "127.0.0.1"]
        }
        let error = try await Self.refusal(of: "http://shop.example:\(inner.port)/", configuration)
        #expect(error.code == .addressRefused)
        #expect(inner.connections == 0)
    }

    // MARK: What a server can do

    @Test func refusesRedirectToPrivateAddress() async throws {
        let inner = try ScriptedPeer.responding(with: Self.ok)
        let outer = try Self.outside(
            "HTTP/1.1 302 F\r\nLocation: \(inner.url())\r\nContent-Length: 0\r\n\r\n")
        let error = try await Self.refusal(of: "http://127.0.0.2:\(outer.port)/", Self.guarded())
        #expect(error.code == .addressRefused)
        #expect(error.redirects.count == 1)
        #expect(error.isSafeToRetry == false)
        #expect(inner.connections == 0)
    }

    /// Not even without a policy, so that a server can't name another place for its host.
    @Test func ignoresAlternativeServices() async throws {
        let other = try Self.outside()
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nAlt-Svc: http/1.1=\"127.0.0.2:\(other.port)\", h2=\"127.0.0.2:\(other.port)\"\r\n"
                + "Connection: close\r\nContent-Length: 0\r\n\r\n")
        let front = try SecureFront(of: peer.port)
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            for _ in 0..<2 {
                let url = "https://a.loopback.test:\(front.port)/"
                _ = try await session.send(TransportRequest(url: url))
            }
        }
        #expect(peer.requests.count == 2)
        #expect(other.connections == 0)
    }

    @Test func connectionOfAnotherSessionIsNotReused() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let request = TransportRequest(url: peer.url())
        try await CurlSession.withSession(.plain) { open in
            _ = try await open.send(request)
            let error = try await Self.refusal(of: peer.url(), Self.guarded())
            #expect(error.code == .addressRefused)
            // The connection is still there for its own session.
            let response = try await open.send(request)
            #expect(response.metrics.isConnectionReused)
        }
        #expect(peer.connections == 1)
    }

    // MARK: Ports and schemes

    @Test func refusesOtherPorts() async throws {
        let inner = try Self.outside()
        let outer = try Self.outside(
            "HTTP/1.1 302 F\r\nLocation: http://127.0.0.2:\(inner.port)/\r\nContent-Length: 0\r\n\r\n"
        )
        let configuration = try Self.guarded { $0.addressPolicy.ports = [Int(outer.port)] }
        let redirected = try await Self.refusal(
            of: "http://127.0.0.2:\(outer.port)/", configuration)
        #expect(redirected.code == .addressRefused)
        #expect(redirected.redirects.count == 1)
        let error = try await Self.refusal(of: "http://127.0.0.2:\(inner.port)/", configuration)
        #expect(
            error.description == """
                addressRefused: the port \(inner.port) is not one of addressPolicy.ports; \
                call a port of the list, or add it
                """)
        #expect(inner.connections == 0)
    }

    @Test func requiresTLS() async throws {
        let outer = try Self.outside()
        let configuration = try Self.guarded { $0.addressPolicy.requiresTLS = true }
        let error = try await Self.refusal(of: "http://127.0.0.2:\(outer.port)/", configuration)
        #expect(
            error.description == """
                addressRefused: the URL has the scheme http, and addressPolicy.requiresTLS is true; \
                call an https URL
                """)
        #expect(outer.connections == 0)
    }

    @Test func configurationErrorNamesInvalidPort() throws {
        var configuration = SessionConfiguration()
        configuration.addressPolicy.ports = [443, 70_000]
        let error = #expect(throws: TransportError.self) { try CurlSession(configuration) }
        #expect(error?.message.hasSuffix("ports has the port 70000; write 1 to 65535") == true)
    }

    // MARK: Proxies

    /// The proxy itself is at a private address, which the configuration names.
    @Test(arguments: [ProxyRules.Server.Kind.http, .socks5, .socks5h])
    func refusesNamesThatProxyLooksUp(_ kind: ProxyRules.Server.Kind) async throws {
        let proxy = try ScriptedPeer.responding(with: Self.ok)
        let configuration = try Self.guarded {
            $0.connection.proxies = ProxyRules(
                .init(kind, host: "127.0.0.1", port: Int(proxy.port)))
        }
        let error = try await Self.refusal(of: "http://a.loopback.test/", configuration)
        #expect(
            error.description == """
                addressRefused: the session can't check the host's address, because the proxy \
                \(kind.rawValue)://127.0.0.1:\(proxy.port) looks it up; \
                set addressPolicy.trustsProxies if the proxy refuses the same addresses
                """)
        #expect(proxy.connections == 0)
    }

    @Test func trustedProxyGetsNamesAndPublicAddresses() async throws {
        let proxy = try ScriptedPeer.responding(with: Self.ok)
        let configuration = try Self.guarded {
            $0.connection.proxies = ProxyRules(.init(host: "127.0.0.1", port: Int(proxy.port)))
            $0.addressPolicy.trustsProxies = true
        }
        try await CurlSession.withSession(configuration) { session in
            for host in ["shop.example", "1.1.1.1", "[2600::1]"] {
                _ = try await session.send(TransportRequest(url: "http://\(host)/"))
            }
        }
        let lines = proxy.requests.compactMap { $0.split(separator: "\r\n").first }
        #expect(
            lines == [
                "GET http://shop.example/ HTTP/1.1", "GET http://1.1.1.1/ HTTP/1.1",
                "GET http://[2600::1]/ HTTP/1.1",
            ])
        for host in ["127.0.0.1", "0x7f000001", "[::ffff:10.0.0.1]", "[fd00::1]"] {
            let error = try await Self.refusal(of: "http://\(host)/", configuration)
            #expect(error.code == .addressRefused, "\(host)")
        }
        #expect(proxy.requests.count == 3)
    }

    @Test func hostThatBypassesTheProxyIsChecked() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let configuration = try Self.guarded {
            $0.connection.proxies = ProxyRules(
                .init(host: "127.0.0.1", port: Int(peer.port)), exceptions: ["loopback.test"])
            $0.addressPolicy.trustsProxies = true
        }
        let error = try await Self.refusal(
            of: "http://a.loopback.test:\(peer.port)/", configuration)
        #expect(error.code == .addressRefused)
        #expect(peer.connections == 0)
    }

    @available(*, deprecated)
    @Test func earlierPropertySetsThePolicy() {
        var configuration = SessionConfiguration()
        #expect(configuration.allowsPrivateAddresses)
        configuration.allowsPrivateAddresses = false
        #expect(configuration.addressPolicy.base == .publicOnly)
        #expect(configuration.addressPolicy.trustsProxies)
        configuration.allowsPrivateAddresses = true
        #expect(configuration.addressPolicy == .any)
    }

    // MARK: Ranges

    @Test(
        arguments: [
            "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.0.1", "127.0.0.1",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.0.1", "198.51.100.1", "203.0.113.1",
            "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1",
            "::127.0.0.1", "::1.1.1.1", "::ffff:10.0.0.1", "::ffff:0:1.1.1.1", "64:ff9b::7f00:1",
            "64:ff9b:1::1", "2001:db8::1", "2001::1", "2001:0:101:101::fefe:fefe", "2001:2::1",
            "2001:20::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2600::5efe:10.0.0.1",
            "2600::200:5efe:10.0.0.1", "3fff::1", "4000::1", "5f00::1", "8000::1", "fc00::1",
            "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "100::1",
        ])
    func publicOnlyRefuses(_ address: String) throws {
        let address = try #require(IPAddress(address))
        #expect(AddressPolicy.publicOnly.refusal(of: address) != nil)
        #expect(AddressPolicy.any.refusal(of: address) == nil)
    }

    @Test(
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.0.1", "100.128.0.1", "126.0.0.1",
            "128.0.0.1", "169.253.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "192.169.0.1",
            "198.17.0.1", "198.20.0.1", "223.255.255.255", "2600::1", "2a00:1450::1",
            "2001:4860::8888", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::",
            "3ffe::1", "2600::5efe:1.1.1.1",
        ])
    func publicOnlyAllows(_ address: String) throws {
        #expect(try AddressPolicy.publicOnly.refusal(of: #require(IPAddress(address))) == nil)
    }

    /// All ways to write 8.8.8.8 into an IPv6 address.
    @Test(
        arguments: [
            "8.8.8.8", "::ffff:8.8.8.8", "::8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b::8.8.8.8",
            "64:ff9b:1::8.8.8.8", "2002:808:808::1", "2001:0:808:808::1",
            "2001:0:101:101::f7f7:f7f7", "2600::5efe:8.8.8.8",
        ])
    func deniedRangeHasEmbeddedAddresses(_ address: String) throws {
        var policy = AddressPolicy.any
        policy.denied = [try AddressRange("8.8.8.0/24")]
        #expect(try policy.refusal(of: #require(IPAddress(address))) == .denied(policy.denied[0]))
        policy.denied = [try AddressRange("8.8.9.0/24")]
        #expect(try policy.refusal(of: #require(IPAddress(address))) == nil)
    }

    @Test func deniedWinsOverAllowedAndAllowedOverBase() throws {
        var policy = AddressPolicy.publicOnly
        policy.allowed = [try AddressRange("10.0.0.0/8"), try AddressRange("fd00::/8")]
        policy.denied = [try AddressRange("10.1.0.0/16"), try AddressRange("2600::/16")]
        func isAllowed(_ text: String) throws -> Bool {
            try policy.refusal(of: #require(IPAddress(text))) == nil
        }
        #expect(try isAllowed("10.2.0.1"))
        #expect(try isAllowed("::ffff:10.2.0.1"))
        #expect(try isAllowed("fd12::1"))
        // What only contains an allowed address is not that address.
        #expect(try !isAllowed("64:ff9b::10.2.0.1"))
        #expect(try !isAllowed("10.1.0.1"))
        #expect(try !isAllowed("2600::1"))
        #expect(try !isAllowed("192.168.0.1"))
        #expect(try isAllowed("1.1.1.1"))
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "10.0.0.0/8"), ("10.1.2.3", "10.1.2.3/32"), ("FD00::/8", "fd00::/8"),
            ("::1", "::1/128"), ("0.0.0.0/0", "0.0.0.0/0"), ("::/0", "::/0"),
            ("::ffff:10.0.0.0/104", "10.0.0.0/8"),
        ])
    func readsRanges(_ text: String, _ description: String) throws {
        #expect(try AddressRange(text).description == description)
    }

    @Test(
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8",
            "10.0.0.0/+8",
            "fe80::1%eth0/64", "::/129", "::ffff:0:0/95", "a.example/8", "[::1]", "0x7f.0.0.1",
            " 10.0.0.1",
        ])
    func refusesTextsThatAreNoRanges(_ text: String) {
        let error = #expect(throws: TransportError.self) { try AddressRange(text) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.advice == "write it as 10.0.0.0/8 or fd00::/8, without a zone")
    }

    @Test(arguments: [
        ("10.0.0.1/8", "10.0.0.0/8"), ("fd00::1/8", "fd00::/8"), ("1.1.1.1/0", "0.0.0.0/0"),
    ])
    func errorSaysTheRangeThatIsMeant(_ text: String, _ range: String) {
        let error = #expect(throws: TransportError.self) { try AddressRange(text) }
        #expect(
            error?.description
                == "invalidRequest: \(text) has bits after its prefix; write \(range)")
    }

    /// Each range of the table is readable, and has a name.
    @Test func tableOfSpecialRangesIsComplete() {
        #expect(AddressRange.specialPurpose.count == 35)
        #expect(AddressRange.specialPurpose.allSatisfy { $0.name != nil })
    }
}
