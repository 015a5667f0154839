import Commerce
import Foundation
@_spi(Preview) import Payments
import PosthornCore
import PosthornTesting
import Testing

/// Two services of one target, with the types of another one.
@Suite("Two services in one target", .timeLimit(.minutes(1)))
struct PaymentsTests {
    private let stub = StubTransport([
        .on(
            .post, "/charges",
            response: .json(
                #"{"id":1,"created_at":"2026-01-01T00:00:00Z","total":{"amount":1.50},"state":"paid"}"#
            )),
        .on(.get, "/fees", response: .json(#"{"amount":0.25,"currency":"usd"}"#)),
        .on(
            .get, "/invoices/7",
            response: .json(
                #"""
                {"id":7,"payer":{"id":"p"},"state":"sent",
                "lines":[{"text":"tea","price":{"amount":2,"currency":"jpy"}}]}
                """#)),
        .on(
            .get, "/invoices/8",
            response: .json(#"{"code":4,"message":"none"}"#, status: .notFound)),
        .on(.post, "/invoices/7/reminders", response: .status(.noContent)),
    ])

    private var configuration: ClientConfiguration {
        get throws {
            ClientConfiguration(baseURL: try BaseURL("https://pay.example"), transport: stub)
        }
    }

    @Test("Both services use the types of another target")
    func usesTypesOfAnotherTarget() async throws {
        let price = Price(amount: 1.5)
        let receipt = try await CardsAPI(configuration).charge(
            card: "4111", price: price, payer: Payer(id: "p"))
        #expect(receipt.total == price && receipt.state == CardsAPI.State.paid)
        #expect(receipt.createdAt == Date(timeIntervalSince1970: 1_767_225_600))
        let invoice = try await InvoicesAPI(configuration).getInvoice(id: 7)
        #expect(invoice.lines.map(\.price) == [Price(amount: 2, currency: .jpy)])
        #expect(invoice.state == InvoicesAPI.State.sent && invoice.payer == Payer(id: "p"))
    }

    @Test("Failures have the types of another target")
    func throwsTypesOfAnotherTarget() async throws {
        let api = try InvoicesAPI(configuration)
        let failure = await #expect(throws: InvoicesAPI.GetInvoice.Failure.self) {
            try await api.getInvoice(id: 8)
        }
        guard case .notFound(let problem)? = failure else {
            Issue.record("status 404 is documented")
            return
        }
        #expect(problem.value == Problem(code: 4, message: "none"))
    }

    @Test("A preview is called by those who opt in, and an internal call by its module")
    func callsNarrowEndpoints() async throws {
        let fee = try await CardsAPI(configuration).predictFee(currency: .usd)
        #expect(fee == Price(amount: 0.25, currency: .usd))
        let api = try InvoicesAPI(configuration)
        try await api.remindIfUnpaid(try await api.getInvoice(id: 7))
        #expect(stub.requests.last?.url.hasSuffix("/invoices/7/reminders") == true)
    }
}
