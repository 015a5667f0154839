import Foundation
import PosthornCore
import PosthornCurl
import TestSupport
import Testing

/// Calls with a client certificate, to a server that demands one.
@Suite("Mutual TLS", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MutualTLSTests {
    private static let servers = Result { try TestAuthority() }
    private static let clients = Result { try TestAuthority() }

    /// Runs calls against a server that demands a certificate of ``clients``; returns the requests that it received.
    private func requests(
        _ credential: Credential, hasCertificate: Bool, _ run: (RequiresAPI) async throws -> Void
    ) async throws -> [String] {
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let front = try SecureFront(
            of: peer.port, certificate: Self.servers.get().certificate("DNS:localhost"),
            clients: Self.clients.get().root)
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(try Self.servers.get().root)
        if hasCertificate {
            let own = try Self.clients.get().certificate(nil, commonName: "device")
            configuration.connection.identities = [
                "localhost": .pem(certificate: own.chain, key: own.key)
            ]
        }
        try await CurlSession.withSession(configuration) { session in
            try await run(
                RequiresAPI(
                    ClientConfiguration(
                        baseURL: "https://localhost:\(front.port)", transport: session),
                    auth: .init(user: .none, camera: .none, device: credential)))
        }
        return peer.requests.map { String($0.prefix { $0 != "\r\n" }) }
    }

    @Test("The session's certificate is sent to the server")
    func sendsCertificate() async throws {
        let sent = try await requests(.certificate, hasCertificate: true) {
            try await $0.private()
        }
        #expect(sent == ["GET /private HTTP/1.1"])
    }

    @Test("Without the certificate, the error names what is missing, and nothing is sent")
    func missingCertificate() async throws {
        let sent = try await requests(.certificate, hasCertificate: false) { api in
            let error = await #expect(throws: APIError.self) { try await api.private() }
            #expect(error?.code == .invalidRequest)
            #expect(
                error?.message.contains(
                    "the call needs a client certificate, and the session has none for the host")
                    == true, "\(String(describing: error))")
            #expect(error?.advice?.contains("ConnectionOptions.identities") == true)
            // A call that declares no certificate learns from the server that it needs one.
            let other = await #expect(throws: APIError.self) { try await api.free() }
            #expect(other?.code == .tlsFailed)
            #expect(other?.message.contains("requested a client certificate") == true)
        }
        #expect(sent.isEmpty)
    }

    @Test("Without the credential, nothing is sent, although the session has the certificate")
    func missingCredential() async throws {
        let sent = try await requests(.bearer("token"), hasCertificate: true) { api in
            let error = await #expect(throws: APIError.self) { try await api.private() }
            #expect(error?.code == .credentialFailed)
        }
        #expect(sent.isEmpty)
    }
}
