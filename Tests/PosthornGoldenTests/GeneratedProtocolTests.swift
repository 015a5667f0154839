import Foundation
import PosthornCore
import PosthornTesting
import Testing

/// The protocols of a client, to which fakes conform too.
@Suite("Generated protocols")
struct GeneratedProtocolTests {
    /// What code that gets the service by injection does.
    ///
    /// It passes and leaves out arguments, as with the client.
    private func summary(of shop: any InjectedAPIProtocol) async throws -> [String] {
        var lines: [String] = []
        func note(_ orders: [InjectedOrder]) { lines.append("\(orders.map(\.id))") }
        note(try await shop.find(find: "tea"))
        note(try await shop.find(find: "tea", sort: .price, limit: 2))
        note([try await shop.injectedOrder.default()])
        let orders = shop.orders
        let first = try await orders.list()
        note(first.items)
        let next = try await orders.list(cursor: first.next)
        note(next.items)
        note(try await orders.list(limit: 3).items)
        do throws(InjectedAPI.Orders.Get.Failure) {
            note([try await orders.get(id: 7)])
        } catch .notFound(let problem) {
            lines.append(problem.detail)
        }
        try await orders.cancel(id: 7)
        for try await order in try await orders.watch() { note([order]) }
        for try await piece in try await orders.scan(id: 7) {
            lines.append(String(decoding: piece, as: UTF8.self))
        }
        lines.append("\(try await orders.count().value)")
        lines.append("\(try await orders.export().value.done)")
        return lines
    }

    private static let lines = [
        "[1]", "[2]", "[9]", "[50, 1]", "[50, 2]", "[3, 1]", "gone", "[4]", "scan", "5", "true",
    ]

    @Test("A fake is called with the default arguments of the spec")
    func fake() async throws {
        #expect(try await summary(of: FakeShop()) == Self.lines)
    }

    @Test("The client is called in the same way")
    func client() async throws {
        let stub = StubTransport(
            [
                .on(InjectedAPI.Find.self) { [InjectedOrder(id: $0.limit ?? 1)] },
                .on(InjectedAPI.InjectedOrderGroup.Default.self) { _ in InjectedOrder(id: 9) },
                .on(InjectedAPI.Orders.List.self) { call in
                    page(of: call.limit, after: call.cursor)
                },
                .on(InjectedAPI.Orders.Get.self) { _ in
                    throw StubResponse.json(#"{"detail":"gone"}"#, status: .notFound)
                },
                .on(InjectedAPI.Orders.Cancel.self) { _ in },
                .on(InjectedAPI.Orders.Scan.self) { _, _ in .text("scan") },
                .on(InjectedAPI.Orders.Count.self) { _, _ in .json("5") },
            ] + streamsAndOperations)
        #expect(try await summary(of: InjectedAPI(over: stub)) == Self.lines)
        #expect(
            stub.requests.map { "\($0.method) \($0.target)" } == [
                "GET /find?find=tea&sort=newest", "GET /find?find=tea&sort=price&limit=2",
                "GET /default", "GET /orders?limit=50", "GET /orders?cursor=b&limit=50",
                "GET /orders?limit=3", "GET /orders/7", "DELETE /orders/7", "GET /orders/events",
                "GET /orders/7/scan", "GET /orders/count", "POST /orders/exports",
            ])
    }

    @Test("Actors and classes of the main actor are fakes too")
    func isolatedFakes() async throws {
        let counting = CountingShop()
        for shop: any InjectedAPIProtocol in [counting, MainShop()] {
            #expect(try await shop.find(find: "tea").map(\.id) == [1])
        }
        #expect(await counting.count == 1)
    }
}

private func page(of limit: Int, after cursor: String?) -> InjectedOrders {
    InjectedOrders(
        items: [InjectedOrder(id: limit), InjectedOrder(id: cursor == nil ? 1 : 2)],
        next: cursor == nil ? "b" : nil)
}

/// The rules for the results that only a client makes.
private let streamsAndOperations: [StubRule] = [
    .on(InjectedAPI.Orders.Watch.self) { _, _ in
        .stream(["data: {\"id\":4}\n\n"], type: "text/event-stream")
    },
    .on(InjectedAPI.Orders.Export.self) { _, _ in .json(#"{"done":true}"#) },
]

extension InjectedAPI {
    fileprivate init(over transport: any Transport) throws {
        self.init(
            ClientConfiguration(
                baseURL: try BaseURL("https://injected.example"), transport: transport))
    }
}

private struct FakeShop: InjectedAPIProtocol {
    let orders = FakeOrders()
    let injectedOrder = FakeDefaultOrder()

    func ping() async {}

    func find(find: String, sort: InjectedAPI.Find.Sort, limit: Int?) async -> [InjectedOrder] {
        [InjectedOrder(id: limit ?? (find == "tea" && sort == .newest ? 1 : 0))]
    }
}

private struct FakeDefaultOrder: InjectedAPIInjectedOrderGroupProtocol {
    func `default`() async -> InjectedOrder { InjectedOrder(id: 9) }
}

private struct FakeOrders: InjectedAPIOrdersProtocol {
    /// The client that makes the stream and the operation.
    private let client = Result { try InjectedAPI(over: StubTransport(streamsAndOperations)) }

    private func made() throws(APIError) -> InjectedAPI {
        do { return try client.get() } catch { throw self.error("client") }
    }

    private func error(_ endpoint: String) -> APIError {
        APIError(.notFound, endpoint: endpoint, stage: .validating, message: "fake")
    }

    func list(cursor: String?, limit: Int) async -> InjectedOrders {
        page(of: limit, after: cursor)
    }

    func get(id: Int) async throws(InjectedAPI.Orders.Get.Failure) -> InjectedOrder {
        throw .notFound(
            Documented(InjectedProblem(detail: "gone"), apiError: error("orders.get")))
    }

    func cancel(id: Int, at: Date?) async {}

    func watch(kinds: [String]?) async throws(APIError) -> EventStream<InjectedOrder> {
        try await made().orders.watch(kinds: kinds)
    }

    func receipt(
        id: Int, width: Int?, to destination: URL
    ) async throws(APIError) -> DownloadedFile {
        DownloadedFile(url: destination, count: 0, status: .ok)
    }

    func scan(id: Int) async -> ByteStream { ByteStream(Data("scan".utf8)) }

    func count() async -> InjectedAPI.Orders.Count.Output { .init(value: 5) }

    func export() async throws(APIError) -> PolledOperation<InjectedAPI.Orders.Export> {
        try await made().orders.export()
    }
}

private actor CountingShop: InjectedAPIProtocol {
    nonisolated let orders = FakeOrders()
    nonisolated let injectedOrder = FakeDefaultOrder()
    private(set) var count = 0

    func ping() async {}

    func find(find: String, sort: InjectedAPI.Find.Sort, limit: Int?) async -> [InjectedOrder] {
        count += 1
        return [InjectedOrder(id: count)]
    }
}

@MainActor
private final class MainShop: InjectedAPIProtocol {
    nonisolated let orders = FakeOrders()
    nonisolated let injectedOrder = FakeDefaultOrder()

    func ping() async {}

    func find(find: String, sort: InjectedAPI.Find.Sort, limit: Int?) async -> [InjectedOrder] {
        [InjectedOrder(id: 1)]
    }
}
