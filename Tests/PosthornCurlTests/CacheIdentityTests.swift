import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
import TestSupport
import Testing

/// Which caller gets a stored response if callers look alike or the caller changes meanwhile.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheIdentityTests {
    /// HSTS upgrades the call to TLS, and only there are the cookies sent.
    @Test func secureCookiesAfterHSTSUpgradeSeparateEntries() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let front = try SecureFront(of: origin.peer.port)
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        configuration.connection.hostOverrides["a.loopback.test"] = "127.0.0.1"
        let (cookies, hsts) = (CookieStore(), HSTSStore())
        hsts.require("a.loopback.test")
        configuration.cookies = cookies
        configuration.hsts = hsts
        let place = "a.loopback.test:\(front.port)/me"
        try await with(origin.cache(), over: configuration) { transport in
            // Errors thrown inside `#expect` alone do not make the closure throwing.
            try Task.checkCancellation()
            func ask(_ cookie: String) async throws -> String {
                #expect(cookies.set(cookie, from: "https://\(place)"))
                return try await transport.text(TransportRequest(url: "http://\(place)"))
            }
            #expect(try await ask("user=1; Secure") == "response 1")
            #expect(try await ask("user=2; Secure") == "response 2")
            #expect(try await ask("user=2; Secure") == "response 2")
        }
        #expect(origin.peer.requests.allSatisfy { $0.contains("\r\nCookie: user=") })
    }

    /// A server that one trust policy accepts does not fill the cache of calls under another.
    @Test func trustPoliciesHaveTheirOwnEntries() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let front = try SecureFront(of: origin.peer.port)
        let trust = TrustPolicy(authorities: .file(URL(filePath: front.authority)))
        var configuration = SessionConfiguration.plain
        configuration.trustByName = ["one": trust, "other": trust]
        try await with(origin.cache(), over: configuration) { transport in
            try Task.checkCancellation()
            func ask(_ name: String) async throws -> String {
                var request = TransportRequest(url: "https://127.0.0.1:\(front.port)/me")
                request.trustName = name
                return try await transport.text(request)
            }
            #expect(try await ask("one") == "response 1")
            #expect(try await ask("other") == "response 2")
            #expect(try await ask("one") == "response 1")
        }
    }

    /// A wrapper that only counts does not hide the session's cookies from the cache.
    @Test(arguments: [false, true])
    func sessionCookiesSeparateEntriesThroughTransportWrapper(isWrapped: Bool) async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        var configuration = SessionConfiguration.plain
        let cookies = CookieStore()
        configuration.cookies = cookies
        let url = origin.peer.url("/me")
        try await CurlSession.withSession(configuration) { session in
            let cache = origin.cache()
            let transport: any Transport =
                isWrapped
                ? CachingTransport(LoggingTransport(wrapping: session), cache: cache)
                : CachingTransport(session, cache: cache)
            var responses: [String] = []
            for user in [1, 2, 2] {
                #expect(cookies.set("user=\(user)", from: url))
                let response = try await transport.send(TransportRequest(url: url))
                responses.append(String(decoding: response.body, as: UTF8.self))
            }
            #expect(responses == ["response 1", "response 2", "response 2"])
        }
        #expect(origin.calls == 2)
    }

    /// A response received over plain HTTP may be forged, so it is not used once the host requires
    /// TLS.
    @Test func plainHTTPEntryIsNotUsedOnceHostRequiresTLS() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        var configuration = SessionConfiguration.plain
        configuration.connection.hostOverrides["a.loopback.test"] = "127.0.0.1"
        let hsts = HSTSStore()
        configuration.hsts = hsts
        let request = TransportRequest(url: "http://a.loopback.test:\(origin.peer.port)/me")
        try await with(origin.cache(), over: configuration) { transport in
            try Task.checkCancellation()
            #expect(try await transport.text(request) == "response 1")
            #expect(try await transport.text(request) == "response 1")
            hsts.require("a.loopback.test")
            // The server does not speak TLS.
            await #expect(throws: TransportError.self) { try await transport.text(request) }
        }
    }

    /// The second request of such a call carries the cookie that the 304 has set.
    @Test func repeatedRequestStoresResponseUnderNewCookies() async throws {
        let origin = try CachePeer { request, _ in
            if request.contains("If-None-Match") {
                return [
                    "HTTP/1.1 304 Not Modified", "ETag: \"other\"", "Set-Cookie: user=2; Path=/",
                ]
            }
            return ["Cache-Control: max-age=10", "ETag: \"v1\""]
        }
        var configuration = SessionConfiguration.plain
        let cookies = CookieStore()
        configuration.cookies = cookies
        try await with(origin.cache(), over: configuration) { transport in
            try Task.checkCancellation()
            cookies.set("user=1; Path=/", from: origin.peer.url())
            #expect(try await transport.text(origin.request()) == "response 1")
            origin.clock.advance(by: 11)
            #expect(try await transport.text(origin.request()) == "response 3")
            #expect(try await transport.text(origin.request()) == "response 3")
            cookies.set("user=1; Path=/", from: origin.peer.url())
            #expect(try await transport.text(origin.request()) == "response 4")
        }
    }

    /// The cookie changes after the cache reads it and before the request is sent.
    @Test func responseIsNotStoredIfCookieChangedBeforeSending() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        var configuration = SessionConfiguration.plain
        let cookies = CookieStore()
        configuration.cookies = cookies
        let url = origin.peer.url()
        let (clock, looks) = (origin.clock, Locked(0))
        // The cache reads the clock after the cookies and before the request is sent.
        let cache = HTTPCache(clock: {
            let isFirst = looks.withLock { looks in
                looks += 1
                return looks == 1
            }
            if isFirst { cookies.set("user=2", from: url) }
            return clock.now
        })
        try await with(cache, over: configuration) { transport in
            try Task.checkCancellation()
            cookies.set("user=1", from: url)
            #expect(try await transport.text(origin.request()) == "response 1")
            #expect(origin.peer.requests.first?.contains("Cookie: user=2") == true)
            cookies.set("user=1", from: url)
            #expect(try await transport.text(origin.request()) == "response 2")
        }
    }

    /// Keys that Swift compares as equal strings are different keys.
    @Test(
        arguments: [
            ([0x6B, 0xE8], [0x6B, 0xE9]), ([0x6B, 0xE8], [0x6B, 0xEF, 0xBF, 0xBD]),
            ([0xC3, 0xA9], [0x65, 0xCC, 0x81]), ([0xE9], Array("%E9".utf8)),
        ] as [([UInt8], [UInt8])])
    func credentialsAreComparedByteForByte(one: [UInt8], other: [UInt8]) async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        try await with(origin.cache()) { transport in
            try Task.checkCancellation()
            func ask(_ key: [UInt8]) async throws -> String {
                var request = origin.request()
                request.headers.append(HTTPField(name: .apiKey, value: key))
                return try await transport.text(request)
            }
            #expect(try await ask(one) == "response 1")
            #expect(try await ask(other) == "response 2")
            #expect(try await ask(one) == "response 1")
        }
    }

    @Test func identityNamesAreComparedByteForByte() async throws {
        let origin = try CachePeer("Cache-Control: max-age=60")
        let cache = origin.cache()
        for (number, name) in ["caf\u{E9}", "cafe\u{301}"].enumerated() {
            try await with(cache, identity: name) { transport in
                try Task.checkCancellation()
                #expect(try await transport.text(origin.request()) == "response \(number + 1)")
            }
        }
    }

    /// An authentication error depends on the token, which can change while the identity stays.
    @Test(arguments: [401, 403, 407])
    func authErrorIsNotStoredForNamedIdentity(status: Int) async throws {
        let origin = try CachePeer { request, _ in
            request.contains("Authorization: old")
                ? ["HTTP/1.1 \(status) R", "Cache-Control: max-age=60"]
                : ["Cache-Control: max-age=60"]
        }
        try await with(origin.cache(), identity: "account-17") { transport in
            try Task.checkCancellation()
            let refused = try await transport.send(
                origin.request("/", .get, [.authorization: "old"]))
            #expect(refused.status.code == status)
            let request = origin.request("/", .get, [.authorization: "new"])
            #expect(try await transport.text(request) == "response 2")
            #expect(try await transport.text(request) == "response 2")
        }
    }

    /// A redirect that was stored for a caller that does not follow is not served to one that does.
    @Test func storedRedirectServesOnlyRequestsThatDoNotFollow() async throws {
        let origin = try CachePeer { request, _ in
            request.hasPrefix("GET /old")
                ? ["HTTP/1.1 301 Moved", "Location: /new", "Cache-Control: max-age=60"] : []
        }
        try await with(origin.cache()) { transport in
            try Task.checkCancellation()
            var request = origin.request("/old")
            request.redirects = .never
            #expect(try await transport.text(request) == "response 1")
            #expect(try await transport.text(request) == "response 1")
            request.redirects = nil
            #expect(try await transport.text(request) == "response 3")
            request.redirects = .sameOrigin
            #expect(try await transport.text(request) == "response 5")
        }
    }
}
