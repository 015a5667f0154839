import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Server trust by a session's policy, its hook, and a task's handler.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TrustTests {
    static let authority = Result { try TestAuthority() }
    static let stranger = Result { try TestAuthority() }

    /// A TLS server that records its requests.
    struct Server {
        let peer: ScriptedPeer
        let front: SecureFront
        let certificate: TestAuthority.Certificate
        var url: String { "https://localhost:\(front.port)/" }
        func url(_ host: String) -> String { "https://\(host):\(front.port)/" }

        init(_ certificate: TestAuthority.Certificate) throws {
            self.certificate = certificate
            peer = try ScriptedPeer { connection in
                while try connection.readRequest() != nil {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
            front = try SecureFront(of: peer.port, certificate: certificate)
        }

        /// A server with a valid certificate, if its authority is trusted.
        init(_ names: String? = "DNS:localhost") throws {
            try self.init(TrustTests.authority.get().certificate(names))
        }
    }

    func configuration(_ pins: [String: [Pin]] = [:]) throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust = TrustPolicy(
            authorities: .pem(try Self.authority.get().root), pins: pins)
        return configuration
    }

    func status(
        _ url: String, _ configuration: SessionConfiguration, _ hooks: SessionHooks = SessionHooks()
    ) async throws -> Int {
        try await CurlSession.withSession(configuration, hooks: hooks) { session in
            try await session.send(TransportRequest(url: url)).status.code
        }
    }

    func failure(
        _ url: String, _ configuration: SessionConfiguration, _ hooks: SessionHooks = SessionHooks()
    ) async -> TransportError? {
        await #expect(throws: TransportError.self) {
            try await status(url, configuration, hooks)
        }
    }

    // MARK: Authorities

    @Test func authoritiesCanBePEMText() async throws {
        let server = try Server()
        let root = try Self.authority.get().root
        // Text around and between the certificates is ignored.
        let texts = [
            root, "# ours\n\(root)\n\(try Self.stranger.get().root)\n", server.certificate.chain,
            // As in YAML, and as in an environment variable.
            "authority: |\n  " + root.replacing("\n", with: "\n  "),
            root.replacing("\n", with: " "),
        ]
        for text in texts {
            for authorities in [TrustPolicy.Authorities.pem(text), .systemAnd(pem: text)] {
                var configuration = SessionConfiguration()
                configuration.trust.authorities = authorities
                #expect(try await status(server.url, configuration) == 200)
            }
        }
        for authorities in [
            TrustPolicy.Authorities.system, .pem(try Self.stranger.get().root),
            .systemAnd(pem: try Self.stranger.get().root),
        ] {
            var configuration = SessionConfiguration()
            configuration.trust.authorities = authorities
            let error = await failure(server.url, configuration)
            #expect(error?.code == .untrustedCertificate)
            #expect(error?.isSafeToRetry == true)
            #expect(
                error?.message.contains("unable to get") == true, "\(String(describing: error))")
        }
        #expect(server.peer.requests.count == 10)
    }

    @Test func invalidAuthorityPEMFailsSessionCreation() throws {
        let root = try Self.authority.get().root
        for text in [
            "", "hello", String(root.dropLast(40)), root.replacing("MII", with: "AII"),
            root + "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        ] {
            var configuration = SessionConfiguration()
            configuration.trust.authorities = .systemAnd(pem: text)
            let error = #expect(throws: TransportError.self) { try CurlSession(configuration) }
            #expect(error?.code == .untrustedCertificate)
        }
    }

    /// RFC 9525 ignores common names; libcurl does not.
    @Test func commonNamesAreIgnored() async throws {
        for (name, host) in [("localhost", "localhost"), ("127.0.0.1", "127.0.0.1")] {
            let server = try Server(Self.authority.get().certificate(nil, commonName: name))
            let error = await failure(server.url(host), try configuration())
            #expect(error?.code == .untrustedCertificate)
            #expect(
                error?.message == "the server's certificate is not for the host \(host)")
            #expect(server.peer.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ("DNS:*.loopback.test", "a.loopback.test", true),
        ("DNS:*.loopback.test", "b.a.loopback.test", false),
        ("DNS:a*.loopback.test", "ab.loopback.test", false),
        ("DNS:127.0.0.1", "127.0.0.1", false), ("IP:127.0.0.1", "127.0.0.1", true),
        ("DNS:aB.Loopback.test", "Ab.loopback.test", true),
        ("DNS:*.loopback.test", "a_b.loopback.test", true),
        ("DNS:*.a_b.loopback.test", "c.a_b.loopback.test", true),
    ])
    func certificateNamesFollowRFC9525(names: String, host: String, isTaken: Bool) async throws {
        let server = try Server(names)
        if isTaken {
            #expect(try await status(server.url(host), configuration()) == 200)
        } else {
            let error = await failure(server.url(host), try configuration())
            #expect(error?.code == .untrustedCertificate)
        }
        // Also if libcurl does not check the name.
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { trust in
            #expect((trust.failure == nil) == isTaken)
            #expect(trust.problems == (isTaken ? [] : .name))
            return .trust
        }
        #expect(try await status(server.url(host), configuration(), hooks) == 200)
    }

    @Test func errorNamesTheProblem() async throws {
        let expired = try Server(Self.authority.get().certificate("DNS:localhost", days: -1))
        let error = await failure(expired.url, try configuration())
        #expect(
            error?.description
                == "untrustedCertificate: the server's certificate is not trusted for this host: "
                + "certificate has expired; check the host's name, the certificate's dates and the "
                + "authorities")
    }

    // MARK: Pins

    /// The pin of a key that no certificate has.
    static let otherPin = Pin(hash: Data(repeating: 7, count: 32))

    @Test func pinMatchesAnyKeyInChain() async throws {
        let server = try Server()
        let authority = try Self.authority.get()
        let other = Self.otherPin
        for pem in [server.certificate.chain, authority.intermediate, authority.root] {
            let pin = try TestAuthority.pin(of: pem)
            for pins in [[pin], [other, pin]] {
                #expect(try await status(server.url, configuration(["LOCALHOST": pins])) == 200)
            }
        }
        // Pins of other hosts do not apply.
        #expect(try await status(server.url, configuration(["example.org": [other]])) == 200)
        #expect(try await status(server.url, configuration(["*.localhost": [other]])) == 200)
    }

    @Test func pinMismatchErrorListsSeenKeys() async throws {
        let server = try Server()
        let other = Self.otherPin
        let error = await failure(server.url, try configuration(["localhost": [other]]))
        let seen = try [
            server.certificate.chain, Self.authority.get().intermediate,
            Self.authority.get().root,
        ].map { try TestAuthority.pin(of: $0) }
        #expect(error?.code == .untrustedCertificate)
        #expect(
            error?.message
                == "no key of the server's certificates is one that is pinned for localhost: "
                + seen.map(\.description).joined(separator: ", "))
        #expect(error?.isSafeToRetry == true)
        #expect(server.peer.requests.isEmpty)
    }

    @Test func hostPinsOverrideDomainPins() async throws {
        let server = try Server("DNS:*.loopback.test")
        let own = try TestAuthority.pin(of: server.certificate.chain)
        let other = Self.otherPin
        let url = server.url("a.loopback.test")
        #expect(try await status(url, configuration(["*.loopback.test": [own]])) == 200)
        #expect(
            try await status(
                url, configuration(["*.loopback.test": [other], "a.loopback.test": [own]])) == 200)
        for pins in [
            ["*.loopback.test": [other]], ["*.loopback.test": [own], "a.loopback.test.": [other]],
        ] {
            let error = await failure(url, try configuration(pins))
            #expect(error?.code == .untrustedCertificate)
        }
    }

    /// URLs normalize addresses, and pins in another spelling must still apply.
    @Test func pinsMatchAddressesInAnySpelling() async throws {
        let server = try Server("IP:127.0.0.1")
        let own = try TestAuthority.pin(of: server.certificate.chain)
        let other = Self.otherPin
        for host in ["127.0.0.1", "127.1", "0x7F000001", "127.0.0.1."] {
            #expect(try await status(server.url("127.0.0.1"), configuration([host: [own]])) == 200)
            let error = await failure(server.url("127.0.0.1"), try configuration([host: [other]]))
            #expect(error?.code == .untrustedCertificate, "\(host)")
        }
        #expect(throws: Never.self) { try CurlSession(configuration(["0:0::0:1": [own]])) }
    }

    /// A pin is no authority, and certificates outside the verified chain prove nothing.
    @Test func pinDoesNotReplaceValidChain() async throws {
        let stranger = try Self.stranger.get().certificate("DNS:localhost")
        let untrusted = try Server(stranger)
        let pin = try TestAuthority.pin(of: stranger.chain)
        let error = await failure(untrusted.url, try configuration(["localhost": [pin]]))
        #expect(error?.message.contains("unable to get") == true)

        let own = try Self.authority.get().certificate("DNS:localhost")
        let appended = try Server(
            TestAuthority.Certificate(chain: own.chain + stranger.chain, key: own.key))
        #expect(try await status(appended.url, configuration()) == 200)
        let refusal = await failure(appended.url, try configuration(["localhost": [pin]]))
        #expect(refusal?.message.hasPrefix("no key of the server's certificates") == true)
    }

    @Test(
        arguments: [
            [""], ["https://localhost"], ["localhost:443"], ["localhost", "127.0.0.1:443"],
            ["[::1]"],
            ["::1::2"], ["127.0.0.256"], ["*.0.0.1"], ["*.::1"], ["*"], ["a.*.test"], ["a b"],
        ])
    func pinsOfInvalidHostsFailSessionCreation(hosts: [String]) throws {
        let pins = Dictionary(uniqueKeysWithValues: hosts.map { ($0, [Self.otherPin]) })
        let error = try #require(
            throws: TransportError.self,
            performing: { _ = try CurlSession(configuration(pins)) })
        #expect(error.code == .invalidRequest)
        #expect(error.message.hasPrefix("the session's configuration is wrong: trust.pins["))
    }

    // MARK: The session's hook

    @Test func trustHookSeesChainAndVerdict() async throws {
        let server = try Server()
        let seen = Locked<[ServerTrust]>([])
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { trust in
            seen.withLock { $0.append(trust) }
            return .performDefault
        }
        try await CurlSession.withSession(configuration(), hooks: hooks) { session in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let response = try await session.send(TransportRequest(url: server.url))
                        #expect(response.status == .ok)
                    }
                }
                try await group.waitForAll()
            }
            #expect(session.tasks.isEmpty)
        }
        // One question per host, however many calls need it.
        let trust = try #require(seen.withLock { $0.count == 1 ? $0.first : nil })
        #expect(trust.host == "localhost")
        #expect(trust.failure == nil)
        let authority = try Self.authority.get()
        let pems = [server.certificate.chain, authority.intermediate, authority.root]
        #expect(trust.chain == pems.map(Self.der))
        #expect(trust.publicKeys == (try pems.map { try TestAuthority.pin(of: $0) }))
        #expect(server.peer.requests.count == 16)
    }

    /// The first certificate of a PEM text.
    static func der(_ pem: String) -> Data {
        let lines = pem.split(separator: "\n").drop { !$0.hasPrefix("-----BEGIN CERT") }.dropFirst()
        return Data(base64Encoded: lines.prefix { !$0.hasPrefix("---") }.joined()) ?? Data()
    }

    @Test(arguments: [ServerTrust.Disposition.performDefault, .trust, .refuse])
    func trustHookDecides(disposition: ServerTrust.Disposition) async throws {
        let authority = try Self.authority.get()
        let servers = try [
            Server(), Server("DNS:elsewhere.test"),
            Server(authority.certificate("DNS:localhost", days: -1)),
            Server(Self.stranger.get().certificate("DNS:localhost")),
        ]
        let pins = ["localhost": [try TestAuthority.pin(of: authority.root)]]
        for (index, server) in servers.enumerated() {
            let asked = Locked(0)
            var hooks = SessionHooks()
            hooks.didReceiveServerTrust = { trust in
                asked.withLock { $0 += 1 }
                #expect((trust.failure == nil) == (index == 0))
                return disposition
            }
            let session = try CurlSession(configuration(pins), hooks: hooks)
            for _ in 1...2 {
                if disposition == .trust || (disposition == .performDefault && index == 0) {
                    #expect(
                        try await session.send(TransportRequest(url: server.url)).status == .ok)
                } else {
                    let error = await #expect(throws: TransportError.self) {
                        try await session.send(TransportRequest(url: server.url))
                    }
                    #expect(error?.code == .untrustedCertificate)
                    #expect(error?.isSafeToRetry == true)
                    #expect(server.peer.requests.isEmpty)
                }
            }
            #expect(asked.withLock { $0 } == 1)
            await session.shutdown(.drain)
        }
    }

    @Test func trustDecisionAppliesOnlyToItsCertificate() async throws {
        let first = try Server(Self.stranger.get().certificate("DNS:localhost"))
        let second = try Server(Self.stranger.get().certificate("DNS:localhost"))
        let responses = Locked<[ServerTrust.Disposition]>([.refuse, .trust])
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { _ in responses.withLock { $0.removeLast() } }
        try await CurlSession.withSession(configuration(), hooks: hooks) { session in
            let response = try await session.send(TransportRequest(url: first.url))
            #expect(response.status == .ok)
            await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: second.url))
            }
        }
    }

    @Test func trustHookKeepsHTTP2ConnectionShared() async throws {
        let server = try Nginx()
        let asked = Locked(0)
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { trust in
            asked.withLock { $0 += 1 }
            return trust.failure == nil ? .refuse : .trust
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            var reused: [Bool] = []
            for _ in 1...3 {
                let response = try await session.send(
                    TransportRequest(method: .post, url: server.secureURL("/echo")))
                #expect(response.metrics.httpVersion == .http2)
                reused.append(response.metrics.isConnectionReused)
            }
            #expect(reused == [false, true, true])
        }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func lateTrustDecisionTimesOut() async throws {
        let server = try Server()
        let gate = Gate()
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { _ in
            await gate.opened()
            return .trust
        }
        let session = try CurlSession(configuration(), hooks: hooks)
        var request = TransportRequest(url: server.url)
        request.timeouts.connect = .seconds(3)
        let error = await #expect(throws: TransportError.self) { try await session.send(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "no decision about the server's certificate was made in time")
        // A cancelled caller does not wait for it either.
        request.timeouts.connect = .seconds(30)
        let call = Task { [request] in try await session.send(request) }
        call.cancel()
        await #expect(throws: TransportError.self) { try await call.value }
        gate.open()
        #expect(try await session.send(TransportRequest(url: server.url)).status == .ok)
        await session.shutdown(.drain)
    }

    // MARK: A kept connection that dies

    /// How the session judges the certificate of libcurl's second attempt.
    enum Change: CaseIterable {
        case isAsked, isRefused, hasNoPin
    }

    /// libcurl resends a request by itself, on a connection with another certificate.
    @Test(arguments: Change.allCases, [HTTPRequest.Method.get, .post])
    func certificateChangeOnResendReportsRequestAsSent(
        change: Change, method: HTTPRequest.Method
    ) async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            while try connection.readRequest() != nil {
                if connection.number == 1 { return connection.close() }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let authority = try Self.authority.get()
        let first = try authority.certificate("DNS:localhost")
        let front = try SecureFront(
            of: peer.port, certificate: first, next: authority.certificate("DNS:localhost"))
        let asked = Locked(0)
        var hooks = SessionHooks()
        if change != .hasNoPin {
            hooks.didReceiveServerTrust = { _ in
                asked.withLock { $0 += 1 }
                return change == .isRefused && asked.withLock { $0 } > 1 ? .refuse : .trust
            }
        }
        let pins =
            try change == .hasNoPin ? ["localhost": [TestAuthority.pin(of: first.chain)]] : [:]
        let session = try CurlSession(configuration(pins), hooks: hooks)
        let url = "https://localhost:\(front.port)/"
        _ = try await session.send(TransportRequest(url: url))
        let call = Task { try await session.send(TransportRequest(method: method, url: url)) }
        let hasResponse = method == .get && change == .isAsked
        switch await call.result {
        case .success: #expect(hasResponse)
        case .failure(let error):
            let error = error as? TransportError
            #expect(!hasResponse)
            #expect(error?.code == (method == .post ? .notRepeated : .untrustedCertificate))
            #expect(error?.isSafeToRetry == false)
        }
        #expect(peer.requests.count == (hasResponse ? 3 : 2))
        #expect(asked.withLock { $0 } == (change == .hasNoPin ? 0 : method == .post ? 1 : 2))
        await session.shutdown(.drain)
    }

    // MARK: A task's own

    @Test func trustHandlerIsFixedWhenTaskStarts() async throws {
        let server = try Server(Self.stranger.get().certificate("DNS:localhost"))
        let session = try CurlSession(configuration())
        let task = session.task(for: TransportRequest(url: server.url))
        task.trustHandler = { [weak task] _ in
            task?.trustHandler = nil
            return .trust
        }
        #expect(try await task.value.status == .ok)
        await session.shutdown(.drain)
    }

    @Test func taskTrustDecisionIsNotShared() async throws {
        let server = try Nginx()
        let session = try CurlSession()
        let asked = Locked(0)
        for _ in 1...2 {
            let task = session.task(for: TransportRequest(url: server.secureURL("/echo")))
            task.trustHandler = { trust in
                asked.withLock { $0 += 1 }
                #expect(trust.failure?.code == .untrustedCertificate)
                return .trust
            }
            let response = try await task.value
            #expect(String(decoding: response.body, as: UTF8.self) == "GET HTTP/1.1")
            #expect(!response.metrics.isConnectionReused)
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: server.secureURL("/echo")))
            }
            #expect(error?.code == .untrustedCertificate)
        }
        #expect(asked.withLock { $0 } == 2)
        await session.shutdown(.drain)
    }

    @Test func taskTrustHandlerOverridesSessionHook() async throws {
        let server = try Server()
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { _ in .trust }
        try await CurlSession.withSession(configuration(), hooks: hooks) { session in
            let response = try await session.send(TransportRequest(url: server.url))
            #expect(response.status == .ok)
            let task = session.task(for: TransportRequest(url: server.url))
            task.trustHandler = { _ in .refuse }
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .untrustedCertificate)
            #expect(error?.message == "your trust hook rejected the certificate of localhost")
            #expect(task.attempts == 0)
        }
        #expect(server.peer.requests.count == 1)
    }
}
