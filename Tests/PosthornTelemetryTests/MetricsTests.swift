import CoreMetrics
import Foundation
import MetricsTestKit
import Posthorn
import PosthornCurl
import PosthornMetrics
import PosthornTesting
import TestSupport
import Testing

@Suite("Metrics", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MetricsTests {
    private let metrics = TestMetrics()

    private func orders(_ responses: StubResponse...) -> Orders {
        watched(Orders(StubTransport(inOrder: responses)))
    }

    private func watched(_ orders: Orders) -> Orders {
        var orders = orders
        orders.configuration.observers = [.metrics(factory: metrics)]
        return orders
    }

    private static let get =
        "http.request.method=GET server.address=shop.example server.port=443 url.scheme=https"
    private static let post =
        "http.request.method=POST server.address=shop.example server.port=443 url.scheme=https"

    @Test func bodySizesAndDocumentedFailure() async throws {
        let orders = orders(.json(#"{"reason":"sold"}"#, status: .conflict))
        await #expect(throws: CreateOrder.Failure.self) { try await orders.send(CreateOrder()) }
        let attributes =
            "url.template=/orders posthorn.endpoint=createOrder http.response.status_code=409 "
            + "error.type=409"
        #expect(
            metrics.transcript() == """
                http.client.active_requests: 1, 0
                  \(Self.post)
                  url.template=/orders posthorn.endpoint=createOrder
                http.client.request.body.size: 22
                  \(Self.post)
                  \(attributes)
                http.client.request.duration: 1 duration
                  \(Self.post)
                  \(attributes)
                http.client.response.body.size: 17
                  \(Self.post)
                  \(attributes)
                """)
    }

    @Test(arguments: [
        (StubResponse.lost, "error.type=connectionLost"),
        (.json("{}"), "http.response.status_code=200 error.type=decodingFailed"),
        (.text(Canary.response), "http.response.status_code=200 error.type=unacceptableMediaType"),
    ])
    func failureHasItsType(_ response: StubResponse, _ attributes: String) async throws {
        let orders = orders(response).with { $0.retry = .never }
        await #expect(throws: APIError.self) { try await orders.send(GetOrder()) }
        #expect(
            metrics.transcript().split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains(
                    """
                    http.client.request.duration: 1 duration \(Self.get) url.template=/orders/{id} \
                    posthorn.endpoint=getOrder \(attributes)
                    """))
        #expect(metrics.meters.map(\.values) == [[1, 0]])
    }

    /// An id per call makes a time series per call, so it is there only for those who ask for it.
    @Test(arguments: [false, true])
    func requestIDIsThereOnRequest(_ showsRequestID: Bool) async throws {
        let responses = ["a1", "b2"].map { StubResponse.order.header("X-Request-Id", $0) }
        var orders = orders(.busy, responses[0], responses[1]).with {
            $0.retry = RetryRule(attempts: 2, baseDelay: .zero)
        }
        orders.configuration.observers = [
            .metrics(factory: metrics, showsRequestID: showsRequestID)
        ]
        for _ in 0..<2 { _ = try await orders.send(GetOrder()) }
        func ids(_ dimensions: [(String, String)]) -> [String] {
            dimensions.filter { $0.0 == "posthorn.request_id" }.map(\.1)
        }
        let expected = showsRequestID ? ["a1", "b2"] : []
        #expect(metrics.timers.flatMap { ids($0.dimensions) }.sorted() == expected)
        #expect(metrics.recorders.flatMap { ids($0.dimensions) }.sorted() == expected)
        #expect(metrics.meters.flatMap { ids($0.dimensions) }.isEmpty)
        #expect(metrics.counters.flatMap { ids($0.dimensions) }.isEmpty)
        // The attempt without a response that has an id.
        #expect(metrics.timers.count == (showsRequestID ? 3 : 2))
    }

    @Test func cancelledCallHasItsType() async throws {
        let gate = Gate()
        let orders = orders(.order.held(by: gate))
        let call = Task { try await orders.send(GetOrder()) }
        try await until { metrics.meters.first?.lastValue == 1 }
        call.cancel()
        _ = await call.result
        #expect(metrics.timers.map { $0.dimensions.last?.1 } == ["cancelled"])
        #expect(metrics.meters.map(\.lastValue) == [0])
    }

    /// The renewal of a credential is a part of the attempt.
    @Test func refusedCredentialIsOneAttempt() async throws {
        var orders = orders(.status(.unauthorized), .order)
        orders.credential = .bearer(refresh: { _ in "canary-token" })
        _ = try await orders.send(Authorized())
        #expect(metrics.timers.count == 1 && metrics.timers[0].values.count == 1)
        #expect(metrics.meters.map(\.values) == [[1, 0]])
    }

    /// Each request that middleware sends after a response is an attempt.
    @Test func resendingMiddlewareIsRecorded() async throws {
        let orders = orders(.busy, .order).with { $0.middleware = [Resender()] }
        _ = try await orders.send(GetOrder())
        let types = metrics.timers.map { $0.dimensions.last?.1 }
        #expect(types.count == 2 && types.contains("503") && types.contains("200"))
        #expect(metrics.meters.map(\.values) == [[1, 0, 1, 0]])
    }

    /// A request after a failure belongs to the same attempt.
    @Test func resendingAfterFailureIsOneAttempt() async throws {
        let orders = orders(.lost, .order).with { $0.middleware = [Resender()] }
        _ = try await orders.send(GetOrder())
        #expect(metrics.timers.map(\.values.count) == [1])
        #expect(metrics.meters.map(\.values) == [[1, 0]])
    }

    @Test func unsentCallHasNoMetrics() async throws {
        let unbuilt = orders()
        await #expect(throws: APIError.self) { try await unbuilt.send(Unbuildable()) }
        let unsealed = orders().with { $0.cipher = Sealer(fails: true) }
        await #expect(throws: APIError.self) { try await unsealed.send(GetOrder()) }
        #expect(metrics.transcript() == "")
    }

    @Test func streamIsActiveUntilItEnds() async throws {
        let orders = orders(.stream(["1\n", "2\n"], type: "text/plain"))
        let stream = try await orders.stream(WatchOrders())
        #expect(metrics.timers.map(\.values.count) == [1] && metrics.recorders.isEmpty)
        #expect(metrics.meters.map(\.values) == [[1]])
        for try await _ in stream {}
        #expect(metrics.timers.map(\.values.count) == [1])
        #expect(metrics.recorders.map(\.values) == [[4]])
        #expect(metrics.meters.map(\.values) == [[1, 0]])
    }

    /// A failed reconnection without a response has no end to measure.
    @Test func reconnectionsAreRecorded() async throws {
        var stream = try await orders(
            .events("data: 1\n\n"), .lost, .events("data: 2\n\n"), .status(.noContent)
        ).stream(FollowOrders())
        stream.reconnection = .immediate
        for try await _ in stream {}
        #expect(metrics.timers.map(\.values.count).sorted() == [1, 2])
        #expect(metrics.recorders.map(\.values.count).sorted() == [1, 2])
        #expect(metrics.meters.map(\.values) == [[1, 0, 1, 0, 1, 0, 1, 0]])
    }

    @Test func downloadIsRecordedWhenItsBodyEnds() async throws {
        let folder = try TemporaryFolder(for: "metrics")
        let server = try OrderServer(OrderServer.response(length: 90), OrderServer.response())
        try await CurlSession.withSession { session in
            _ = try await watched(Orders(session, at: server.origin))
                .download(GetInvoice(), to: folder.url.appending(path: "a"))
        }
        let types = metrics.timers.map { $0.dimensions.first { $0.0 == "error.type" }?.1 ?? "-" }
        #expect(types.sorted() == ["-", "truncated"])
        #expect(metrics.recorders.map(\.values) == [[8], [8]])
        #expect(metrics.meters.map(\.values) == [[1, 0, 1, 0]])
        #expect(metrics.counters.map(\.totalValue) == [1])
    }

    /// A response of a fallback is not a request.
    @Test func fallbackIsNotCounted() async throws {
        let orders = orders(.lost, .lost).with {
            $0.fallback = { _ in
                TransportResponse(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: Data(#"{"id":2}"#.utf8))
            }
        }
        #expect(try await orders.send(GetOrder()).id == 2)
        #expect(metrics.timers.map(\.values.count) == [2])
        #expect(metrics.counters.map(\.totalValue) == [1])
    }

    @Test func addressOfIPv6HasNoBrackets() async throws {
        var orders = orders(.order)
        orders.configuration.baseURL = try BaseURL("http://[::1]:81")
        _ = try await orders.send(GetOrder())
        let dimensions = metrics.timers[0].dimensions.map { "\($0)=\($1)" }
        #expect(dimensions.contains("server.address=::1") && dimensions.contains("server.port=81"))
    }

    @Test func redirectKeepsTheAddressOfTheCall() async throws {
        let orders = orders(.redirect(to: "https://canary.example/canary"), .order)
        _ = try await orders.send(GetOrder())
        #expect(!metrics.transcript().contains(Canary.word))
    }

    @Test func factoryOfTheSystemIsTheDefault() async throws {
        var orders = Orders(StubTransport(inOrder: [.order]))
        orders.configuration.observers = [.metrics()]
        try await withMetricsFactory(metrics) { [orders] in
            _ = try await orders.send(GetOrder())
        }
        #expect(metrics.timers.count == 1)
    }

    @Test func metricsShowNoValues() async throws {
        for response in [StubResponse.order, .busy, .lost, .json("{}"), .text(Canary.response)] {
            _ = try? await orders(response, response).send(GetOrder())
            _ = try? await orders(response, response).send(CreateOrder())
        }
        #expect(metrics.transcript().contains("POST"))
        #expect(!metrics.transcript().contains(Canary.word))
    }
}

/// Middleware that sends a failed request once more.
private struct Resender: CallMiddleware {
    func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        if let response = try? await next(request), response.status == .ok { return response }
        return try await next(request)
    }
}

private struct Authorized: Endpoint {
    typealias Output = Order

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/orders")
        request.auth = .bearer("user")
    }
}
