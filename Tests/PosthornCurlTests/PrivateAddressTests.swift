import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A session that calls public addresses only.
@Suite(.timeLimit(.minutes(1)))
struct PrivateAddressTests {
    // Each way of writing an address of this machine, and one of the link that cloud providers use.
    @Test(
        arguments: [
            "127.0.0.1", "localhost", "a.loopback.test", "2130706433", "0x7f000001", "127.1",
            "0177.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]", "[::127.0.0.1]",
            "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "169.254.169.254", "10.0.0.1", "192.168.0.1",
            "172.16.0.1", "172.31.255.255", "100.64.0.1", "198.18.0.1", "224.0.0.1",
            "255.255.255.255", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
            "[2001:db8::1]",
        ])
    func nothingIsSentToOne(_ host: String) async throws {
        let peer = try ScriptedPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try await CurlSession.withSession(Self.configuration) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: "http://\(host):\(peer.port)/"))
            }
            #expect(error?.code == .addressRefused)
            #expect(error?.nothingSent == true)
        }
        #expect(peer.connections == 0)
    }

    // A public first hop can't be had without the internet: the first call is let through by a
    // session that allows it, the redirect is its own call.
    @Test func aRedirectThereIsRefusedLikeACall() async throws {
        let peer = try ScriptedPeer.answering(
            "HTTP/1.1 302 F\r\nLocation: http://169.254.169.254/latest/meta-data/\r\n"
                + "Content-Length: 0\r\n\r\n")
        var configuration = Self.configuration
        configuration.allowsPrivateAddresses = true
        try await CurlSession.withSession(Self.configuration) { session in
            let loop = RedirectLoop(.follow)
            try await CurlSession.withSession(configuration) { open in
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
                #expect(error?.nothingSent == false)
            }
        }
    }

    private static var configuration: SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.allowsPrivateAddresses = false
        return configuration
    }
}
