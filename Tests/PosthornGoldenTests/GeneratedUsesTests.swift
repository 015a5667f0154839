import Foundation
import GoldenCommon
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Calls with types of another module, over real connections.
@Suite("Types of another module", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedUsesTests {
    private func calling(
        _ rules: [StubRule], _ run: (UsesAPI) async throws -> Void
    ) async throws -> [String] {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await run(
                UsesAPI(ClientConfiguration(baseURL: server.url(), transport: session)))
        }
        return server.requests
    }

    private static let price = SharedPrice(amount: 2.5, currency: .usd)

    @Test("Types of the module are parameters, bodies and results")
    func sendsAndReadsTypes() async throws {
        let order =
            #"{"id":"o1","created_at":"2026-11-30T12:00:00Z","lines":{"tea":{"amount":2.5,"currency":"usd"}}}"#
        let requests = try await calling([
            .on(.get, "/price", response: .json(#"{"amount":2.5,"currency":"usd"}"#)),
            .on(.post, "/orders", response: .json(order)),
        ]) { api in
            let price = try await api.price(currency: .usd)
            #expect(price == Self.price)
            let placed = try await api.order(
                price: price, payment: .card(SharedCard(last4: "4242")))
            #expect(placed.lines == ["tea": Self.price])
            #expect(placed.createdAt == Date(timeIntervalSince1970: 1_796_040_000))
        }
        #expect(requests[0].hasPrefix("GET /price?currency=usd "))
        #expect(requests[1].contains(#""price":{"amount":2.5,"currency":"usd"}"#))
        #expect(requests[1].contains(#""last4":"4242""#))
    }

    @Test("An error of the module's type is a case of the failure")
    func readsErrorOfModule() async throws {
        _ = try await calling([
            .on(
                .post, "/orders",
                response: .json(#"{"code":7,"message":"no"}"#, status: .init(code: 402)))
        ]) { api in
            let failure = await #expect(throws: UsesAPI.Order.Failure.self) {
                try await api.order(price: Self.price)
            }
            guard case .paymentRequired(let problem) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(problem.code == 7)
        }
    }
}
