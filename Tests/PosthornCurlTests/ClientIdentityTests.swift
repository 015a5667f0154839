import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// Certificates that identify the client.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ClientIdentityTests {
    private static let authority = TrustTests.authority
    private static let clients = Result { try TestAuthority() }

    /// A server that requires a client certificate of ``clients``.
    private struct Server {
        let peer: ScriptedPeer
        let front: SecureFront
        var url: String { "https://localhost:\(front.port)/" }

        init(isOld: Bool = false) throws {
            peer = try ScriptedPeer { connection in
                while try connection.readRequest() != nil {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
            let own = try ClientIdentityTests.authority.get().certificate(
                "DNS:*.loopback.test,DNS:localhost")
            front = try SecureFront(
                of: peer.port, certificate: own, clients: ClientIdentityTests.clients.get().root,
                isOld: isOld)
        }
    }

    private func configuration(
        _ identities: [String: ClientIdentity]
    ) throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(try Self.authority.get().root)
        configuration.connection.identities = identities
        return configuration
    }

    private func status(
        _ url: String, _ identities: [String: ClientIdentity]
    ) async throws -> Int {
        try await CurlSession.withSession(configuration(identities)) { session in
            try await session.send(TransportRequest(method: .post, url: url)).status.code
        }
    }

    /// One certificate in every supported form.
    private func allWays(
        _ certificate: TestAuthority.Certificate, _ folder: TemporaryFolder
    ) throws -> [ClientIdentity] {
        let (chain, key) = (folder.path + "/chain.pem", folder.path + "/key.pem")
        try certificate.chain.write(toFile: chain, atomically: true, encoding: .utf8)
        try certificate.key.write(toFile: key, atomically: true, encoding: .utf8)
        try Self.run(
            """
            openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -passout pass:open -out sealed.pem
            openssl pkcs12 -export -in chain.pem -inkey key.pem -passout pass:open -out both.p12
            """, in: folder)
        let sealed = folder.path + "/sealed.pem"
        return [
            .files(certificate: URL(filePath: chain), key: URL(filePath: key)),
            .files(certificate: URL(filePath: chain), key: URL(filePath: sealed), password: "open"),
            .pem(certificate: certificate.chain, key: certificate.key),
            .pem(
                certificate: certificate.chain,
                key: try String(contentsOfFile: sealed, encoding: .utf8), password: "open"),
            .pkcs12(
                try Data(contentsOf: URL(fileURLWithPath: folder.path + "/both.p12")),
                password: "open"),
        ]
    }

    private static func run(_ script: String, in folder: TemporaryFolder) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-ec", script]
        shell.currentDirectoryURL = folder.url
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        guard shell.terminationStatus == 0 else { throw PeerError("openssl made nothing") }
    }

    @Test(arguments: [false, true])
    func sendsClientCertificateWhenRequired(isOld: Bool) async throws {
        let server = try Server(isOld: isOld)
        let folder = try TemporaryFolder(for: "identity")
        let ways = try allWays(Self.clients.get().certificate(nil, commonName: "me"), folder)
        for identity in ways {
            #expect(try await status(server.url, ["localhost": identity]) == 200)
            #expect("\(identity) \(String(reflecting: identity))".contains("open") == false)
        }
        #expect(server.peer.requests.count == ways.count)
    }

    @Test(arguments: [false, true])
    func errorReportsThatServerAskedForCertificate(isOld: Bool) async throws {
        let server = try Server(isOld: isOld)
        let error = await #expect(throws: TransportError.self) {
            try await status(server.url, [:])
        }
        #expect(error?.code == .tlsFailed)
        #expect(
            error?.message
                == "localhost requested a client certificate, received none and closed the connection",
            "\(String(describing: error))")
        #expect(error?.advice?.contains("ConnectionOptions.identities") == true)
        // A certificate of an authority that the server does not know.
        let own = try Self.authority.get().certificate(nil, commonName: "me")
        let refusal = await #expect(throws: TransportError.self) {
            try await status(
                server.url, ["localhost": .pem(certificate: own.chain, key: own.key)])
        }
        #expect(
            refusal?.message
                == "localhost requested a client certificate, received it and closed the connection",
            "\(String(describing: refusal))")
        #expect(server.peer.requests.isEmpty)
    }

    /// A redirect, or a URL from elsewhere, must not reveal the client's certificate to other
    /// hosts.
    @Test func certificateIsSentOnlyToItsHost() async throws {
        let server = try Server()
        let own = try Self.clients.get().certificate(nil, commonName: "me")
        let identity = ClientIdentity.pem(certificate: own.chain, key: own.key)
        try await CurlSession.withSession(configuration(["*.loopback.test": identity])) { session in
            for (host, isTaken) in [
                ("a.loopback.test", true), ("localhost", false), ("b.loopback.test", true),
                ("localhost", false), ("a.loopback.test", true),
            ] {
                let url = "https://\(host):\(server.front.port)/"
                do {
                    let response = try await session.send(TransportRequest(url: url))
                    #expect(response.status == .ok && isTaken)
                } catch {
                    #expect(!isTaken, "\(host) \(error)")
                }
            }
        }
        #expect(server.peer.requests.count == 3)
    }

    @Test func unreadableCertificateOrKeyFailsTheCall() async throws {
        let server = try Server()
        let folder = try TemporaryFolder(for: "identity")
        let own = try Self.clients.get().certificate(nil, commonName: "me")
        let other = try Self.clients.get().certificate(nil, commonName: "other")
        _ = try allWays(own, folder)
        let sealed = try String(contentsOfFile: folder.path + "/sealed.pem", encoding: .utf8)
        for identity in [
            ClientIdentity.files(
                certificate: URL(filePath: "/nowhere"), key: URL(filePath: "/nowhere")),
            .pem(certificate: own.chain, key: other.key), .pem(certificate: "x", key: own.key),
            .pem(certificate: own.chain, key: sealed),
            .pem(certificate: own.chain, key: sealed, password: "wrong"),
            .pkcs12(Data("x".utf8), password: nil),
        ] {
            let error = await #expect(throws: TransportError.self) {
                try await status(server.url, ["localhost": identity])
            }
            #expect(error?.code == .tlsFailed)
            if case .files = identity.source { continue }
            #expect(
                error?.message == "the client certificate or its key can't be read",
                "\(String(describing: error))")
            #expect(error?.isSafeToRetry == true)
        }
        #expect(server.peer.requests.isEmpty)
    }

    @Test(arguments: [["localhost:443"], ["*"], ["LOCALHOST", "localhost"]])
    func invalidIdentityHostsFailSessionCreation(hosts: [String]) throws {
        let identity = ClientIdentity.files(
            certificate: URL(filePath: "a"), key: URL(filePath: "b"))
        let error = try #require(
            throws: TransportError.self,
            performing: {
                _ = try CurlSession(
                    configuration(Dictionary(uniqueKeysWithValues: hosts.map { ($0, identity) })))
            })
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains(": connection.identities names "))
    }
}
