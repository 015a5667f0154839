import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Trust policies of hosts and names, and servers that are trusted by a pin alone.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TrustScopeTests {
    private func trusting(_ authority: Result<TestAuthority, any Error>) throws -> TrustPolicy {
        TrustPolicy(authorities: .pem(try authority.get().root))
    }

    private func status(_ request: TransportRequest, _ session: CurlSession) async throws -> Int {
        try await session.send(request).status.code
    }

    private func succeeds(_ request: TransportRequest, _ session: CurlSession) async throws {
        let status = try await status(request, session)
        #expect(status == 200)
    }

    private func refuses(
        _ request: TransportRequest, _ session: CurlSession
    ) async -> TransportError? {
        let error = await #expect(throws: TransportError.self) {
            try await status(request, session)
        }
        #expect(error?.code == .untrustedCertificate, "\(String(describing: error))")
        return error
    }

    private func named(_ url: String, _ name: String?) -> TransportRequest {
        var request = TransportRequest(url: url)
        request.trustName = name
        return request
    }

    @Test func hostsHaveTheirOwnPolicies() async throws {
        let server = try TrustTests.Server("DNS:localhost,DNS:a.loopback.test,DNS:b.loopback.test")
        var configuration = SessionConfiguration()
        configuration.trust = try trusting(TrustTests.stranger)
        configuration.trustByHost = [
            "*.loopback.test": try trusting(TrustTests.authority),
            "b.loopback.test": try trusting(TrustTests.stranger),
        ]
        try await CurlSession.withSession(configuration) { session in
            for _ in 1...2 {
                let own = TransportRequest(url: server.url("a.loopback.test"))
                try await succeeds(own, session)
                _ = await refuses(TransportRequest(url: server.url("b.loopback.test")), session)
                _ = await refuses(TransportRequest(url: server.url), session)
            }
        }
        #expect(server.peer.requests.count == 2)
    }

    /// A connection or TLS session that one policy has accepted must not serve another one.
    @Test(arguments: [1024, 0])
    func policiesShareNoConnectionOverHTTP1(idleConnections: Int) async throws {
        let server = try TrustTests.Server()
        var configuration = SessionConfiguration()
        configuration.idleConnections = idleConnections
        configuration.trust = try trusting(TrustTests.stranger)
        configuration.trustByName = [
            "partner": try trusting(TrustTests.authority),
            "other": try trusting(TrustTests.authority),
            "pinned": .onlyPinned(["localhost": [TrustTests.otherPin]]),
        ]
        try await CurlSession.withSession(configuration) { session in
            var reused: [Bool] = []
            for name in ["partner", nil, "other", "pinned", "partner", "other"] {
                let request = named(server.url, name)
                guard name == "partner" || name == "other" else {
                    _ = await refuses(request, session)
                    continue
                }
                let response = try await session.send(request)
                reused.append(response.metrics.isConnectionReused)
            }
            let isReused = idleConnections > 0
            #expect(reused == [false, false, isReused, isReused])
        }
        #expect(server.peer.requests.count == 4)
    }

    @Test func policiesShareNoConnectionOverHTTP2() async throws {
        let server = try TLSTests.server.get()
        let authority = URL(filePath: server.authority)
        var configuration = SessionConfiguration()
        configuration.trustByName = [
            "partner": TrustPolicy(authorities: .file(authority)),
            "other": TrustPolicy(authorities: .file(authority)),
        ]
        try await CurlSession.withSession(configuration) { session in
            let url = server.secureURL("/echo")
            var ports: [String: Set<Int>] = [:]
            for _ in 1...3 {
                for name in ["partner", "other"] {
                    let response = try await session.send(named(url, name))
                    #expect(response.metrics.httpVersion == .http2)
                    let port = try #require(response.metrics.connection?.localPort)
                    ports[name, default: []].insert(port)
                }
                _ = await refuses(named(url, nil), session)
            }
            #expect(ports["partner"]?.count == 1 && ports["other"]?.count == 1)
            #expect(ports["partner"] != ports["other"])
        }
    }

    @Test func nameOfPolicyPrecedesHost() async throws {
        let server = try TrustTests.Server()
        var configuration = SessionConfiguration()
        configuration.trustByHost = ["localhost": try trusting(TrustTests.authority)]
        configuration.trustByName = ["strange": try trusting(TrustTests.stranger)]
        try await CurlSession.withSession(configuration) { session in
            try await succeeds(named(server.url, nil), session)
            _ = await refuses(named(server.url, "strange"), session)
            let error = await #expect(throws: TransportError.self) {
                try await status(named(server.url, "unknown"), session)
            }
            #expect(
                error?.description
                    == "invalidRequest: the request names the trust policy unknown, which the session "
                    + "does not have; add it to SessionConfiguration.trustByName")
        }
        #expect(server.peer.requests.count == 1)
    }

    /// A file that one policy can't read does not affect the hosts of another.
    @Test func unreadableFileFailsOnlyItsHosts() async throws {
        let server = try TrustTests.Server("DNS:localhost,DNS:a.loopback.test")
        var configuration = SessionConfiguration()
        configuration.trust = try trusting(TrustTests.authority)
        configuration.trustByHost = [
            "a.loopback.test": TrustPolicy(authorities: .file(URL(filePath: "/nowhere")))
        ]
        try await CurlSession.withSession(configuration) { session in
            let error = await refuses(
                TransportRequest(url: server.url("a.loopback.test")), session)
            #expect(
                error?.message
                    == "the file of certificate authorities /nowhere can't be read: No such file or directory"
            )
            try await succeeds(TransportRequest(url: server.url), session)
        }
    }

    @Test func policyMistakesNameTheirPlace() throws {
        var configuration = SessionConfiguration()
        configuration.trust = .onlyPinned([:])
        configuration.trustByHost = ["https://a": TrustPolicy()]
        configuration.trustByName = [
            "partner": TrustPolicy(
                pins: ["a:1": [TrustTests.otherPin]],
                revocation: TrustPolicy.Revocation(
                    lists: [try #require(URL(string: "https://a/list.crl"))]))
        ]
        let error = #expect(throws: TransportError.self) { try CurlSession(configuration) }
        #expect(error?.code == .invalidRequest)
        for text in [
            "trust.pins is empty, so that no server is trusted",
            "trustByHost names an invalid host",
            #"trustByName["partner"].pins["a:1"] has an invalid host"#,
            #"trustByName["partner"].revocation.lists has a URL that is not a file URL"#,
        ] {
            #expect(error?.message.contains(text) == true, "\(text)")
        }
    }

    // MARK: Certificates by RFC 5280

    /// An authority whose certificate does not say for what its key may be used.
    @Test func sloppyAuthorityNeedsOptOut() async throws {
        let authority = try TestAuthority(isSloppy: true)
        let server = try TrustTests.Server(authority.certificate("DNS:localhost"))
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(authority.root)
        try await CurlSession.withSession(configuration) { session in
            let error = await refuses(TransportRequest(url: server.url), session)
            #expect(
                error?.advice
                    == "issue the certificates again by RFC 5280, or set isStrict = false in the trust policy"
            )
        }
        configuration.trust.isStrict = false
        try await CurlSession.withSession(configuration) { session in
            try await succeeds(TransportRequest(url: server.url), session)
        }
    }

    // MARK: Only pinned

    @Test func pinReplacesAuthority() async throws {
        let authority = try TrustTests.authority.get()
        // Names and dates of the certificate do not matter.
        let certificates = try [
            authority.certificate("DNS:elsewhere.test"), authority.certificate(nil),
            authority.certificate("DNS:localhost", days: -1),
        ]
        for certificate in certificates {
            let server = try TrustTests.Server(certificate)
            let own = try Pin(certificate: certificate.chain)
            #expect(try own == TestAuthority.pin(of: certificate.chain))
            var configuration = SessionConfiguration()
            configuration.trust = .onlyPinned(["localhost": [TrustTests.otherPin, own]])
            try await CurlSession.withSession(configuration) { session in
                for isReused in [false, true] {
                    let response = try await session.send(TransportRequest(url: server.url))
                    #expect(response.metrics.isConnectionReused == isReused)
                    #expect(response.metrics.connection?.certificates.first?.publicKeyPin == own)
                }
                let error = await refuses(TransportRequest(url: server.url("127.0.0.1")), session)
                #expect(
                    error?.message
                        == "no key is pinned for 127.0.0.1, and the policy trusts only pinned keys")
            }
            #expect(server.peer.requests.count == 2)
        }
    }

    /// The key of an authority would let it issue certificates for others.
    @Test func onlyTheServersOwnKeyIsCompared() async throws {
        let authority = try TrustTests.authority.get()
        let server = try TrustTests.Server()
        let own = try TestAuthority.pin(of: server.certificate.chain)
        var configuration = SessionConfiguration()
        configuration.trust = .onlyPinned([
            "localhost": try [authority.root, authority.intermediate].map {
                try Pin(certificate: $0)
            }
        ])
        try await CurlSession.withSession(configuration) { session in
            let error = await refuses(TransportRequest(url: server.url), session)
            #expect(
                error?.message
                    == "no key of the server's certificates is one that is pinned for localhost: \(own)"
            )
        }
        #expect(server.peer.requests.isEmpty)
    }

    @Test func pinNeedsCertificate() {
        let error = #expect(throws: TransportError.self) { try Pin(certificate: "hello") }
        #expect(error?.code == .invalidRequest)
    }
}
