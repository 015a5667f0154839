import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Calls over TLS and HTTP/2 to a real nginx.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TLSTests {
    static let server = Result { try Nginx() }

    @Test func speaksHTTP2OverTLS() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            let response = try await session.send(
                TransportRequest(url: server.secureURL("/echo")))
            #expect(String(decoding: response.body, as: UTF8.self) == "GET HTTP/2.0")
            #expect(response.metrics.httpVersion == .http2)
            #expect(response.bodyIntegrity == .length)
            #expect(response.metrics.secured != nil)
        }
    }

    @Test func concurrentFirstRequestsShareOneHTTP2Connection() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            let newConnections = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        let response = try await session.send(
                            TransportRequest(url: server.secureURL("/hello.txt")))
                        return !response.metrics.isConnectionReused
                    }
                }
                return try await group.reduce(into: 0) { count, isNew in count += isNew ? 1 : 0 }
            }
            #expect(newConnections == 1)
        }
    }

    @Test func reusesIdleHTTP2Connection() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            var reused: [Bool] = []
            for method in [HTTPRequest.Method.get, .post, .get] {
                let response = try await session.send(
                    TransportRequest(method: method, url: server.secureURL("/echo")))
                reused.append(response.metrics.isConnectionReused)
            }
            #expect(reused == [false, true, true])
        }
    }

    @Test func speaksHTTP1WhenConfigured() async throws {
        let server = try Self.server.get()
        try await withSession(server, version: .http1) { session in
            for expected in [false, true, true] {
                let response = try await session.send(
                    TransportRequest(method: .post, url: server.secureURL("/echo")))
                #expect(String(decoding: response.body, as: UTF8.self) == "POST HTTP/1.1")
                #expect(response.metrics.isConnectionReused == expected)
            }
        }
    }

    @Test func speaksHTTP2WithPriorKnowledge() async throws {
        let server = try Self.server.get()
        try await withSession(server, version: .http2PriorKnowledge) { session in
            for _ in 1...3 {
                let response = try await session.send(
                    TransportRequest(url: "http://127.0.0.1:\(server.priorPort)/echo"))
                #expect(String(decoding: response.body, as: UTF8.self) == "GET HTTP/2.0")
            }
        }
    }

    @Test func readsALargeBody() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            let response = try await session.send(
                TransportRequest(url: server.secureURL("/mebibyte.txt")))
            #expect(response.body == Data(repeating: 0x61, count: 1 << 20))
        }
    }

    @Test func cancellingAStreamKeepsTheConnection() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            _ = try await session.send(TransportRequest(url: server.secureURL("/echo")))
            let call = Task {
                try await session.send(TransportRequest(url: server.secureURL("/mebibyte.txt")))
            }
            call.cancel()
            _ = await call.result
            let response = try await session.send(
                TransportRequest(url: server.secureURL("/echo")))
            #expect(response.metrics.isConnectionReused)
        }
    }

    @Test func rejectsUntrustedAuthority() async throws {
        let server = try Self.server.get()
        let session = try CurlSession()
        let error = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(url: server.secureURL("/echo")))
        }
        #expect(error?.code == .untrustedCertificate)
        #expect(error?.isSafeToRetry == true)
        await session.shutdown(.drain)
    }

    @Test func rejectsCertificateForAnotherHost() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            let error = await #expect(throws: TransportError.self) {
                // The tests' resolver knows the name; the certificate does not contain it.
                try await session.send(
                    TransportRequest(url: "https://shop.loopback.test:\(server.securePort)/echo"))
            }
            #expect(error?.code == .untrustedCertificate)
        }
    }

    @Test func reportsServerWithoutTLS() async throws {
        let server = try Self.server.get()
        try await withSession(server) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(url: "https://127.0.0.1:\(server.plainPort)/echo"))
            }
            #expect(error?.code == .tlsFailed)
        }
    }

    private func withSession(
        _ server: Nginx, version: SessionConfiguration.HTTPVersionPolicy = .automatic,
        _ body: (CurlSession) async throws -> Void
    ) async throws {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        configuration.httpVersion = version
        try await CurlSession.withSession(configuration, body)
    }
}
