import Foundation
import Posthorn
import PosthornKeys
import PosthornOAuth
import TestSupport
import Testing

/// Clients with certificates, and tokens that are bound to them (RFC 8705), over TLS.
@Suite(
    "Mutual TLS with an authorization server", .authlibWithTLS, .timeLimit(.minutes(2 * slowness)),
    .oneIssueAtLimit)
struct CertificateTests {
    private func certificates() throws -> Authlib.Certificates {
        try #require(Authlib.certificates)
    }

    private func server() async throws -> OAuthServer {
        try await OAuthServer.discover(Authlib.url, on: Authlib.session())
    }

    /// The API at the TLS of the server.
    private func api(
        _ server: OAuthServer, _ session: CurlSession, _ credential: Credential
    ) throws -> ProfileAPI {
        let url = try #require(server.certificateEndpoints.tokenURL).dropLast("/token".count)
        return try ProfileAPI(String(url), session, credential)
    }

    @Test(arguments: ["device", "selfsigned"])
    func certificateAuthenticatesTheClient(_ id: String) async throws {
        let (certificates, server) = (try certificates(), try await server())
        #expect(server.certificateEndpoints.tokenURL?.hasPrefix("https://localhost:") == true)
        #expect(server.tokenURL.hasPrefix("http://127.0.0.1:"))
        let (own, other) =
            id == "device"
            ? (certificates.device, certificates.selfSigned)
            : (certificates.selfSigned, certificates.device)
        let thumbprint = try await thumbprint(of: certificates.selfSigned)
        try await Authlib.test("certificate", ["thumbprint": .string(thumbprint)])
        let store = MemoryTokenStore()
        try await certificates.withSession(own) { session in
            let client = OAuthClient(
                id, of: server, authentication: .certificate, binding: .certificate,
                transport: session)
            let credential = client.credential(
                .clientCredentials(scopes: ["profile"]), account: id, store: store)
            let api = try api(server, session, credential)
            for _ in 0..<2 { #expect(try await api.send(ProfileAPI.Me()).client == id) }
            let token = try #require(await store.tokens(for: id)?.accessToken)
            let state = try await client.introspect(token, boundTo: .certificate(der: own.der))
            #expect(state["cnf"]?["x5t#S256"] == .string(try await self.thumbprint(of: own)))
            let error = await #expect(throws: OAuthError.self) {
                try await client.introspect(token, boundTo: .certificate(der: other.der))
            }
            #expect(error?.reason == .unboundToken)
            try await client.revoke(token)
            #expect(
                try await client.introspect(token, boundTo: .certificate(der: other.der))
                    == ["active": false])
        }
    }

    /// A thief with the token and another certificate, or none, is refused.
    @Test func stolenTokenIsRefused() async throws {
        let (certificates, server) = (try certificates(), try await server())
        let store = MemoryTokenStore()
        try await certificates.withSession(certificates.device) { session in
            let client = OAuthClient(
                "device", of: server, authentication: .certificate, binding: .certificate,
                transport: session)
            try await store.store(
                client.tokens(for: .clientCredentials(scopes: ["profile"])), for: "device")
        }
        let token = try #require(await store.tokens(for: "device")?.accessToken)
        for identity in [certificates.selfSigned, nil] {
            try await certificates.withSession(identity) { session in
                let error = await #expect(throws: APIError.self) {
                    try await api(server, session, .bearer(token)).send(ProfileAPI.Me())
                }
                #expect(error?.code == .unauthorized)
            }
        }
    }

    @Test func missingCertificateIsNamed() async throws {
        let (certificates, server) = (try certificates(), try await server())
        try await certificates.withSession(nil) { session in
            let client = OAuthClient(
                "device", of: server, authentication: .certificate, binding: .certificate,
                transport: session)
            let error = await #expect(throws: OAuthError.self) {
                try await client.tokens(for: .clientCredentials())
            }
            #expect(error?.reason == .invalidConfiguration)
            #expect(error?.description.contains("ConnectionOptions.identities") == true)
            // A token that is there is not sent without the certificate either.
            let store = MemoryTokenStore()
            try await store.store(OAuthTokens(accessToken: "t"), for: "device")
            let failure = await #expect(throws: APIError.self) {
                try await api(server, session, client.credential(for: "device", in: store))
                    .send(ProfileAPI.Me())
            }
            #expect(failure?.code == .invalidRequest)
        }
    }

    @Test func otherCertificateIsRefused() async throws {
        let (certificates, server) = (try certificates(), try await server())
        try await certificates.withSession(certificates.selfSigned) { session in
            let client = OAuthClient(
                "device", of: server, authentication: .certificate, transport: session)
            let error = await #expect(throws: OAuthError.self) {
                try await client.tokens(for: .clientCredentials())
            }
            #expect(error?.code == "invalid_client")
        }
    }

    /// The thumbprint by OpenSSL's own reckoning.
    private func thumbprint(of certificate: TestAuthority.Certificate) async throws -> String {
        let folder = try TemporaryFolder(for: "thumbprint")
        try certificate.chain.write(
            to: folder.url.appending(component: "pem"), atomically: true, encoding: .utf8)
        let (shell, output) = (Process(), Pipe())
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
            "-c",
            "openssl x509 -in pem -outform der | openssl dgst -sha256 -binary | openssl base64 -A",
        ]
        shell.currentDirectoryURL = folder.url
        shell.standardOutput = output
        try shell.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
