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

        init(clients: String? = nil) throws {
            peer = try ScriptedPeer.responding(
                with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            front = try SecureFront(of: peer.port)
            let proxy = try ScriptedPeer { [front] connection in
                guard try connection.readHead().hasPrefix("CONNECT ") else { return }
                try connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
                try connection.relay(to: front.port)
            }
            secureProxy = try SecureFront(of: proxy.port, clients: clients)
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

    private func status(_ configuration: SessionConfiguration) async throws -> Int {
        try await CurlSession.withSession(configuration) { session in
            try await session.send(TransportRequest(url: "https://a.loopback.test/")).status.code
        }
    }

    /// The proxy and the server have different authorities, and neither may vouch for the other.
    @Test func proxyHasPolicyOfItsHost() async throws {
        let way = try Way()
        func configuration(proxy: Int, server: Int) -> SessionConfiguration {
            var configuration = way.configuration()
            configuration.trust.authorities = .pem(way.authorities[server])
            configuration.trustByHost = [
                "127.0.0.1": TrustPolicy(authorities: .pem(way.authorities[proxy]))
            ]
            return configuration
        }
        #expect(try await status(configuration(proxy: 1, server: 0)) == 200)
        let unknownProxy = await failure(configuration(proxy: 0, server: 0))
        #expect(unknownProxy?.message.contains("of the proxy https://127.0.0.1:") == true)
        let unknownServer = await failure(configuration(proxy: 1, server: 1))
        #expect(
            unknownServer?.message.hasPrefix("the server's certificate is not trusted") == true)
        var pinned = configuration(proxy: 1, server: 0)
        pinned.trustByHost["127.0.0.1"]?.pins = ["127.0.0.1": [TrustTests.otherPin]]
        let otherKey = await failure(pinned)
        #expect(otherKey?.message.hasPrefix("no key of the proxy https://127.0.0.1:") == true)
        #expect(way.peer.requests.count == 1)
    }

    /// The proxy's certificate is not for its name.
    @Test func proxyCanBeTrustedByPinAlone() async throws {
        let way = try Way()
        var configuration = way.configuration("localhost")
        configuration.trust.authorities = .pem(way.authorities[0])
        configuration.trustByHost = [
            "localhost": .onlyPinned(["localhost": [try Pin(certificate: way.authorities[1])]])
        ]
        #expect(try await status(configuration) == 200)
        configuration.trustByHost = [
            "localhost": .onlyPinned(["localhost": [TrustTests.otherPin]])
        ]
        let error = await failure(configuration)
        #expect(error?.code == .untrustedCertificate)
        #expect(
            error?.message.hasPrefix(
                "no key of the proxy https://localhost:\(way.secureProxy.port) is one that is pinned "
                    + "for localhost: sha256/") == true, "\(String(describing: error))")
        #expect(way.peer.requests.count == 1)
    }

    @Test func proxyReceivesClientCertificateOfItsHost() async throws {
        let clients = try TestAuthority()
        let own = try clients.certificate(nil, commonName: "to the proxy")
        let identity = ClientIdentity.pem(certificate: own.chain, key: own.key)
        let way = try Way(clients: clients.root)
        var configuration = way.configuration()
        configuration.connection.identities = ["127.0.0.1": identity]
        #expect(try await status(configuration) == 200)
        #expect(way.secureProxy.clientNames == ["to the proxy"])
        // The certificate of the server's host is not for the proxy.
        for (identities, what) in [
            ([:], "none"), (["a.loopback.test": identity], "none"),
            (
                [
                    "127.0.0.1": try Self.stranger()
                ], "it"
            ),
        ] as [([String: ClientIdentity], String)] {
            configuration.connection.identities = identities
            let error = await failure(configuration)
            #expect(error?.code == .proxyFailed)
            #expect(
                error?.message
                    == "the proxy https://127.0.0.1:\(way.secureProxy.port) failed: it requested a client "
                    + "certificate, received \(what) and closed the connection",
                "\(String(describing: error))")
        }
        #expect(way.peer.requests.count == 1)
    }

    private static func stranger() throws -> ClientIdentity {
        let own = try TrustTests.stranger.get().certificate(nil, commonName: "stranger")
        return .pem(certificate: own.chain, key: own.key)
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
