import Foundation
import InMemoryTracing
import Posthorn
import PosthornCurl
import PosthornTesting
import PosthornTracing
import TestSupport
import Testing
import Tracing

@Suite("Traces", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TracingTests {
    private let tracer = RecordingTracer()

    private func orders(_ responses: StubResponse...) -> Orders {
        traced(Orders(StubTransport(inOrder: responses)))
    }

    private func traced(_ orders: Orders, showingPaths: Bool = false) -> Orders {
        var orders = orders
        orders.configuration.trace(with: tracer, showingPaths: showingPaths)
        return orders
    }

    private var spans: [FinishedInMemorySpan] { tracer.memory.finishedSpans }

    /// The server continues the trace at the span of the attempt.
    @Test func attemptsSendTheirSpans() async throws {
        let server = try OrderServer(OrderServer.busy, OrderServer.response())
        try await CurlSession.withSession { session in
            _ = try await traced(Orders(session, at: server.origin)).send(GetOrder())
        }
        let sent = server.peer.requests.map { request in
            request.firstMatch(of: /\r\ntraceparent: (.*)\r\n/).map { String($0.1) }
        }
        let attempts = spans.filter { $0.kind == .client }
        #expect(attempts.count == 2)
        #expect(sent == attempts.map { "00-\($0.traceID)-\($0.spanID)-01" })
    }

    /// A signature can cover the field.
    @Test func fieldIsSetBeforeSealing() async throws {
        let sealer = Sealer()
        let name = try #require(HTTPField.Name("traceparent"))
        _ = try await orders(.busy, .order).with { $0.cipher = sealer }.send(GetOrder())
        #expect(sealer.sealed.count == 2)
        #expect(Set(sealer.sealed.map { $0.headers[name] }).count == 2)
        #expect(sealer.sealed.allSatisfy { $0.headers[name] != nil })
    }

    @Test func redirectToAnotherOriginDropsTheField() async throws {
        let stub = StubTransport(inOrder: [.redirect(to: "https://other.example/order"), .order])
        let name = try #require(HTTPField.Name("traceparent"))
        _ = try await traced(Orders(stub)).send(GetOrder())
        #expect(stub.requests.map { $0.headers[name] != nil } == [true, false])
    }

    @Test func parentIsTheContextOfTheCaller() async throws {
        let outer = tracer.startSpan("checkout", ofKind: .server)
        try await ServiceContext.withValue(outer.context) {
            _ = try await orders(.order).send(GetOrder())
        }
        outer.end()
        #expect(spans.map(\.operationName) == ["GET /orders/{id}", "getOrder", "checkout"])
        #expect(spans[1].parentSpanID == outer.spanID && spans[0].parentSpanID == spans[1].spanID)
        #expect(Set(spans.map(\.traceID)) == [outer.traceID])
    }

    private struct Refusing: CallMiddleware {
        func intercept(
            _ request: TransportRequest,
            next: (TransportRequest) async throws -> TransportResponse
        ) async throws -> TransportResponse { throw APIError.Cause(.rejected, "closed") }
    }

    /// Middleware around the tracing may refuse a call before it has a span.
    @Test func callThatOuterMiddlewareRefusesHasASpan() async throws {
        var orders = Orders(StubTransport(inOrder: [.order]))
        orders.configuration.defaults.middleware = [Refusing()]
        let traced = traced(orders)
        await #expect(throws: APIError.self) { _ = try await traced.send(GetOrder()) }
        #expect(spans.map(\.operationName) == ["getOrder"])
        #expect(spans.first?.status?.code == .error)
    }

    /// Loading a credential may make a call of its own.
    @Test func contextOfAnAttemptReachesCredentials() async throws {
        var orders = orders(.order)
        let seen = Locked<String?>(nil)
        orders.credential = .apiKey {
            let span = ServiceContext.current?.inMemorySpanContext?.spanID
            seen.withLock { $0 = span }
            return "canary-key"
        }
        _ = try await orders.send(Keyed())
        #expect(seen.withLock { $0 } == spans.first?.spanID)
    }

    @Test func documentedFailureIsAnError() async throws {
        let orders = orders(.status(.conflict))
        await #expect(throws: CreateOrder.Failure.self) { try await orders.send(CreateOrder()) }
        #expect(
            tracer.transcript() == """
                createOrder (internal), error
                  error.type=409
                  POST /orders (client), error
                    error.type=409 http.request.method=POST http.response.status_code=409
                    posthorn.endpoint=createOrder server.address=shop.example server.port=443
                    url.full=https://shop.example/REDACTED/orders url.scheme=https url.template=/orders
                """)
    }

    /// The span of the attempt is that of a successful request.
    @Test func undecodableResponseIsAnErrorOfTheCall() async throws {
        let orders = orders(.json("{}"))
        await #expect(throws: APIError.self) { try await orders.send(GetOrder()) }
        #expect(spans.map { $0.status?.code } == [nil, .error])
        #expect(spans.map { $0.attributes.get("error.type") } == [nil, "decodingFailed"])
    }

    @Test func failureWithoutResponseHasItsCode() async throws {
        let orders = orders(.lost).with { $0.retry = .never }
        await #expect(throws: APIError.self) { try await orders.send(GetOrder()) }
        #expect(
            spans.map { $0.attributes.get("error.type") } == ["connectionLost", "connectionLost"])
        #expect(
            spans.map { $0.status?.message } == [
                "the connection was lost", "the connection was lost",
            ])
        #expect(spans.map(\.errors.count) == [0, 0])
    }

    @Test func cancelledCallEndsItsSpans() async throws {
        let gate = Gate()
        let orders = orders(.order.held(by: gate))
        let call = Task { try await orders.send(GetOrder()) }
        try await until { tracer.memory.activeSpans.count == 2 }
        call.cancel()
        _ = await call.result
        #expect(spans.map { $0.attributes.get("error.type") } == ["cancelled", "cancelled"])
        #expect(tracer.memory.activeSpans.isEmpty)
    }

    @Test func callThatIsNotBuiltHasASpan() async throws {
        let orders = orders()
        await #expect(throws: APIError.self) { try await orders.send(Unbuildable()) }
        #expect(spans.map(\.operationName) == ["unbuildable"])
        #expect(spans[0].attributes.get("error.type") == "invalidParameter")
    }

    /// A status that the call accepts is no error.
    @Test func acceptedStatusIsNoError() async throws {
        let orders = orders(.status(.notFound)).with { $0.responsePolicy = AcceptAll() }
        _ = try await orders.send(CreateOrder())
        #expect(spans.allSatisfy { $0.status == nil })
        #expect(spans[0].attributes.get("http.response.status_code") == 404)
    }

    @Test func spanOfAStreamEndsWithItsHead() async throws {
        let orders = orders(.stream(["1\n", "2\n"], type: "text/plain"))
        let stream = try await orders.stream(WatchOrders())
        #expect(spans.map(\.operationName) == ["GET /orders/changes", "watchOrders"])
        for try await _ in stream {}
        #expect(spans.count == 2 && tracer.memory.activeSpans.isEmpty)
    }

    /// Nothing reports that an attempt to reconnect has failed.
    @Test func reconnectionsHaveSpansOfTheirOwn() async throws {
        var stream = try await orders(
            .events("data: 1\n\n"), .lost, .events("data: 2\n\n"), .status(.noContent)
        ).stream(FollowOrders())
        stream.reconnection = .immediate
        var values: [Int] = []
        for try await value in stream { values.append(value) }
        #expect(values == [1, 2])
        let (attempt, call) = ("GET /orders/events", "followOrders")
        #expect(
            spans.map(\.operationName) == [attempt, call, attempt, attempt, call, attempt, call])
        #expect(spans[2].parentSpanID == spans[4].spanID)
        #expect(spans[3].attributes.get("http.request.resend_count") == 1)
        #expect(tracer.memory.activeSpans.isEmpty)
    }

    @Test func spanOfADownloadCoversItsAttempts() async throws {
        let folder = try TemporaryFolder(for: "tracing")
        let server = try OrderServer(OrderServer.response(length: 90), OrderServer.response())
        try await CurlSession.withSession { session in
            _ = try await traced(Orders(session, at: server.origin))
                .download(GetInvoice(), to: folder.url.appending(path: "a"))
        }
        #expect(spans.map(\.operationName) == ["GET /invoice", "GET /invoice", "getInvoice"])
        #expect(spans[2].events.map(\.name) == ["retry"] && spans[2].status == nil)
        #expect(spans[1].attributes.get("http.request.resend_count") == 1)
    }

    @Test func pathIsShownIfEnabled() async throws {
        let orders = traced(Orders(StubTransport(inOrder: [.order])), showingPaths: true)
        _ = try await orders.send(GetOrder())
        #expect(
            spans[0].attributes.get("url.full")
                == "https://shop.example/canary-base/orders/canary-path?expand=REDACTED")
    }

    @Test func unknownMethodIsOther() async throws {
        _ = try await orders(.order).send(Purge())
        #expect(spans[0].operationName == "HTTP /orders")
        #expect(spans[0].attributes.get("http.request.method") == "_OTHER")
        #expect(spans[0].attributes.get("http.request.method_original") == "PURGE")
    }

    @Test func tracerOfTheSystemIsTheDefault() async throws {
        var orders = Orders(StubTransport(inOrder: [.order]))
        orders.configuration.trace()
        try await withTracer(tracer) { [orders] in _ = try await orders.send(GetOrder()) }
        #expect(spans.count == 2)
    }

    @Test func spansShowNoValues() async throws {
        for response in [StubResponse.order, .busy, .lost, .json("{}"), .text(Canary.response)] {
            _ = try? await orders(response, response).send(GetOrder())
            _ = try? await orders(response, response).send(CreateOrder())
        }
        _ = try? await orders().send(Unbuildable())
        _ = try? await orders(.order).with { $0.cipher = Sealer(fails: true) }.send(GetOrder())
        var other = orders(.order)
        other.configuration.defaults.middleware.append(Breaker())
        _ = try? await other.send(GetOrder())
        #expect(spans.count > 20)
        #expect(!tracer.transcript().contains(Canary.word))
    }
}

/// Middleware whose error contains a secret.
private struct Breaker: CallMiddleware {
    struct Failure: Error { var text = Canary.field }

    func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        throw Failure()
    }
}

/// A policy that accepts any response, and does not read it.
private struct AcceptAll: ResponsePolicy {
    let name = "any"
    let mediaTypes: [String] = []

    func accepts(_ status: HTTPResponse.Status) -> Bool { true }

    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(#"{"id":1}"#.utf8))
    }
}

private struct Keyed: Endpoint {
    typealias Output = Order

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/orders")
        request.auth = .header("X-Key", credential: "key")
    }
}

private struct Purge: Endpoint {
    typealias Output = Order

    func build(_ request: inout RequestBuilder) throws {
        request.method(HTTPRequest.Method("PURGE") ?? .get, "/orders")
    }
}
