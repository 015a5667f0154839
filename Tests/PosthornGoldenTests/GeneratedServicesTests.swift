import Foundation
import PosthornCore
import PosthornServer
import Testing

private struct Shelf: StoreServer {
    func order(_ call: StoreAPI.OrderCall, _: ServerContext<Void>) -> StoreAPI.Order {
        StoreAPI.Order(id: 1)
    }

    func listOrders(_ call: StoreAPI.ListOrders, _: ServerContext<Void>) -> Page {
        Page(orders: [StoreAPI.Order(id: 1, state: call.state ?? .open)])
    }

    func getSize(_ call: StoreAPI.GetSize, _: ServerContext<Void>) -> Size {
        Size(width: 2, height: 3)
    }
}

private struct Books: LedgerServer {
    func getOrder(_ call: LedgerAPI.GetOrder, _: ServerContext<Void>) throws -> LedgerAPI.Order {
        throw LedgerAPI.GetOrder.Failure.notFound(.init(ServicesProblem(detail: call.id)))
    }

    func payOrder(_ call: LedgerAPI.PayOrder, _: ServerContext<Void>) -> LedgerAPI.State {
        .paid
    }
}

/// A transport that passes requests to a server in the process.
private struct ServedTransport: Transport {
    let server: EndpointServer

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        await server.respond(to: request)
    }
}

/// Two services of one target, which share types and have types of the same names.
@Suite("Generated services of one target", .timeLimit(.minutes(1)))
struct GeneratedServicesTests {
    private let note = #"{"amount":1.5,"currency":"usd"}"#

    @Test("Types of one name are nested in their services")
    func nestsTypesOfOneName() async throws {
        let ledger = LedgerAPI(
            .canned(#"{"id":"a","state":"due","total":\#(note),"states":{"b":"paid"}}"#))
        let bill: LedgerAPI.Order = try await ledger.getOrder(id: "a")
        #expect(bill.state == LedgerAPI.State.due)
        #expect(bill.states["b"] == .paid)
        let store = StoreAPI(.canned(#"{"id":1,"parent":{"id":2,"state":"closed"}}"#))
        let order: StoreAPI.Order = try await store.order(itemEAN: "1", price: bill.total)
        #expect(order.state == StoreAPI.State.open)
        #expect(order.parent?.state == .closed)
    }

    @Test("Services share the types outside of their folders, and what they throw")
    func sharesTypes() async throws {
        let problem = ClientConfiguration.canned(#"{"detail":"none"}"#, status: 404)
        let missing = await #expect(throws: StoreAPI.GetSize.Failure.self) {
            try await StoreAPI(problem).getSize()
        }
        let unknown = await #expect(throws: LedgerAPI.GetOrder.Failure.self) {
            try await LedgerAPI(problem).getOrder(id: "a")
        }
        guard case .notFound(let first)? = missing, case .notFound(let second)? = unknown else {
            Issue.record("status 404 is documented")
            return
        }
        let problems: [ServicesProblem] = [first.value, second.value]
        #expect(problems.map(\.detail) == ["none", "none"])
    }

    @Test("A union has the members of a nested type and of a shared one")
    func readsMembersOfUnions() throws {
        let json =
            #"{"kind":"order","id":1,"place":"left","sent_at":"2026-01-01T00:00:00Z","order":{"id":3}}"#
        let event = try JSONDecoder().decode(Event.self, from: Data(json.utf8))
        #expect(event.head?.id == 1)
        #expect(event.place == .left)
        #expect(event.servicesHead?.sentAt == Date(timeIntervalSince1970: 1_767_225_600))
    }

    @Test("Each service of a target has its server")
    func servesBothServices() async throws {
        let api = StoreAPI(
            ClientConfiguration(
                baseURL: try BaseURL("https://a.example"),
                transport: ServedTransport(server: Shelf().endpointServer())))
        #expect(try await api.getSize() == Size(width: 2, height: 3))
        #expect(try await api.listOrders(state: .closed).orders.map(\.state) == [.closed])
        let ledger = LedgerAPI(
            ClientConfiguration(
                baseURL: try BaseURL("https://a.example"),
                transport: ServedTransport(server: Books().endpointServer())))
        #expect(
            try await ledger.payOrder(body: .bank(LedgerBank(ean: "1"))) == LedgerAPI.State.paid)
    }
}
