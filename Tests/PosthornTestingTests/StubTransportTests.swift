import Foundation
import Posthorn
import PosthornCache
import PosthornCrypto
import PosthornTesting
import Shop
import TestSupport
import Testing

/// A stub responds to typed calls by rules, and rejects other calls.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct StubTransportTests {
    /// A cache in front of a stub separates users by the stub's cookies.
    @Test func cookiesSeparateCacheEntries() async throws {
        let cookies = CookieStore()
        let stub = StubTransport(
            [
                .on(.get, "/me") { request in
                    .text(request.headers[.cookie] ?? "").header(.cacheControl, "max-age=60")
                }
            ], cookies: cookies)
        let transport = CachingTransport(stub, cache: HTTPCache())
        var responses: [String] = []
        for user in [1, 2, 2] {
            cookies.set("user=\(user)", from: "https://a.test/")
            let response = try await transport.send(TransportRequest(url: "https://a.test/me"))
            responses.append(String(decoding: response.body, as: UTF8.self))
        }
        #expect(responses == ["user=1", "user=2", "user=2"])
        #expect(stub.requests.count == 2)
    }

    @Test func respondsToTypedCalls() async throws {
        let stub = StubTransport(
            .on(.get, "/v1/products", response: .json(#"{"code": 0, "data": []}"#)))
        let products = try await shop.over(stub).listProducts(language: "de")
        #expect(products.isEmpty)
        #expect(stub.requests.map(\.description) == ["GET /v1/products"])
        #expect(stub.requests[0].headers[.acceptLanguage] == "de")
    }

    @Test func returnsDocumentedFailures() async throws {
        let stub = StubTransport(
            .on(
                .get, "/v1/products/{sku}",
                response: .json(#"{"code": 7, "message": "none"}"#, status: .notFound)))
        do {
            _ = try await shop.over(stub).getProduct(sku: "A-1")
            Issue.record("the product was found")
        } catch .notFound(let problem) {
            #expect(problem.code == 7)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func unexpectedRequestErrorListsTheRules() async throws {
        let stub = StubTransport(
            .on(.get, "/a/{id}", times: 1, response: .status(.ok)),
            .on(.post, "/b", query: ["x": "1"], headers: [.accept: "q"], response: .status(.ok)))
        _ = try await stub.send(TransportRequest(url: "http://stub.test/a/1"))
        let error = await #expect(throws: TransportError.self) {
            try await stub.send(TransportRequest(url: "http://stub.test/a/2?y=2"))
        }
        #expect(
            error?.description
                == "unexpectedRequest: no rule of the stub matches GET /a/2?y=2; the rules are: "
                + "GET /a/{id} (used up); POST /b?x=1 with the values of Accept (the method differs); "
                + "add a rule for it, or see why it is sent")
        #expect(stub.unused.map(\.description) == ["POST /b?x=1 with the values of Accept"])
    }

    @Test(arguments: [
        (StubRule.on(.get, "/b", response: .status(.ok)), "the path differs"),
        (.on(.get, "/a?x=1", response: .status(.ok)), "x of the query is 2, not 1"),
        (
            .on(.get, "/a", query: ["y": "1"], response: .status(.ok)),
            "there is no y of the query, which should be 1"
        ),
        (
            .on(.get, "/a", headers: [.accept: "text/html"], response: .status(.ok)),
            "Accept is text/plain, not text/html"
        ),
        (.on(.get, "/a", body: { !$0.isEmpty }, response: .status(.ok)), "the body does not fit"),
    ])
    func unexpectedRequestErrorNamesEachMismatch(_ rule: StubRule, _ reason: String) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await StubTransport(rule).send(
                TransportRequest(url: "http://stub.test/a?x=2", headers: [.accept: "text/plain"]))
        }
        #expect(error?.message.hasSuffix("(\(reason))") == true, "\(error?.message ?? "")")
    }

    @Test func evaluatesNoRulesAfterTheMatch() async throws {
        let asked = Locked(0)
        let count: @Sendable (Data) -> Bool = { _ in
            asked.withLock { $0 += 1 }
            return true
        }
        let stub = StubTransport(
            .on(.get, "/", body: count, times: 1, response: .text("1")),
            .on(.get, "/", response: .text("2")), .on(.get, "/", body: count, response: .text("3")))
        for _ in 0..<3 { _ = try await stub.send(TransportRequest(url: "http://stub.test/")) }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func recordsFullRequestURL() async throws {
        let stub = StubTransport(.on(nil, "*", response: .status(.ok)))
        _ = try await stub.send(TransportRequest(url: "https://evil.example:99/a?b"))
        #expect(stub.requests[0].url == "https://evil.example:99/a?b")
    }

    @Test func cancelledBodyIsNotRecorded() async throws {
        let stub = StubTransport(.on(nil, "*", times: 1, response: .status(.ok)))
        let (source, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("abc".utf8))
        let isAsked = Gate()
        var request = TransportRequest(method: .put, url: "http://stub.test/")
        request.body = HTTPBody(
            BodyStream {
                isAsked.open()
                return source
            })
        let call = Task { [request] in try await stub.send(request) }
        await isAsked.opened()
        call.cancel()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(stub.requests.isEmpty && stub.unused.count == 1)
        continuation.finish()
    }

    struct Fit: Sendable {
        let rule: StubRule
        let fits: [String]
        let doesNot: [String]
    }

    @Test(arguments: [
        Fit(
            rule: .on(.get, "/a", response: .status(.ok)), fits: ["/a", "/a?b=c"],
            doesNot: ["/", "/a/", "/ab", "/a/b"]),
        Fit(
            rule: .on(.get, "/{x}/b", response: .status(.ok)), fits: ["/a/b"],
            doesNot: ["//b", "/a/c", "/a/b/c"]),
        Fit(
            rule: .on(nil, "/a/*", response: .status(.ok)), fits: ["/a/", "/a/b/c", "/a"],
            doesNot: ["/", "/b"]),
        Fit(
            rule: .on(.get, "/", query: ["q": "a b"], response: .status(.ok)),
            fits: ["/?q=a%20b", "?z=1&q=a+b"], doesNot: ["/", "/?q=", "/?q=ab"]),
        Fit(
            rule: .on(.get, "a b?x=1&y", response: .status(.ok)), fits: ["/a%20b?y=&x=1"],
            doesNot: ["/a%20b", "/a%20b?x=1", "/?x=1&y"]),
    ])
    func rulesMatchRequests(_ fit: Fit) async throws {
        for path in fit.fits {
            _ = try await StubTransport(fit.rule).send(
                TransportRequest(url: "http://stub.test" + path))
        }
        for path in fit.doesNot {
            let error = await #expect(throws: TransportError.self, "\(path)") {
                try await StubTransport(fit.rule).send(
                    TransportRequest(url: "http://stub.test" + path))
            }
            #expect(error?.code == .unexpectedRequest)
        }
    }

    @Test func matchesBodiesAndRespondsInOrder() async throws {
        let post = TransportRequest(
            method: .post, url: "http://stub.test/", body: Data("two".utf8))
        let choosy = StubTransport(
            .on(.post, "/", body: { $0 == Data("one".utf8) }, response: .status(.ok)),
            .on(.post, "/", response: .status(.conflict)))
        #expect(try await choosy.send(post).status == .conflict)
        let ordered = StubTransport(inOrder: [.text("1"), .failure(.lost), .text("2")])
        #expect(try await ordered.send(post).body == Data("1".utf8))
        let error = await #expect(throws: TransportError.self) { try await ordered.send(post) }
        #expect(error?.code == .connectionLost)
        #expect(try await ordered.send(post).body == Data("2".utf8))
        #expect(ordered.requests.map(\.text) == ["two", "two", "two"])
    }

    @Test func streamsPieceByPieceBehindGates() async throws {
        let gate = Gate()
        let stub = StubTransport(
            .on(
                .get, "/",
                response: .stream(["a", "b"], type: "text/plain").held(by: gate, beforePiece: 1)
                    .failing(with: .lost)))
        let stream = try await stub.stream(TransportRequest(url: "http://stub.test"))
        var pieces = stream.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("a".utf8))
        gate.open()
        #expect(try await pieces.next() == Data("b".utf8))
        let error = await #expect(throws: TransportError.self) { _ = try await pieces.next() }
        #expect(error?.code == .connectionLost)
    }

    @Test(.timeLimit(.minutes(slowness)), .oneIssueAtLimit) func callHeldByGateCanBeCancelled()
        async throws
    {
        let stub = StubTransport(.on(.get, "/", response: .status(.ok).held(by: Gate())))
        let call = Task { try await stub.send(TransportRequest(url: "http://stub.test")) }
        try await until { !stub.requests.isEmpty }
        call.cancel()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    private var shop: ShopAPI {
        ShopAPI(
            ClientConfiguration(transport: StubTransport([])),
            common: .init(deviceID: "d", channel: .web), ciphers: .init(partner: .plaintext))
    }
}

extension TransportError {
    static let lost = TransportError(.connectionLost, "the connection broke")
}
