import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
import TestSupport
import Testing

/// A cache in front of a session, with real servers.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheTests {
    @Test func freshResponseIsServedWithAge() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        try await with(origin.cache()) { transport in
            #expect(try await transport.send(origin.request()).headers[.age] == nil)
            origin.clock.advance(by: 59)
            let again = try await transport.send(origin.request())
            #expect(String(decoding: again.body, as: UTF8.self) == "response 1")
            #expect(again.headers[.age] == "59")
            #expect(again.headers[.cacheStatus] == "Posthorn; hit")
            origin.clock.advance(by: 1)
            #expect(try await transport.text(origin.request()) == "response 2")
        }
    }

    @Test func staleResponseIsRevalidated() async throws {
        let origin = try CachePeer { request, number in
            let isKnown = request.contains("If-None-Match: \"v1\"\r\n")
            return [
                isKnown ? "HTTP/1.1 304 Not Modified" : "HTTP/1.1 200 OK",
                "Cache-Control: max-age=10", "ETag: \"v1\"", "X-Number: \(number)",
            ]
        }
        try await with(origin.cache()) { transport in
            _ = try await transport.send(origin.request())
            origin.clock.advance(by: 11)
            let renewed = try await transport.send(origin.request())
            #expect(renewed.status == .ok)
            #expect(String(decoding: renewed.body, as: UTF8.self) == "response 1")
            #expect(renewed.headers[HTTPField.Name("X-Number")!] == "2")
            #expect(renewed.headers[.cacheStatus] == "Posthorn; fwd=stale; fwd-status=304")
            origin.clock.advance(by: 9)
            #expect(try await transport.text(origin.request()) == "response 1")
            #expect(origin.calls == 2)
            var request = origin.request()
            request.headers[.cacheControl] = "no-cache"
            let asked = try await transport.send(request)
            #expect(asked.headers[.cacheStatus] == "Posthorn; fwd=request; fwd-status=304")
        }
    }

    // MARK: What is kept

    @Test func willStoreHookCanModifyOrVetoResponses() async throws {
        let origin = try CachePeer("Cache-Control: max-age=30", "X-Secret: s")
        let seen = Locked<[String]>([])
        let cache = origin.cache { request, response in
            seen.withLock { $0.append("\(request.url.suffix(7)) \(response.body.count)") }
            guard !request.url.hasSuffix("/vetoed") else { return nil }
            var response = response
            response.headers[.cacheControl] = "max-age=60"
            response.headers[HTTPField.Name("X-Secret")!] = nil
            response.body = Data("changed".utf8)
            return response
        }
        try await with(cache) { transport in
            for path in ["/vetoed", "/change"] {
                let first = try await transport.send(origin.request(path))
                #expect(first.headers[HTTPField.Name("X-Secret")!] == "s")
            }
            #expect(try await transport.text(origin.request("/vetoed")) == "response 3")
            origin.clock.advance(by: 40)
            let kept = try await transport.send(origin.request("/change"))
            #expect(String(decoding: kept.body, as: UTF8.self) == "changed")
            #expect(kept.headers[HTTPField.Name("X-Secret")!] == nil)
        }
        #expect(seen.withLock { $0 } == ["/vetoed 10", "/change 10", "/vetoed 10"])
    }

    /// The hook is not called for uncacheable responses and other methods than GET.
    @Test(arguments: ["no-store", "no-store, max-age=60"])
    func willStoreHookIsNotCalledForUncacheableResponses(rules: String) async throws {
        let origin = try CachePeer("Cache-Control: \(rules)")
        let isAsked = Locked(false)
        let cache = origin.cache { _, response in
            isAsked.withLock { $0 = true }
            return response
        }
        try await with(cache) { transport in
            for _ in 1...2 { _ = try await transport.send(origin.request()) }
            _ = try await transport.send(origin.request("/", .post))
        }
        #expect(!isAsked.withLock { $0 } && origin.calls == 3)
    }

    @Test func responseWithoutProvenEndIsNotStored() async throws {
        let count = Locked(0)
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n"
        let peer = try ScriptedPeer { connection in
            let request = try connection.readRequest() ?? ""
            count.withLock { $0 += 1 }
            if request.hasPrefix("GET /short") {
                try connection.write(head + "Content-Length: 10\r\n\r\nhalf ")
            } else if request.hasPrefix("GET /chunks") {
                try connection.write(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhalf \r\n")
            } else {
                try connection.write(head + "\r\nunframed")
            }
            connection.close()
        }
        try await with(HTTPCache()) { transport in
            for path in ["/unframed", "/short", "/chunks"] {
                for _ in 1...2 {
                    let response = try? await transport.send(TransportRequest(url: peer.url(path)))
                    #expect((response != nil) == (path == "/unframed"))
                    do {
                        let stream = try await transport.stream(
                            TransportRequest(url: peer.url(path)))
                        for try await _ in stream.body {}
                    } catch {}
                }
            }
        }
        #expect(count.withLock { $0 } == 12)
    }

    @Test func memoryLimitEvictsLeastRecentlyUsed() async throws {
        let padding = String(repeating: "p", count: 1000)
        let origin = try CachePeer { _, _ in
            ["Cache-Control: max-age=60", "X-Padding: \(padding)"]
        }
        let clock = origin.clock
        let cache = HTTPCache(memory: 20_000, clock: { clock.now })
        try await with(cache) { transport in
            for number in 1...30 {
                _ = try await transport.send(origin.request("/\(number)"))
                // Used in every round, so that it is not evicted.
                _ = try await transport.send(origin.request("/1"))
                #expect(cache.memoryBytes <= 20_000)
            }
            #expect(origin.calls == 30 && cache.memoryBytes > 10_000)
            #expect(try await transport.text(origin.request("/30")) == "response 30")
            #expect(try await transport.text(origin.request("/2")) == "response 31")
            await cache.remove(origin.peer.url("/1"))
            #expect(try await transport.text(origin.request("/1")) == "response 32")
            await cache.removeAll()
            #expect(cache.memoryBytes == 0)
            #expect("\(cache)" == "a cache, 0 bytes in memory, 0 on disk")
        }
    }

    // MARK: Who asks

    @Test(arguments: [HTTPField.Name.authorization, .cookie, .apiKey])
    func credentialFieldsSeparateEntries(field: HTTPField.Name) async throws {
        let origin = try CachePeer("Cache-Control: max-age=60, public")
        try await with(origin.cache()) { transport in
            // Errors thrown inside `#expect` alone do not make the closure throwing.
            try Task.checkCancellation()
            func ask(_ value: String?) async throws -> String {
                try await transport.text(
                    origin.request("/", .get, value.map { [field: $0] } ?? [:]))
            }
            #expect(try await ask("a") == "response 1")
            #expect(try await ask("b") == "response 2")
            #expect(try await ask(nil) == "response 3")
            #expect(try await ask("a") == "response 1")
            #expect(try await ask("b") == "response 2")
            #expect(try await ask(nil) == "response 3")
        }
    }

    @Test func sessionCookiesSeparateEntries() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        var configuration = SessionConfiguration.plain
        let cookies = CookieStore()
        configuration.cookies = cookies
        try await with(origin.cache(), over: configuration) { transport in
            // Errors thrown inside `#expect` alone do not make the closure throwing.
            try Task.checkCancellation()
            cookies.set("user=1", from: origin.peer.url())
            #expect(try await transport.text(origin.request()) == "response 1")
            cookies.set("user=2", from: origin.peer.url())
            #expect(try await transport.text(origin.request()) == "response 2")
            cookies.removeAll()
            #expect(try await transport.text(origin.request()) == "response 3")
        }
    }

    @Test func namedIdentityKeepsEntriesWhenTokenChanges() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let cache = origin.cache()
        func ask(_ identity: String, _ token: String, key: String) async throws -> String {
            let response = Locked("")
            try await with(cache, identity: identity) { transport in
                let text = try await transport.text(
                    origin.request("/", .get, [.authorization: token, .apiKey: key]))
                response.withLock { $0 = text }
            }
            return response.withLock { $0 }
        }
        #expect(try await ask("user-1", "Bearer a", key: "k") == "response 1")
        #expect(try await ask("user-1", "Bearer b", key: "k") == "response 1")
        #expect(try await ask("user-2", "Bearer b", key: "k") == "response 2")
        #expect(try await ask("user-1", "Bearer b", key: "l") == "response 3")
    }

    @Test func varySeparatesEntriesByLanguage() async throws {
        let origin = try CachePeer { request, _ in
            [
                "Cache-Control: max-age=60",
                request.hasPrefix("GET /any") ? "Vary: *" : "Vary: Accept-Language",
            ]
        }
        try await with(origin.cache()) { transport in
            // Errors thrown inside `#expect` alone do not make the closure throwing.
            try Task.checkCancellation()
            func ask(_ path: String, _ language: String) async throws -> String {
                try await transport.text(origin.request(path, .get, [.acceptLanguage: language]))
            }
            #expect(try await ask("/", "de") == "response 1")
            #expect(try await ask("/", "fr") == "response 2")
            #expect(try await ask("/", "de") == "response 1")
            #expect(try await ask("/any", "de") == "response 3")
            #expect(try await ask("/any", "de") == "response 4")
        }
    }

    // MARK: Answers to conditions

    /// A 304 for another response does not validate this one: the cache sends the request again.
    @Test(arguments: ["ETag: \"other\"", "redirect"])
    func mismatched304MakesCacheRequestAgain(field: String) async throws {
        let origin = try CachePeer { request, _ in
            if request.hasPrefix("GET /moved") {
                return ["HTTP/1.1 304 Not Modified", "ETag: \"v1\""]
            }
            if request.contains("If-None-Match") {
                return field == "redirect"
                    ? ["HTTP/1.1 302 Found", "Location: /moved"]
                    : ["HTTP/1.1 304 Not Modified", field]
            }
            return ["Cache-Control: max-age=1", "ETag: \"v1\""]
        }
        try await with(origin.cache()) { transport in
            #expect(try await transport.text(origin.request()) == "response 1")
            origin.clock.advance(by: 2)
            let response = try await transport.send(origin.request())
            #expect(response.status == .ok && response.headers[.cacheStatus] == nil)
            #expect(String(decoding: response.body, as: UTF8.self) == "response \(origin.calls)")
        }
    }

    @Test func unsolicited304IsAFailedCall() async throws {
        let origin = try CachePeer { _, _ in
            ["HTTP/1.1 304 Not Modified", "Cache-Control: max-age=60, stale-if-error=60"]
        }
        let cache = origin.cache()
        try await with(cache) { transport in
            // Errors thrown inside `#expect` alone do not make the closure throwing.
            try Task.checkCancellation()
            #expect(try await transport.send(origin.request()).status == .notModified)
            let service = CachedService(
                configuration: try ClientConfiguration(
                    baseURL: origin.peer.url(""), transport: transport))
            let error = await #expect(throws: APIError.self) { try await service.send(Look()) }
            #expect(error?.code == .status(304))
        }
        #expect(cache.memoryBytes == 0)
    }

    /// The stored response has no validator, so the request had no condition and the 304 is
    /// unsolicited.
    @Test func unsolicited304DoesNotRenewStoredResponse() async throws {
        let origin = try CachePeer { _, number in
            number == 1
                ? ["Cache-Control: max-age=10, stale-if-error=60"] : ["HTTP/1.1 304 Not Modified"]
        }
        try await with(origin.cache()) { transport in
            _ = try await transport.send(origin.request())
            origin.clock.advance(by: 11)
            for _ in 1...2 {
                let response = try await transport.send(origin.request())
                #expect(response.status == .notModified)
            }
            #expect(origin.calls == 3)
        }
    }

    @Test func onlyIfCachedReturnsStoredResponseOr504() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        try await with(origin.cache()) { transport in
            let wish = origin.request("/", .get, [.cacheControl: "only-if-cached"])
            let none = try await transport.send(wish)
            #expect(none.status == .gatewayTimeout && origin.calls == 0)
            _ = try await transport.send(origin.request())
            #expect(try await transport.text(wish) == "response 1")
            #expect(origin.calls == 1)
        }
    }

    // MARK: Changes and errors

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
    func unsafeMethodsInvalidateStoredResponses(method: HTTPRequest.Method) async throws {
        let origin = try CachePeer { request, _ in
            request.hasPrefix("GET")
                ? ["Cache-Control: max-age=60"]
                : [
                    request.contains(" /fails") ? "HTTP/1.1 500 E" : "HTTP/1.1 201 Created",
                    "Location: /other", "Content-Location: http://elsewhere.test/far",
                ]
        }
        let cache = origin.cache()
        try await with(cache) { transport in
            for path in ["/", "/other", "/fails", "/far"] {
                _ = try await transport.send(origin.request(path))
                let other = origin.request(path, .get, [.authorization: "x"])
                _ = try await transport.send(other)
            }
            _ = try await transport.send(origin.request("/", method))
            _ = try await transport.send(origin.request("/fails", method))
            let before = origin.calls
            for path in ["/", "/other", "/fails", "/far"] {
                _ = try await transport.send(origin.request(path))
                let other = origin.request(path, .get, [.authorization: "x"])
                _ = try await transport.send(other)
            }
            #expect(origin.calls == before + 4)
            #expect(
                Set(origin.peer.requests.suffix(4).map { $0.split(separator: " ")[1] })
                    == ["/", "/other"])
        }
    }

    @Test func staleIfErrorServesStaleResponseWhenAllowed() async throws {
        let origin = try CachePeer { request, number in
            number > 2
                ? ["HTTP/1.1 503 Down"]
                : [
                    "Cache-Control: max-age=10"
                        + (request.hasPrefix("GET /kept") ? ", stale-if-error=60" : "")
                ]
        }
        try await with(origin.cache()) { transport in
            for path in ["/kept", "/not"] { _ = try await transport.send(origin.request(path)) }
            origin.clock.advance(by: 30)
            #expect(try await transport.send(origin.request("/not")).status == .serviceUnavailable)
            let kept = try await transport.send(origin.request("/kept"))
            #expect(kept.status == .ok && kept.headers[.age] == "30")
            #expect(
                kept.headers[.cacheStatus]
                    == "Posthorn; fwd=stale; fwd-status=503; detail=stale-if-error")
            origin.clock.advance(by: 60)
            #expect(try await transport.send(origin.request("/kept")).status == .serviceUnavailable)
        }
    }

    @Test func temporaryErrorDoesNotReplaceStoredResponse() async throws {
        let origin = try CachePeer { _, number in
            switch number {
            case 1: ["Cache-Control: max-age=10, stale-if-error=60", "ETag: \"v1\""]
            case 2: ["HTTP/1.1 429 Too Many Requests", "ETag: \"error\""]
            default: ["HTTP/1.1 503 Down"]
            }
        }
        try await with(origin.cache()) { transport in
            _ = try await transport.send(origin.request())
            origin.clock.advance(by: 20)
            #expect(try await transport.send(origin.request()).status == .tooManyRequests)
            #expect(try await transport.text(origin.request()) == "response 1")
            #expect(origin.calls == 3)
        }
    }

    // MARK: Streams

    @Test func streamIsStoredOnlyWhenReadToItsEnd() async throws {
        let (gate, count) = (Gate(), Locked(0))
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                count.withLock { $0 += 1 }
                try connection.write(
                    "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")
                gate.wait()
                try connection.write("4\r\nmore\r\n0\r\n\r\n")
            }
        }
        let request = TransportRequest(url: peer.url())
        try await with(HTTPCache()) { transport in
            func read() async throws -> String {
                var bytes = Data()
                for try await piece in try await transport.stream(request).body { bytes += piece }
                return String(decoding: bytes, as: UTF8.self)
            }
            do {
                var pieces = try await transport.stream(request).body.makeAsyncIterator()
                #expect(try await pieces.next() == Data("half".utf8))
            }
            gate.open()
            #expect(try await read() == "halfmore")
            #expect(try await read() == "halfmore")
            #expect(try await transport.text(request) == "halfmore")
        }
        #expect(count.withLock { $0 } == 2)
    }

    // MARK: Rules of an endpoint

    @Test func cachePolicyStoresPostResponses() async throws {
        let origin = try CachePeer("Content-Type: application/json")
        try await with(origin.cache()) { transport in
            // Errors thrown inside `#expect` alone do not make the closure throwing.
            try Task.checkCancellation()
            func ask(_ body: String, for lifetime: Duration? = .seconds(60)) async throws -> String
            {
                var request = origin.request("/search", .post, [:], body: body)
                request.cache = lifetime.map { CachePolicy(maxAge: $0) }
                return try await transport.text(request)
            }
            #expect(try await ask("tea") == "response 1")
            #expect(try await ask("tea") == "response 1")
            #expect(try await ask("milk") == "response 2")
            origin.clock.advance(by: 60)
            #expect(try await ask("tea") == "response 3")
            #expect(try await ask("tea", for: nil) == "response 4")
            // A POST without a policy may have changed something.
            #expect(try await ask("tea") == "response 5")
        }
    }
}
