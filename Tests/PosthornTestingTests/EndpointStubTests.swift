import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import Shop
import TestSupport
import Testing

/// A stub with rules for endpoints replaces a generated service.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct EndpointStubTests {
    @Test func returnsValuesOfTheClosures() async throws {
        let stub = StubTransport(
            .on(ShopAPI.GetProduct.self) { .named($0.sku) },
            .on(ShopAPI.ListProducts.self) { _ in [.named("A"), .named("B")] })
        let shop = ShopAPI.test(stub)
        #expect(try await shop.getProduct(sku: "A-1") == .named("A-1"))
        #expect(try await shop.listProducts().map(\.sku) == ["A", "B"])
        #expect(stub.unused.isEmpty)
    }

    @Test func receivesTheParametersOfTheCall() async throws {
        let stub = StubTransport(.on(ShopAPI.CreateOrder.self) { .of($0.items) })
        let items = [LineItem(sku: "A-1", quantity: 2)]
        let order = try await ShopAPI.test(stub).createOrder(items: items)
        #expect(order == .of(items))
    }

    @Test func endpointWithoutValueSucceedsOrThrows() async throws {
        let stub = StubTransport(
            .on(ShopAPI.CancelOrder.self) { call in
                guard call.id == "1" else { throw StubResponse.status(.notFound) }
            })
        let shop = ShopAPI.test(stub)
        try await shop.cancelOrder(id: "1")
        await #expect(throws: ShopAPI.CancelOrder.Failure.self) {
            try await shop.cancelOrder(id: "2")
        }
    }

    @Test func thrownResponseBecomesTheDocumentedFailure() async throws {
        let stub = StubTransport(
            .on(ShopAPI.GetProduct.self) { _ in
                throw StubResponse.json(Problem(code: 7, message: "none"), status: .notFound)
            })
        do {
            _ = try await ShopAPI.test(stub).getProduct(sku: "x")
            Issue.record("the product was found")
        } catch .notFound(let problem) {
            #expect(problem.code == 7)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func thrownFailureOfACallIsRepeated() async throws {
        let first = StubTransport(
            .on(
                ShopAPI.GetProduct.self,
                reply: { _, _ in .json(Problem(code: 7, message: "none"), status: .notFound) }))
        let stub = StubTransport(
            .on(ShopAPI.GetProduct.self) { try await ShopAPI.test(first).getProduct(sku: $0.sku) })
        let error = await #expect(throws: ShopAPI.GetProduct.Failure.self) {
            try await ShopAPI.test(stub).getProduct(sku: "x")
        }
        guard case .notFound(let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.message == "none")
    }

    @Test func thrownTransportErrorFailsTheCall() async throws {
        let stub = StubTransport(
            .on(ShopAPI.ListProducts.self) { _ in throw TransportError(.timedOut, "slow") })
        let error = await #expect(throws: APIError.self) {
            try await ShopAPI.test(stub).listProducts()
        }
        #expect(error?.code == .timedOut && error?.stage == .sending)
    }

    @Test func otherErrorOfTheClosureFailsTheCall() async throws {
        struct Odd: Error {}
        let stub = StubTransport(.on(ShopAPI.ListProducts.self) { _ in throw Odd() })
        let error = await #expect(throws: APIError.self) {
            try await ShopAPI.test(stub).listProducts()
        }
        #expect(error?.code == .stubFailed)
        #expect(error?.message.contains("the closure for listProducts failed: Odd()") == true)
    }

    @Test func sealedCallIsRefusedWithAdvice() async throws {
        let stub = StubTransport(.on(ShopAPI.CreateOrder.self) { .of($0.items) })
        var sealed = ShopAPI.test(stub)
        sealed.ciphers.partner = try EnvelopeCipher(
            key: SecretKey(
                id: "k", bytes: Data(repeating: 1, count: 32), for: .envelopeVersion1),
            suite: .version1AES256GCM
        )
        let shop = sealed
        let error = await #expect(throws: ShopAPI.CreateOrder.Failure.self) {
            try await shop.createOrder(items: [])
        }
        #expect(error?.code == .stubFailed)
        #expect(error?.apiError.message.contains("is sealed or signed by AES-256-GCM") == true)
    }

    @Test func closureMayWait() async throws {
        let gate = Gate()
        let stub = StubTransport(
            .on(ShopAPI.GetProduct.self) { call in
                try await gate.passed()
                return .named(call.sku)
            })
        let call = Task { try await ShopAPI.test(stub).getProduct(sku: "A") }
        gate.open()
        #expect(try await call.value.sku == "A")
    }

    @Test func rulesOfEndpointsCountTheirUses() async throws {
        let stub = StubTransport(
            .on(ShopAPI.GetProduct.self, times: 1) { _ in .named("first") },
            .on(ShopAPI.GetProduct.self) { _ in .named("later") },
            .on(ShopAPI.CancelOrder.self) { _ in })
        let shop = ShopAPI.test(stub)
        #expect(try await shop.getProduct(sku: "x").sku == "first")
        #expect(try await shop.getProduct(sku: "x").sku == "later")
        #expect(stub.unused.map(\.description) == ["cancelOrder"])
    }

    @Test func unexpectedCallNamesTheRules() async throws {
        let stub = StubTransport(.on(ShopAPI.GetProduct.self) { _ in .named("x") })
        let error = await #expect(throws: APIError.self) {
            try await ShopAPI.test(stub).listProducts()
        }
        #expect(
            error?.message.hasSuffix("the rules are: getProduct (the endpoint differs)") == true)
        let bare = await #expect(throws: TransportError.self) {
            try await stub.send(TransportRequest(url: "https://a.test/"))
        }
        #expect(bare?.message.hasSuffix("getProduct (no typed call sent it)") == true)
    }

    @Test func repliesWithStreamsAndFiles() async throws {
        let stub = StubTransport(
            .on(ShopAPI.WatchPrices.self) { _, _ in
                .stream(["data: {\"sku\": \"A\", \"amount\": 1}\n\n"], type: "text/event-stream")
            },
            .on(ShopAPI.DownloadInvoice.self) { call, _ in
                .bytes(Data(call.id.utf8), type: "application/pdf")
            })
        let shop = ShopAPI.test(stub)
        var skus: [String] = []
        for try await price in try await shop.watchPrices() { skus.append(price.sku) }
        #expect(skus == ["A"])
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await shop.downloadInvoice(id: "7", to: file)
        #expect(try Data(contentsOf: file) == Data("7".utf8))
    }

    /// An endpoint with a value of any type, for policies that the shop does not use.
    struct Fetch<Value: Codable & Sendable>: Endpoint {
        typealias Output = Value

        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/value") }
    }

    struct Own: ResponsePolicy {
        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value { throw APIError.Cause(.decodingFailed, "never") }
    }

    private func fetch<Value: Codable & Sendable>(
        _ value: Value, by policy: any ResponsePolicy
    ) async throws -> Value {
        let stub = StubTransport(.on(Fetch<Value>.self) { _ in value })
        return try await ShopAPI.test(stub).with { $0.responsePolicy = policy }
            .send(Fetch<Value>())
    }

    @Test func encodesForTheResponsePolicy() async throws {
        #expect(try await fetch(["a": 1.5], by: .json) == ["a": 1.5])
        #expect(try await fetch("text", by: .text) == "text")
        #expect(try await fetch(Data([0, 255]), by: .raw) == Data([0, 255]))
        #expect(try await fetch(String?.none, by: .json) == nil)
        #expect(try await fetch([3], by: .firstMatching(.text, .json)) == [3])
        let nested: EnvelopePolicy = .envelope(
            code: "meta.ok", message: "meta.text", payload: "result.value", success: true)
        #expect(try await fetch([3], by: nested) == [3])
        let text: EnvelopePolicy = .envelope(code: "c", message: "m", payload: "d", success: "OK")
        #expect(try await fetch(["x": ["y"]], by: text) == ["x": ["y"]])
        let plain: EnvelopePolicy = .envelope(payload: "result.value")
        #expect(try await fetch([3], by: plain) == [3])
        let silent: EnvelopePolicy = .envelope(code: "ok", payload: "d", success: true)
        #expect(try await fetch([3], by: silent) == [3])
        #expect(try await fetch(Product.named("A"), by: .json) == .named("A"))
    }

    @Test func unknownPolicyIsRefusedWithAdvice() async throws {
        let error = await #expect(throws: APIError.self) { try await fetch([1], by: Own()) }
        #expect(error?.code == .stubFailed)
        #expect(error?.advice?.contains("return a StubResponse") == true)
    }

    @Test func headerFieldIsNamedByText() async throws {
        let stub = StubTransport(inOrder: [
            .status(.ok).header("X-Session-Id", "7"), .status(.ok).header("not a name", "7"),
        ])
        let request = TransportRequest(url: "https://a.test/")
        #expect(try await stub.send(request).headers[HTTPField.Name("X-Session-Id")!] == "7")
        let error = await #expect(throws: TransportError.self) { try await stub.send(request) }
        #expect(error?.message.contains("'not a name' is not the name of a header field") == true)
    }

    @Test func requestsAreValues() async throws {
        let stub = StubTransport(
            .on(ShopAPI.CreateOrder.self) { .of($0.items) },
            .on(ShopAPI.GetProduct.self) { .named($0.sku) },
            .on(nil, "/*", response: .status(.ok)))
        let shop = ShopAPI.test(stub)
        _ = try await shop.createOrder(items: [LineItem(sku: "A-1", quantity: 2)], note: "hi")
        _ = try await shop.getProduct(sku: "A")
        _ = try await shop.getProduct(sku: "B")
        _ = try await stub.send(
            TransportRequest(
                method: .post, url: "https://a.test/form?q=1", body: Data("a=1+2&b=%26&a=3".utf8)))
        #expect(stub.requests(to: ShopAPI.GetProduct.self).count == 2)
        #expect(stub.calls(to: ShopAPI.GetProduct.self).map(\.sku) == ["A", "B"])
        #expect(stub.requests(to: ShopAPI.CancelOrder.self).isEmpty)
        let order = try #require(stub.requests(to: ShopAPI.CreateOrder.self).first)
        #expect(order.method == .post && order.path == "/v1/orders")
        #expect(order.json("items.0.sku") == "A-1")
        #expect(order.json("items.0.quantity") == 2)
        #expect(order.json("note") == "hi")
        #expect(order.json("items.1") == nil && order.json("note.x") == nil)
        #expect(order.json()?["channel"] == "web")
        #expect(order.header("x-device-id") == "d")
        #expect(order.header("X-Missing") == nil && order.header("not a name") == nil)
        let form = try #require(stub.requests.last)
        #expect(form.form("a") == ["1 2", "3"] && form.form("b") == ["&"])
        #expect(form.form("c").isEmpty && form.json() == nil && form.query("q") == ["1"])
    }

    @Test func jsonResponseOfUnwritableValueFails() async throws {
        let stub = StubTransport(.on(.get, "/", response: .json([Double.nan])))
        let error = await #expect(throws: TransportError.self) {
            try await stub.send(TransportRequest(url: "https://a.test/"))
        }
        #expect(error?.code == .stubFailed)
    }
}
