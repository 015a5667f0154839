import Foundation
@testable import PosthornCore
import TestSupport
import Testing

/// How a request and a redirect response determine the next request.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RedirectRuleTests {
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete]

    // The table of RFC 9110, section 15.4, and the Fetch standard: what each method becomes.
    static let table: [(Int, [HTTPRequest.Method])] = [
        (301, [.get, .head, .get, .put, .delete]), (302, [.get, .head, .get, .put, .delete]),
        (303, [.get, .head, .get, .get, .get]), (307, [.get, .head, .post, .put, .delete]),
        (308, [.get, .head, .post, .put, .delete]),
    ]

    @Test(arguments: table)
    func statusDecidesMethodOfNextRequest(_ status: Int, _ expected: [HTTPRequest.Method]) throws {
        for (method, after) in zip(Self.methods, expected) {
            var request = TransportRequest(method: method, url: "https://a.example/x")
            if method == .post || method == .put {
                request.body = HTTPBody(Data("body".utf8))
                request.headers = [.contentType: "text/plain", .contentLanguage: "en"]
            }
            let next = try #require(try redirect(request, status, "/y")).next
            #expect(next.method == after, "\(status) after \(method.rawValue)")
            #expect((next.body != nil) == (after == method && request.body != nil))
            #expect((next.headers[.contentType] != nil) == (next.body != nil))
            #expect((next.headers[.contentLanguage] != nil) == (next.body != nil))
        }
    }

    @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 399, 404])
    func otherStatusesAreNotRedirects(_ status: Int) throws {
        #expect(try redirect(TransportRequest(url: "https://a.example/"), status, "/y") == nil)
    }

    @Test func redirectWithoutLocationIsNotFollowed() throws {
        let request = TransportRequest(url: "https://a.example/")
        #expect(try redirect(request, 302) == nil)
        #expect(try redirect(request, 302, "") == nil)
    }

    @Test func acceptsRepeatedAndRefusesDifferentLocations() throws {
        let request = TransportRequest(url: "https://a.example/")
        #expect(try redirect(request, 302, "/y", "/y")?.next.url == "https://a.example/y")
        #expect(refusal(request, 302, "/y", "/z")?.message.contains("several URLs") == true)
    }

    @Test(arguments: ["ftp://b.example/", "file:///etc/passwd", "http://u:p@b.example/", "/\\b"])
    func refusesInvalidTargets(_ place: String) {
        let error = refusal(TransportRequest(url: "http://a.example/"), 302, place)
        #expect(error?.code == .redirectRefused)
        #expect(error?.message.contains("p@") == false)
    }

    /// The time before the first redirect counts too.
    @Test func nextRequestGetsRemainingTime() async throws {
        let times = Locked<[Duration?]>([])
        let loop = RedirectLoop(.follow, start: .now - .seconds(5))
        var request = TransportRequest(url: "https://a.example/")
        request.timeouts.total = .seconds(10)
        func run(_ request: TransportRequest) async throws {
            _ = try await loop.run(request) { request throws(TransportError) in
                times.withLock { $0.append(request.timeouts.total) }
                return TransportResponse(
                    status: request.url.hasSuffix("/") ? .found : .ok,
                    headers: [.location: "https://a.example/next"], bodyIntegrity: .length)
            }
        }
        try await run(request)
        let all = times.withLock { $0 }
        #expect(all.count == 2 && all[0] == .seconds(10))
        #expect(try #require(all[1]) <= .seconds(5))
        request.timeouts.total = .seconds(5)
        let error = await #expect(throws: TransportError.self) { try await run(request) }
        #expect(error?.code == .timedOut)
    }

    /// A closure that keeps the first request's method keeps its header fields too.
    @Test func customRedirectDropsCredentialsForOtherOrigin() throws {
        var request = TransportRequest(method: .post, url: "https://a.example/")
        request.headers = [.authorization: "Bearer x", .cookie: "a=b", .accept: "text/plain"]
        let redirect = try #require(try redirect(request, 302, "https://b.example/"))
        var next = redirect.request
        next.url = redirect.next.url
        let changed = try RedirectRule.changed(redirect, to: next, .follow).next
        #expect(changed.method == .post)
        #expect(changed.headers.map(\.name) == [.accept])
    }

    @Test func refusesDowngradeUnlessAllowed() throws {
        let request = TransportRequest(url: "https://a.example/")
        #expect(refusal(request, 302, "http://a.example/")?.code == .redirectRefused)
        var policy = RedirectPolicy.follow
        policy.allowsDowngrade = true
        #expect(
            try redirect(request, 302, "http://a.example/", policy: policy)?.next.url
                == "http://a.example/")
    }

    @Test func refusesBodyToOtherOriginUnlessAllowed() throws {
        let request = TransportRequest(
            method: .post, url: "https://a.example/", body: Data("body".utf8))
        #expect(refusal(request, 307, "https://b.example/")?.code == .redirectRefused)
        #expect(try redirect(request, 303, "https://b.example/")?.next.body == nil)
        var policy = RedirectPolicy.follow
        policy.sendsBodyToOtherOrigins = true
        #expect(try redirect(request, 307, "https://b.example/", policy: policy)?.next.body != nil)
    }

    @Test func nonReplayableBodyIsNotSentAgain() throws {
        var request = TransportRequest(method: .post, url: "https://a.example/", body: Data())
        request.body = HTTPBody(BodyStream(AsyncStream<Data> { $0.finish() }))
        #expect(refusal(request, 308, "/y")?.message.contains("only once") == true)
        #expect(try redirect(request, 302, "/y")?.next.method == .get)
    }

    @Test func sameOriginPolicyRefusesOtherOrigins() throws {
        let request = TransportRequest(url: "https://a.example/")
        #expect(
            refusal(request, 302, "https://b.example/", policy: .sameOrigin)?.message
                == "the redirect leads from https://a.example to https://b.example")
        #expect(try redirect(request, 302, "/y", policy: .sameOrigin) != nil)
        #expect(try redirect(request, 302, "/y", policy: .never) == nil)
    }

    @Test func sensitiveFieldsAreNotSentToOtherOrigin() throws {
        var headers: HTTPFields = [
            .accept: "a", .acceptLanguage: "b", .userAgent: "c", .range: "bytes=0-", .ifRange: "d",
            .cacheControl: "no-cache", .authorization: "s", .cookie: "s", .referer: "s",
            .origin: "s", .ifNoneMatch: "s",
        ]
        for name in [
            "X-Api-Key", "Signature", "Signature-Input", "Idempotency-Key", "Proxy-Authorization",
            "X-Trace",
        ] {
            headers[try #require(HTTPField.Name(name))] = "s"
        }
        let request = TransportRequest(url: "https://a.example/", headers: headers)
        var policy = RedirectPolicy.follow
        policy.forwardedFields = ["x-trace"]
        let there = try #require(
            try redirect(request, 302, "https://b.example/", policy: policy)
        ).next
        #expect(
            Set(there.headers.map(\.name.canonicalName)) == [
                "accept", "accept-language", "user-agent", "range", "if-range", "cache-control",
                "x-trace",
            ])
        let here = try #require(try redirect(request, 302, "/y")).next
        #expect(here.headers == headers)
    }

    @Test func fragmentIsInherited() throws {
        let request = TransportRequest(url: "https://a.example/")
        let first = try #require(try redirect(request, 302, "/1#one"))
        #expect(first.next.url == "https://a.example/1")
        #expect(first.hop.target == "https://a.example/1#one")
        let second = try #require(try redirect(first.next, 302, "/2", history: [first.hop]))
        #expect(second.hop.target == "https://a.example/2#one")
        let third = try #require(
            try redirect(second.next, 302, "/3#three", history: [first.hop, second.hop]))
        #expect(third.hop.target == "https://a.example/3#three")
    }

    @Test func allRedirectsShareTheTotalTimeout() async throws {
        let transport = StubTransport(
            .success(Self.response("/1")), .success(Self.response("/2")), .success(.json("{}")))
        let request = TransportRequest(
            url: "https://a.example/", timeouts: Timeouts(total: .seconds(60)))
        _ = try await Self.follow(request, over: transport)
        let limits = transport.requests.compactMap(\.timeouts.total)
        #expect(limits.count == 3)
        #expect(limits[0] == .seconds(60))
        #expect(limits[1] < limits[0])
        #expect(limits[2] < limits[1])
    }

    @Test func expiredCallIsNotRedirected() async throws {
        let transport = StubTransport(.success(Self.response("/1")))
        let request = TransportRequest(
            url: "https://a.example/", timeouts: Timeouts(total: .nanoseconds(1)))
        let error = await #expect(throws: TransportError.self) {
            try await Self.follow(request, over: transport)
        }
        #expect(error?.code == .timedOut)
        #expect(error?.redirects.count == 1)
        #expect(transport.requests.count == 1)
    }

    private static func response(_ place: String) -> TransportResponse {
        TransportResponse(status: .found, headers: [.location: place])
    }

    private static func follow(
        _ request: TransportRequest, over transport: StubTransport
    ) async throws -> TransportResponse {
        try await RedirectLoop(.follow).run(request) { request throws(TransportError) in
            try await transport.send(request)
        }
    }

    @Test func hopDescriptionShowsOriginsOnly() throws {
        let request = TransportRequest(url: "https://a.example/canary?canary")
        let redirect = try #require(try redirect(request, 302, "https://b.example/canary#canary"))
        #expect(redirect.description == "302 from https://a.example to https://b.example")
        #expect(redirect.hop.debugDescription == redirect.description)
    }

    private func redirect(
        _ request: TransportRequest, _ status: Int, _ places: String...,
        policy: RedirectPolicy = .follow, history: [RedirectPolicy.Hop] = []
    ) throws(TransportError) -> RedirectPolicy.Proposal? {
        try next(request, status, places, policy, history)
    }

    private func refusal(
        _ request: TransportRequest, _ status: Int, _ places: String...,
        policy: RedirectPolicy = .follow
    ) -> TransportError? {
        #expect(throws: TransportError.self) { try next(request, status, places, policy, []) }
    }

    private func next(
        _ request: TransportRequest, _ status: Int, _ places: [String], _ policy: RedirectPolicy,
        _ history: [RedirectPolicy.Hop]
    ) throws(TransportError) -> RedirectPolicy.Proposal? {
        var headers = HTTPFields()
        for place in places { headers.append(HTTPField(name: .location, value: place)) }
        return try RedirectRule.next(
            after: request, status: .init(code: status), headers: headers, policy: policy,
            history: history)
    }
}
