import Foundation
import Posthorn
import PosthornCurl
import PosthornOAuth
import TestSupport
import Testing

/// Runs the authorization server of `server.py`, and a session to it, around a suite: `@Suite(.authlib)`.
struct Authlib: SuiteTrait, TestScoping {
    /// The URL of the running server, which is its issuer.
    @TaskLocal static var url = ""
    /// The session that the tests share.
    @TaskLocal static var current: CurlSession?
    /// The certificates of a server with TLS.
    @TaskLocal static var certificates: Certificates?

    /// Whether the server also has TLS, and asks for the certificates of clients.
    let hasTLS: Bool

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(component: "server.py")
        let certificates = hasTLS ? try Certificates() : nil
        let server = try PythonServer.started(
            "Authlib", ["-B", script.path] + (certificates.map { [$0.folder.path] } ?? []))
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await Self.$current.withValue(session) {
                try await Self.$certificates.withValue(certificates) {
                    try await Self.$url.withValue(server.baseURL) { try await body() }
                }
            }
        }
    }

    static func session() throws -> CurlSession { try #require(current) }

    /// Sends something that only tests can ask for.
    @discardableResult
    static func test(_ path: String, _ body: JSONValue = [:]) async throws -> JSONValue {
        var request = TransportRequest(
            method: .post, url: "\(url)/test/\(path)", body: try body.jsonData())
        request.headers[.contentType] = "application/json"
        let response = try await session().send(request)
        #expect(response.status == .ok)
        return try JSONValue(jsonData: response.body)
    }

    /// The certificates of the server and of its clients.
    struct Certificates: Sendable {
        let folder: TemporaryFolder
        let server: TestAuthority
        /// Of the client `device`.
        let device: TestAuthority.Certificate
        /// Of the client `selfsigned`, which no authority has signed.
        let selfSigned: TestAuthority.Certificate

        init() throws {
            folder = try TemporaryFolder(for: "authlib")
            server = try TestAuthority()
            let clients = try TestAuthority()
            device = try clients.certificate(nil, commonName: "device")
            let other = try TestAuthority()
            selfSigned = try other.certificate(nil, commonName: "selfsigned")
            let own = try server.certificate("DNS:localhost")
            let leaf = try #require(selfSigned.chain.range(of: "-----END CERTIFICATE-----\n"))
            for (name, text) in [
                ("server.pem", own.chain), ("server.key", own.key),
                ("clients.pem", clients.root + selfSigned.chain[..<leaf.upperBound]),
            ] {
                try text.write(
                    to: folder.url.appending(component: name), atomically: true, encoding: .utf8)
            }
        }

        /// Runs calls in a session with the certificate of a client, or without any.
        func withSession(
            _ identity: TestAuthority.Certificate?,
            _ body: @Sendable (CurlSession) async throws -> Void
        ) async throws {
            var configuration = SessionConfiguration()
            configuration.trust.authorities = .pem(server.root)
            if let identity {
                configuration.connection.identities = [
                    "localhost": .pem(certificate: identity.chain, key: identity.key)
                ]
            }
            try await CurlSession.withSession(configuration) { try await body($0) }
        }
    }
}

extension TestAuthority.Certificate {
    /// The first certificate in DER.
    var der: Data {
        let lines = chain.split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("-") }
        return Data(base64Encoded: lines.joined()) ?? Data()
    }
}

extension Trait where Self == Authlib {
    /// The suite's tests talk to Authlib.
    static var authlib: Authlib { Authlib(hasTLS: false) }
    /// The suite's tests talk to Authlib, also over TLS with certificates of clients.
    static var authlibWithTLS: Authlib { Authlib(hasTLS: true) }
}
