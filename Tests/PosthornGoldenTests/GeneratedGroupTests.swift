import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import Testing

@Suite("Generated groups", .timeLimit(.minutes(1)))
struct GeneratedGroupTests {
    private let server: ScriptedServer
    private let session: CurlSession
    private let api: GroupsAPI

    init() throws {
        let problem = StubResponse.json(#"{"detail":"gone"}"#, status: .notFound)
        server = try ScriptedServer.serving([
            .on(.get, "/orders", response: .json(#"{"code":0,"data":[{"id":1}]}"#)),
            .on(.get, "/orders/7", response: problem),
            .on(.head, "/payments/7", response: .status(.notFound)),
            .on(.post, "/payments", response: .json(#"{"code":7,"data":{"detail":"limit"}}"#)),
            .on(.post, "/quotes", response: .json(#"{"code":0,"data":{"id":2}}"#)),
            .on(.get, "/stock/count", response: .json(#"{"code":0,"data":4}"#)),
            .on(nil, "/*", response: problem),
        ])
        session = try CurlSession()
        api = GroupsAPI(
            try ClientConfiguration(baseURL: server.url(""), transport: session),
            ciphers: .init(partner: .plaintext), signers: .init(device: .none),
            auth: .init(user: .bearer("t"), staff: .basic(user: "u", password: "p")))
    }

    /// The first lines of the requests.
    private var lines: [String] {
        server.requests.map { String($0.prefix { $0 != "\r\n" }) }
    }

    @Test("Calls of groups are sent and decoded")
    func calls() async throws {
        defer { server.stop() }
        #expect(try await api.orders.list(limit: 2) == [GroupOrder(id: 1)])
        #expect(try await api.stock.count() == 4)
        #expect(lines == ["GET /orders?limit=2 HTTP/1.1", "GET /stock/count HTTP/1.1"])
    }

    @Test("Errors name the group and the endpoint")
    func errors() async throws {
        defer { server.stop() }
        do throws(GroupsAPI.Orders.Get.Failure) {
            _ = try await api.orders.get(id: 7)
            Issue.record("no error")
        } catch .notFound(let problem) {
            #expect(problem.detail == "gone")
            #expect(problem.apiError.endpoint == "orders.get")
        }
    }

    @Test("Endpoints have the settings of their group, or their own")
    func settings() async throws {
        defer { server.stop() }
        do throws(GroupsAPI.Payments.Pay.Failure) {
            _ = try await api.payments.pay(amount: 3, dry: true)
            Issue.record("no error")
        } catch .groupProblem(let problem) {
            #expect(problem.detail == "limit")
        }
        let order = try await api.payments.quote(tenant: "us", amount: 3)
        #expect(order == GroupOrder(id: 2))
        #expect(lines == ["POST /payments?dry=true HTTP/1.1", "POST /quotes HTTP/1.1"])
        #expect(server.requests.first?.contains("X-Tenant: eu\r\n") == true)
        #expect(server.requests.last?.contains("x-tenant: us\r\n") == true)
        let pay = try api.request(for: GroupsAPI.Payments.Pay(amount: 3))
        #expect(pay.timeouts.total == .seconds(10))
        #expect(pay.auth == .basic("staff"))
        let quote = try api.request(for: GroupsAPI.Payments.Quote(tenant: "us", amount: 3))
        #expect(quote.timeouts.total == .seconds(1))
        #expect(quote.auth == .bearer("user"))
    }

    @Test("A HEAD leaves out an error with a type")
    func head() async throws {
        defer { server.stop() }
        do throws(GroupsAPI.Payments.IsThere.Failure) {
            try await api.payments.isThere(id: 7)
            Issue.record("no error")
        } catch .other(let error) {
            #expect(error.code == .notFound)
        }
    }

    @Test("Options hold for the calls of a group")
    func options() async throws {
        defer { server.stop() }
        let traced = api.with { $0.header("X-Trace", "9") }
        _ = try await traced.orders.list()
        #expect(server.requests.last?.contains("X-Trace: 9\r\n") == true)
    }
}
