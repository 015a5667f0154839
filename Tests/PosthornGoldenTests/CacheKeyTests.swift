import Foundation
import PosthornCache
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Keys of a spec's own for the cache, over a real connection.
@Suite("Cache keys of a spec", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheKeyTests {
    private func with(
        identity: String? = nil, _ run: (CacheKeysAPI, ScriptedServer) async throws -> Void
    ) async throws {
        let count = Locked(0)
        let server = try ScriptedServer.serving([
            .on(nil, "*") { _ in
                .json(
                    count.withLock { count in
                        count += 1
                        return count
                    })
            }
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let cached = CachingTransport(session, cache: HTTPCache(), identity: identity)
            try await run(
                CacheKeysAPI(try ClientConfiguration(baseURL: server.url(""), transport: cached)),
                server)
        }
    }

    @Test("A nonce does not count, and the listed parameters and the path do")
    func ignoresOthers() async throws {
        try await with { api, server in
            let first = try await api.list(id: "a", nonce: "1", region: .eu)
            #expect(first == 1)
            #expect(try await api.list(id: "a", nonce: "2", region: .eu) == 1)
            #expect(try await api.list(id: "a", nonce: "3", region: .eu, page: 1) == 2)
            #expect(try await api.list(id: "a", nonce: "4", region: .us) == 3)
            #expect(try await api.list(id: "b", nonce: "5", region: .eu) == 4)
            #expect(try await api.list(id: "a", nonce: "6", region: .eu, page: 1) == 2)
            #expect(server.requests.count == 4)
        }
    }

    @Test("A sealed and signed read is found again by its plain parameters")
    func sealed() async throws {
        /// Seals each body anew, as ciphers do.
        struct Sealing: PayloadCipher {
            let name = "sealing"
            func seal(_ request: inout TransportRequest) {
                request.body = HTTPBody(Data(UUID().uuidString.utf8))
            }
            func open(_ response: inout TransportResponse, to request: TransportRequest) {}
        }
        /// Signs with the time.
        struct Timed: Signer {
            let name = "timed"
            func sign(_ request: inout TransportRequest) {
                request.headers[.init("X-Signature")!] = UUID().uuidString
            }
            func verify(_ response: TransportResponse, to request: TransportRequest) {}
        }
        try await with { api, server in
            let api = api.with {
                $0.cipher = Sealing()
                $0.signer = Timed()
            }
            let value1 = try await api.search(text: "a", nonce: "1")
            #expect(value1 == 1)
            let value2 = try await api.search(text: "a", nonce: "2")
            #expect(value2 == 1)
            let value3 = try await api.search(text: "b", nonce: "3")
            #expect(value3 == 2)
            #expect(server.requests.count == 2)
        }
    }

    @Test("Credentials tell callers apart, unless the caller has a name")
    func identities() async throws {
        for (identity, last) in [(nil, 2), ("u", 1)] as [(String?, Int)] {
            try await with(identity: identity) { api, _ in
                for (token, value) in [("a", 1), ("b", last), ("a", 1)] {
                    let own = api.with { $0.header("Authorization", token) }
                    let found = try await own.search(text: "a", nonce: token)
                    #expect(found == value)
                }
            }
        }
    }

    @Test("A change at the path removes the response")
    func invalidates() async throws {
        struct Change: Endpoint {
            func build(_ request: inout RequestBuilder) { request.method(.put, "/orders/a") }
        }
        try await with { api, _ in
            #expect(try await api.list(id: "a", nonce: "1", region: .eu) == 1)
            try await api.send(Change())
            #expect(try await api.list(id: "a", nonce: "2", region: .eu) == 3)
        }
    }
}
