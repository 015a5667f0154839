import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import Shop
import TestSupport
import Testing

/// A stub answers typed calls by rules, and says what it was not told.
@Suite(.timeLimit(.minutes(1)))
struct StubTransportTests {
    @Test func answersTypedCalls() async throws {
        let stub = StubTransport(
            .on(.get, "/v1/products", answer: .json(#"{"code": 0, "data": []}"#)))
        let products = try await shop.over(stub).listProducts(language: "de")
        #expect(products.isEmpty)
        #expect(stub.requests.map(\.description) == ["GET /v1/products"])
        #expect(stub.requests[0].headers[.acceptLanguage] == "de")
    }

    @Test func givesDocumentedFailures() async throws {
        let stub = StubTransport(
            .on(
                .get, "/v1/products/{sku}",
                answer: .json(#"{"code": 7, "message": "none"}"#, status: .notFound)))
        do {
            _ = try await shop.over(stub).getProduct(sku: "A-1")
            Issue.record("the product was found")
        } catch .notFound(let problem) {
            #expect(problem.code == 7)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func saysWhatWasAskedAndWhichRulesThereAre() async throws {
        let stub = StubTransport(
            .on(.get, "/a/{id}", times: 1, answer: .status(.ok)),
            .on(.post, "/b", query: ["x": "1"], headers: [.accept: "q"], answer: .status(.ok)))
        _ = try await stub.send(TransportRequest(url: "http://stub.test/a/1"))
        let error = await #expect(throws: TransportError.self) {
            try await stub.send(TransportRequest(url: "http://stub.test/a/2?y=2"))
        }
        #expect(
            error?.description
                == "unexpectedRequest: no rule of the stub answers GET /a/2?y=2; the rules are: "
                + "GET /a/{id} (used up); POST /b?x=1 with the values of Accept; "
                + "add a rule for it, or see why it is sent")
        #expect(stub.unused.map(\.description) == ["POST /b?x=1 with the values of Accept"])
    }

    struct Fit: Sendable {
        let rule: StubRule
        let fits: [String]
        let doesNot: [String]
    }

    @Test(arguments: [
        Fit(
            rule: .on(.get, "/a", answer: .status(.ok)), fits: ["/a", "/a?b=c"],
            doesNot: ["/", "/a/", "/ab", "/a/b"]),
        Fit(
            rule: .on(.get, "/{x}/b", answer: .status(.ok)), fits: ["/a/b"],
            doesNot: ["//b", "/a/c", "/a/b/c"]),
        Fit(
            rule: .on(nil, "/a/*", answer: .status(.ok)), fits: ["/a/", "/a/b/c", "/a"],
            doesNot: ["/", "/b"]),
        Fit(
            rule: .on(.get, "/", query: ["q": "a b"], answer: .status(.ok)),
            fits: ["/?q=a%20b", "?z=1&q=a+b"], doesNot: ["/", "/?q=", "/?q=ab"]),
    ])
    func rulesFit(_ fit: Fit) async throws {
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

    @Test func looksAtBodiesAndAnswersInOrder() async throws {
        let post = TransportRequest(
            method: .post, url: "http://stub.test/", body: Data("two".utf8))
        let choosy = StubTransport(
            .on(.post, "/", body: { $0 == Data("one".utf8) }, answer: .status(.ok)),
            .on(.post, "/", answer: .status(.conflict)))
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
                answer: .stream(["a", "b"], type: "text/plain").held(by: gate, beforePiece: 1)
                    .failing(with: .lost)))
        let stream = try await stub.stream(TransportRequest(url: "http://stub.test"))
        var pieces = stream.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("a".utf8))
        gate.open()
        #expect(try await pieces.next() == Data("b".utf8))
        let error = await #expect(throws: TransportError.self) { _ = try await pieces.next() }
        #expect(error?.code == .connectionLost)
    }

    @Test(.timeLimit(.minutes(1))) func aHeldCallCanBeCancelled() async throws {
        let stub = StubTransport(.on(.get, "/", answer: .status(.ok).held(by: Gate())))
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
