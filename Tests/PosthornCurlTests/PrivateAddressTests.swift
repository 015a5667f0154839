import Glibc
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// A session that connects only to public addresses.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PrivateAddressTests {
    // All spellings of this machine's address; a failing session would reach the test's server
    // only.
    @Test(
        arguments: [
            "127.0.0.1", "localhost", "a.loopback.test", "2130706433", "0x7f000001", "127.1",
            "0177.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]",
        ])
    func refusesRequestsToPrivateAddresses(_ host: String) async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try await CurlSession.withSession(Self.configuration) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: "http://\(host):\(peer.port)/"))
            }
            #expect(error?.code == .addressRefused)
            #expect(error?.isSafeToRetry == true)
        }
        #expect(peer.connections == 0)
    }

    // A public first hop would need the internet. The first request uses a session that allows all
    // addresses; its redirect uses one that does not.
    @Test func refusesRedirectsToPrivateAddresses() async throws {
        let inner = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 302 F\r\nLocation: \(inner.url())\r\nContent-Length: 0\r\n\r\n")
        try await CurlSession.withSession(Self.configuration) { session in
            try await CurlSession.withSession(.plain) { open in
                let loop = RedirectLoop(.follow)
                let error = await #expect(throws: TransportError.self) {
                    try await loop.run(TransportRequest(url: peer.url())) {
                        request throws(TransportError) in
                        var request = request
                        request.redirects = .never
                        return request.url == peer.url()
                            ? try await open.send(request) : try await session.send(request)
                    }
                }
                #expect(error?.code == .addressRefused)
                #expect(error?.redirects.count == 1)
                #expect(error?.isSafeToRetry == false)
            }
        }
        #expect(inner.connections == 0)
    }

    @Test(
        arguments: [
            "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.0.1", "127.0.0.1",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.168.0.1", "198.18.0.1", "198.19.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
            "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
            "64:ff9b:1::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "fc00::1",
            "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "100::1",
        ])
    func classifiesPrivateAddresses(_ address: String) throws {
        #expect(try Self.isPrivate(address))
    }

    @Test(
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.0.1", "100.128.0.1", "126.0.0.1",
            "128.0.0.1", "169.253.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "192.169.0.1",
            "198.17.0.1", "198.20.0.1", "223.255.255.255", "2600::1", "2a00:1450::1",
            "2001:4860::8888", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::",
        ])
    func classifiesPublicAddresses(_ address: String) throws {
        #expect(try !Self.isPrivate(address))
    }

    private static func isPrivate(_ address: String) throws -> Bool {
        let isIPv6 = address.contains(":")
        var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
        try #require(inet_pton(isIPv6 ? AF_INET6 : AF_INET, address, &bytes) == 1)
        return isIPv6 ? PrivateAddress.isPrivate6(bytes) : PrivateAddress.isPrivate4(bytes)
    }

    private static var configuration: SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.allowsPrivateAddresses = false
        return configuration
    }
}
