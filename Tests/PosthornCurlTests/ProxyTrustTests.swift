import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Certificates of proxies, and of servers behind HTTPS proxies.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ProxyTrustTests {
    /// A TLS server behind a TLS proxy.
    private struct Way {
        let peer: ScriptedPeer
        let front: SecureFront
        let secureProxy: SecureFront
        let authorities: [String]

        init() throws {
            peer = try ScriptedPeer.responding(
                with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            front = try SecureFront(of: peer.port)
            let proxy = try ScriptedPeer { [front] connection in
                guard try connection.readHead().hasPrefix("CONNECT ") else { return }
                try connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
                try connection.relay(to: front.port)
            }
            secureProxy = try SecureFront(of: proxy.port)
            authorities = try [front.authority, secureProxy.authority].map {
                try String(contentsOfFile: $0, encoding: .utf8)
            }
        }

        func configuration(_ host: String = "127.0.0.1", port: UInt16? = nil)
            -> SessionConfiguration
        {
            var configuration = SessionConfiguration()
            let proxy = ProxyRules.Server(.https, host: host, port: Int(port ?? secureProxy.port))
            configuration.connection.proxies = ProxyRules(http: proxy, https: proxy)
            configuration.trust.authorities = .pem(authorities.joined())
            return configuration
        }
    }

    private func failure(_ configuration: SessionConfiguration) async -> TransportError? {
        await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(configuration) { session in
                try await session.send(TransportRequest(url: "https://a.loopback.test/"))
            }
        }
    }

    @Test func pinsApplyToServerNotToProxy() async throws {
        let way = try Way()
        var configuration = way.configuration()
        // Twice, the second time on a new connection, whose TLS session could be resumed.
        configuration.idleConnections = 0
        for (pem, isTaken) in zip(way.authorities, [true, false]) {
            configuration.trust.pins = ["a.loopback.test": [try TestAuthority.pin(of: pem)]]
            try await CurlSession.withSession(configuration) { session in
                for _ in 1...2 {
                    let result = await Result {
                        try await session.send(TransportRequest(url: "https://a.loopback.test/"))
                    }
                    #expect((try? result.get().status == .ok) == (isTaken ? true : nil))
                }
            }
        }
        #expect(way.peer.requests.count == 2)
    }

    @Test func errorNamesTheProxysCertificate() async throws {
        let way = try Way()
        var configuration = way.configuration()
        configuration.trust.authorities = .pem(way.authorities[0])
        let place = "https://127.0.0.1:\(way.secureProxy.port)"
        let unknown = await failure(configuration)
        #expect(unknown?.code == .untrustedCertificate)
        #expect(
            unknown?.message.hasPrefix("the certificate of the proxy \(place) is not trusted: ")
                == true, "\(String(describing: unknown))")
        #expect(unknown?.isSafeToRetry == true)

        let elsewhere = await failure(way.configuration("localhost"))
        #expect(elsewhere?.code == .untrustedCertificate)
        #expect(
            elsewhere?.message
                == "the certificate of the proxy https://localhost:\(way.secureProxy.port) is not "
                + "for the host localhost")

        let plain = try ScriptedPeer { connection in
            try connection.write("HTTP/1.1 400 What?\r\n\r\n")
            connection.close()
        }
        let handshake = await failure(way.configuration(port: plain.port))
        #expect(handshake?.code == .proxyFailed)
        #expect(
            handshake?.message.hasSuffix("failed: the TLS handshake with it failed") == true,
            "\(String(describing: handshake))")
        #expect(way.peer.requests.isEmpty)
    }

    @Test func errorNamesTheServersCertificateBehindProxy() async throws {
        let way = try Way()
        var configuration = way.configuration()
        configuration.trust.authorities = .pem(way.authorities[1])
        let unknown = await failure(configuration)
        #expect(unknown?.message.hasPrefix("the server's certificate is not trusted") == true)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
