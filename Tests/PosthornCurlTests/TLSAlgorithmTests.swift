import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// The TLS versions, cipher suites, groups and signature algorithms of a session.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TLSAlgorithmTests {
    private static let files = Result {
        let folder = try TemporaryFolder.untilExit(for: "algorithms")
        let own = try TrustTests.authority.get().certificate("DNS:localhost")
        try own.chain.write(
            to: folder.url.appending(path: "chain"), atomically: true, encoding: .utf8)
        try own.key.write(to: folder.url.appending(path: "key"), atomically: true, encoding: .utf8)
        return folder
    }

    private func server(_ options: [String] = []) throws -> OpenSSLServer {
        let folder = try Self.files.get()
        return try OpenSSLServer(
            chain: folder.path + "/chain", key: folder.path + "/key", options)
    }

    private func configuration(_ change: (inout ConnectionOptions) -> Void) throws
        -> SessionConfiguration
    {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(try TrustTests.authority.get().root)
        change(&configuration.connection)
        return configuration
    }

    private func connection(
        _ server: OpenSSLServer, _ change: (inout ConnectionOptions) -> Void
    ) async throws -> TransportMetrics.Connection {
        try await CurlSession.withSession(configuration(change)) { session in
            let response = try await session.send(TransportRequest(url: server.url))
            return try #require(response.metrics.connection)
        }
    }

    private func refuses(
        _ server: OpenSSLServer, _ change: (inout ConnectionOptions) -> Void
    ) async {
        let error = await #expect(throws: TransportError.self) {
            try await connection(server, change)
        }
        #expect(error?.code == .tlsFailed, "\(String(describing: error))")
    }

    @Test func limitsVersion() async throws {
        let server = try server()
        #expect(try await connection(server) { _ in }.tlsVersion == "TLSv1.3")
        #expect(try await connection(server) { $0.maximumTLS = .tls13 }.tlsVersion == "TLSv1.3")
        #expect(try await connection(server) { $0.maximumTLS = .tls12 }.tlsVersion == "TLSv1.2")
        await refuses(try self.server(["-tls1_3"])) { $0.maximumTLS = .tls12 }
    }

    @Test func offersOnlyTheseSuites() async throws {
        let server = try server()
        for (suites, version) in [
            ([TLSAlgorithms.CipherSuite.chaCha20Poly1305], "TLSv1.3"),
            ([.aes128GCM], "TLSv1.3"), ([.ecdsaAES256GCM], "TLSv1.2"),
            ([.ecdsaChaCha20Poly1305], "TLSv1.2"),
            ([.aes256GCM, .ecdsaAES128GCM], "TLSv1.3"),
        ] {
            let found = try await connection(server) { $0.algorithms.cipherSuites = suites }
            #expect(found.tlsVersion == version)
            #expect(found.cipherSuite == suites[0].rawValue)
        }
        // The server has an ECDSA key.
        await refuses(server) { $0.algorithms.cipherSuites = [.rsaAES128GCM] }
        await refuses(try self.server(["-tls1_2"])) { $0.algorithms.cipherSuites = [.aes128GCM] }
    }

    @Test func offersOnlyTheseGroups() async throws {
        let server = try server(["-groups", "P-384"])
        #expect(try await connection(server) { $0.algorithms.groups = [.p384] }.tlsVersion != nil)
        #expect(
            try await connection(server) { $0.algorithms.groups = [.x25519, .p384] }.tlsVersion
                != nil)
        await refuses(server) { $0.algorithms.groups = [.x25519, .p256] }
    }

    @Test func offersOnlyTheseSignatures() async throws {
        let server = try server()
        let found = try await connection(server) {
            $0.algorithms.signatureAlgorithms = [.ed25519, .ecdsaSHA256]
        }
        #expect(found.tlsVersion == "TLSv1.3")
        await refuses(server) { $0.algorithms.signatureAlgorithms = [.ed25519, .rsaPSSSHA256] }
    }

    /// The options apply to the handshake with a proxy, too.
    @Test func optionsApplyToProxy() async throws {
        let old = try server(["-tls1_2"])
        let port = try #require(URL(string: old.url)?.port)
        let error = await #expect(throws: TransportError.self) {
            try await connection(server()) {
                $0.proxies = ProxyRules(ProxyRules.Server(.https, host: "localhost", port: port))
                $0.algorithms.cipherSuites = [.aes128GCM]
            }
        }
        #expect(error?.code == .proxyFailed)
        #expect(error?.message.hasSuffix("the TLS handshake with it failed") == true)
    }

    private func creationFailure(
        _ change: (inout ConnectionOptions) -> Void
    ) throws -> TransportError {
        try #require(
            throws: TransportError.self,
            performing: { _ = try CurlSession(configuration(change)) })
    }

    /// Debian 12 has OpenSSL 3.0; hybrid groups are in OpenSSL 3.5.
    @Test func missingHybridGroupFailsSessionCreation() throws {
        let version = try #require(Self.openSSL)
        guard version.major == 3, version.minor < 5 else {
            _ = try CurlSession(
                configuration { $0.algorithms.groups = [.x25519MLKEM768, .x25519] })
            return
        }
        let error = try creationFailure { $0.algorithms.groups = [.x25519MLKEM768, .x25519] }
        #expect(error.code == .invalidRequest)
        #expect(
            error.message
                == "the session's configuration is wrong: connection.algorithms.groups names "
                + "X25519MLKEM768, which OpenSSL \(version.text) does not have or allow; install "
                + "OpenSSL 3.5 or later, or remove it")
    }

    private static let openSSL: (major: Int, minor: Int, text: String)? = {
        let command = Process()
        command.executableURL = URL(filePath: "/usr/bin/openssl")
        command.arguments = ["version"]
        let output = Pipe()
        command.standardOutput = output
        guard (try? command.run()) != nil else { return nil }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let words = text.split(separator: " ")
        guard words.count > 1 else { return nil }
        let numbers = words[1].split(separator: ".").compactMap { Int($0) }
        return numbers.count > 1 ? (numbers[0], numbers[1], String(words[1])) : nil
    }()

    @Test(arguments: [
        "nonsense", "", "ALL", "aNULL", "ADH-AES128-SHA256", "ECDHE-ECDSA-NULL-SHA",
        "PSK-AES128-CBC-SHA",
        "ECDHE-ECDSA-AES128-GCM-SHA256:ALL", "@SECLEVEL=0", "TLS_NONSENSE",
    ])
    func refusesSuitesWithoutProtection(name: String) throws {
        let error = try creationFailure {
            $0.algorithms.cipherSuites = [.aes128GCM, TLSAlgorithms.CipherSuite(rawValue: name)]
        }
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains(": connection.algorithms.cipherSuites names "))
    }

    @Test func invalidListsFailSessionCreation() throws {
        for (change, text) in [
            ({ $0.algorithms.groups = [] }, "groups is empty"),
            (
                { $0.algorithms.groups = [TLSAlgorithms.Group(rawValue: "P-256:P-384")] },
                "groups names P-256:P-384, which"
            ),
            (
                {
                    $0.algorithms.signatureAlgorithms = [
                        TLSAlgorithms.SignatureAlgorithm(rawValue: "rot13")
                    ]
                }, "signatureAlgorithms names rot13, which"
            ),
            (
                {
                    $0.maximumTLS = .tls12
                    $0.requiresTLS13 = true
                }, "connection.maximumTLS is TLS 1.2, and requiresTLS13 is set"
            ),
            (
                {
                    $0.maximumTLS = .tls12
                    $0.algorithms.cipherSuites = [.aes128GCM]
                }, "cipherSuites has no suite of the only TLS version"
            ),
        ] as [((inout ConnectionOptions) -> Void, String)] {
            #expect(try creationFailure(change).message.contains(text))
        }
    }
}
