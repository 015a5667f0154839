import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Revocation lists and stapled OCSP responses.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RevocationTests {
    /// A chain of certificates with its revocation lists and OCSP responses, made once.
    private static let files = Result {
        let folder = try TemporaryFolder.untilExit(for: "revocation")
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let python = Process()
        python.executableURL = tests.appending(path: "../../.venv/bin/python").standardized
        python.arguments = [
            tests.appending(path: "Vectors/revocation.py").path(percentEncoded: false), folder.path,
        ]
        try python.run()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw PeerError("run `make setup`") }
        return folder
    }

    private func path(_ name: String) throws -> String { try Self.files.get().path + "/" + name }

    /// A server with a certificate, and a response stapled to it.
    private func server(
        _ name: String = "leaf", staple: String? = nil, isOld: Bool = false
    ) throws -> OpenSSLServer {
        var options = isOld ? ["-tls1_2"] : []
        if let staple { options += ["-status_file", try path("\(name)-\(staple).ocsp")] }
        return try OpenSSLServer(chain: path("\(name).pem"), key: path("\(name).key"), options)
    }

    private func configuration(
        _ lists: [String] = [], wholeChain: Bool = false,
        stapling: TrustPolicy.Revocation.Stapling = .automatic
    ) throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: try path("root.pem")))
        configuration.trust.revocation = TrustPolicy.Revocation(
            lists: try lists.map { URL(filePath: try path($0 + ".crl")) },
            checksWholeChain: wholeChain, stapling: stapling)
        return configuration
    }

    private func checks(
        _ server: OpenSSLServer, _ configuration: SessionConfiguration
    ) async throws -> [TransportMetrics.RevocationCheck] {
        try await CurlSession.withSession(configuration) { session in
            let response = try await session.send(TransportRequest(url: server.url))
            #expect(response.status == .ok)
            return response.metrics.connection?.revocationChecks ?? []
        }
    }

    private func failure(
        _ server: OpenSSLServer, _ configuration: SessionConfiguration
    ) async -> TransportError? {
        let error = await #expect(throws: TransportError.self) {
            try await checks(server, configuration)
        }
        #expect(error?.code == .untrustedCertificate)
        #expect(error?.isSafeToRetry == true)
        #expect(error?.certificates.isEmpty == false)
        return error
    }

    // MARK: Lists

    @Test func listsAcceptCertificatesThatAreNotRevoked() async throws {
        let server = try server()
        let good = TransportMetrics.RevocationCheck(.good, isStapled: false)
        for lists in [["good"], ["good-der"], ["root", "good"]] {
            let found = try await checks(server, configuration(lists, stapling: .none))
            #expect(found == [good])
        }
        let whole = try await checks(
            server, configuration(["root", "good"], wholeChain: true, stapling: .none))
        #expect(whole == [good])
        #expect(try await checks(server, configuration(stapling: .none)).isEmpty)
    }

    @Test(arguments: [
        (["revoked"], false, "certificate revoked"),
        (["expired"], false, "CRL has expired"),
        (["future"], false, "CRL is not yet valid"),
        (["forged"], false, "CRL signature failure"),
        (["root"], false, "unable to get certificate CRL"),
        (["good"], true, "unable to get certificate CRL"),
        (["good", "root-revoked"], true, "certificate revoked"),
    ])
    func listsRefuseServers(
        lists: [String], wholeChain: Bool, reason: String
    ) async throws {
        let error = await failure(try server(), try configuration(lists, wholeChain: wholeChain))
        #expect(
            error?.message
                == "the server's certificate is not trusted for this host: \(reason)")
        #expect(
            error?.advice
                == (reason == "certificate revoked"
                    ? "ask the server's operator for a certificate that is not revoked"
                    : "give the policy a current list of the certificate's issuer, in revocation.lists")
        )
    }

    @Test func hookSeesRevocation() async throws {
        let server = try server()
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { trust in
            #expect(trust.problems == [.chain, .revocation])
            return .performDefault
        }
        await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(configuration(["revoked"]), hooks: hooks) { session in
                try await session.send(TransportRequest(url: server.url))
            }
        }
    }

    /// A list that can't be read must not turn into no list.
    @Test func unreadableListFailsTheCall() async throws {
        let server = try server()
        for name in ["missing.crl", "leaf.key", "root.pem"] {
            var configuration = try configuration()
            let path = try path(name)
            configuration.trust.revocation.lists = [URL(filePath: path)]
            let error = await #expect(throws: TransportError.self) {
                try await checks(server, configuration)
            }
            #expect(error?.code == .untrustedCertificate)
            let reason =
                name == "missing.crl"
                ? "No such file or directory" : "it is not a list in PEM or DER"
            #expect(
                error?.message == "the file of the revocation list \(path) can't be read: \(reason)"
            )
        }
    }

    /// A resumed TLS session would not show the certificate again.
    @Test func eachNewConnectionIsComparedWithLists() async throws {
        let server = try server()
        var configuration = try configuration(["good"])
        configuration.idleConnections = 0
        try await CurlSession.withSession(configuration) { session in
            for _ in 1...3 {
                let response = try await session.send(TransportRequest(url: server.url))
                #expect(response.metrics.connection?.revocationChecks.first?.isStapled == false)
            }
        }
    }

    // MARK: Stapled responses

    private static let invalid = [
        "expired": "the stapled response has expired",
        "forged": "the stapled response is not signed by the certificate's authority",
        "unauthorized": "the stapled response is not signed by the certificate's authority",
        "other": "the stapled response is for another certificate",
        "later": "the stapled response can't be read",
    ]

    @Test(arguments: ["good", "sha256", "delegated"], [false, true])
    func acceptsValidStaple(kind: String, isOld: Bool) async throws {
        let good = TransportMetrics.RevocationCheck(.good, isStapled: true)
        for name in ["leaf", "staple"] {
            let server = try server(name, staple: kind, isOld: isOld)
            #expect(try await checks(server, configuration()) == [good])
            #expect(try await checks(server, configuration(stapling: .required)) == [good])
        }
    }

    @Test(arguments: [false, true])
    func refusesRevokedStaple(isOld: Bool) async throws {
        let server = try server(staple: "revoked", isOld: isOld)
        let error = await failure(server, try configuration())
        #expect(
            error?.message
                == "the stapled OCSP response says that the server's certificate is revoked")
        #expect(try await checks(server, configuration(stapling: .none)).isEmpty)
    }

    @Test(arguments: invalid.keys.sorted())
    func invalidStapleFailsOnlyWhereItIsRequired(kind: String) async throws {
        let reason = try #require(Self.invalid[kind])
        let plain = try server(staple: kind)
        let found = try await checks(plain, configuration())
        #expect(
            found == [TransportMetrics.RevocationCheck(.unknown, isStapled: true, reason: reason)])
        let text = "the server's certificate needs a stapled OCSP response: " + reason
        #expect(await failure(plain, try configuration(stapling: .required))?.message == text)
        let mustStaple = try server("staple", staple: kind)
        #expect(await failure(mustStaple, try configuration())?.message == text)
    }

    @Test(arguments: [false, true])
    func missingStapleFailsOnlyWhereItIsRequired(isOld: Bool) async throws {
        let plain = try server(isOld: isOld)
        let unknown = TransportMetrics.RevocationCheck(
            .unknown, isStapled: true, reason: "the server stapled no response")
        #expect(try await checks(plain, configuration()) == [unknown])
        let text =
            "the server's certificate needs a stapled OCSP response: the server stapled no response"
        #expect(await failure(plain, try configuration(stapling: .required))?.message == text)
        let mustStaple = try server("staple", isOld: isOld)
        #expect(await failure(mustStaple, try configuration())?.message == text)
        #expect(try await checks(mustStaple, configuration(stapling: .none)).isEmpty)
    }

    /// An exchange on a resumed TLS session, which has no certificates.
    @Test func acceptsResumptionOfStapledSession() async throws {
        let server = try server("staple", staple: "good")
        var configuration = try configuration()
        configuration.idleConnections = 0
        try await CurlSession.withSession(configuration) { session in
            for _ in 1...3 {
                let response = try await session.send(TransportRequest(url: server.url))
                #expect(response.status == .ok)
            }
        }
    }

    @Test func hookCanTrustDespiteMissingStaple() async throws {
        let server = try server("staple")
        for (disposition, isTaken) in [
            (ServerTrust.Disposition.trust, true), (.performDefault, false),
        ] {
            var hooks = SessionHooks()
            hooks.didReceiveServerTrust = { _ in disposition }
            let status = try? await CurlSession.withSession(configuration(), hooks: hooks) {
                session in
                try await session.send(TransportRequest(url: server.url)).status.code
            }
            #expect((status == 200) == isTaken)
        }
    }
}
