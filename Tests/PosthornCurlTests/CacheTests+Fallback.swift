import Posthorn
import PosthornCache
import PosthornCurl
import TestSupport
import Testing

// What a cache policy returns for a failed call.
extension CacheTests {
    /// Responds until it is down.
    private func failing(when isDown: Locked<Bool>) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                guard !isDown.withLock({ $0 }) else { return connection.reset() }
                try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 8\r\n\r\n{\"id\":7}")
            }
        }
    }

    @Test func endpointFallbackResponseIsMarked() async throws {
        let isDown = Locked(false)
        let peer = try failing(when: isDown)
        let clock = TestClock()
        try await with(HTTPCache(clock: { clock.now })) { transport in
            let service = CachedService(
                configuration: try ClientConfiguration(baseURL: peer.url(""), transport: transport))
            let first = try await service.response(to: Look())
            #expect(!first.isFallback && first.value == ["id": 7])
            isDown.withLock { $0 = true }
            let kept = try await service.response(to: Look())
            #expect(!kept.isFallback && kept.value == ["id": 7])
            clock.advance(by: 30)
            let stale = try await service.response(to: Look())
            #expect(stale.isFallback && stale.value == ["id": 7])
            #expect(stale.headers[.age] == "30")
            clock.advance(by: 60)
            await #expect(throws: APIError.self) { try await service.send(Look()) }
        }
    }

    /// The same request gets the stored response with any method; a different one does not.
    @Test func endpointFallbackWorksForPost() async throws {
        let isDown = Locked(false)
        let peer = try failing(when: isDown)
        let clock = TestClock()
        try await with(HTTPCache(clock: { clock.now })) { transport in
            let service = CachedService(
                configuration: try ClientConfiguration(baseURL: peer.url(""), transport: transport))
            #expect(try await service.send(Search(text: "tea")) == ["id": 7])
            isDown.withLock { $0 = true }
            clock.advance(by: 30)
            let stale = try await service.response(to: Search(text: "tea"))
            #expect(stale.isFallback && stale.value == ["id": 7])
            #expect(stale.headers[.age] == "30")
            await #expect(throws: APIError.self) { try await service.send(Search(text: "milk")) }
        }
    }

    private struct Search: Endpoint {
        typealias Output = [String: Int]
        static let name = "search"
        var text: String

        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/search")
            request.body("text", text)
            request.cache = CachePolicy(maxAge: .seconds(10), staleIfError: .seconds(60))
        }
    }

    struct CachedService: APIService { var configuration: ClientConfiguration }

    struct Look: Endpoint {
        typealias Output = [String: Int]
        static let name = "look"

        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/things")
            request.cache = CachePolicy(maxAge: .seconds(10), staleIfError: .seconds(60))
        }
    }
}
