import Posthorn
import Testing

@Suite("Endpoint rules")
struct RuleTests {
    private func request(
        _ store: Store, _ spec: @escaping Layer
    ) throws -> TransportRequest { try store.request(for: Probe(String.self, spec)) }

    @Test func requestHasTheRulesOfTheSpec() throws {
        let request = try built {
            $0.cache = CachePolicy(maxAge: .seconds(300), staleIfError: .seconds(86_400))
            $0.timeouts.total = .seconds(7)
        }
        #expect(request.cache?.staleIfError == .seconds(86_400))
        #expect(request.timeouts == Timeouts(total: .seconds(7)))
    }

    @Test func callSiteTimeoutOverridesSpec() throws {
        let store = Store().with { $0.timeouts.total = .seconds(1) }
        #expect(
            try request(store) { $0.timeouts.total = .seconds(9) }.timeouts.total == .seconds(1))
    }

    @Test func idempotentRequestSendsFreshIdempotencyKey() async throws {
        let transport = StubTransport()
        let store = Store(transport)
        for _ in 1...2 { try await store.send(Ping { $0.sendsIdempotencyKey = true }) }
        let keys = transport.requests.compactMap { request in
            request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
        }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 2)
        for key in keys {
            let uuid = /"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/
            #expect(key.wholeMatch(of: uuid) != nil)
        }
        #expect(transport.requests.allSatisfy { $0.isRepeatable })
    }

    @Test func callSiteIdempotencyKeyOverridesGeneratedKey() throws {
        let store = Store().with { $0.header("Idempotency-Key", "mine") }
        #expect(
            try request(store) { $0.sendsIdempotencyKey = true }.header("Idempotency-Key") == [
                "mine"
            ])
    }

    @Test func commonParametersCanBeRemoved() throws {
        var defaults = CallOptions()
        defaults.header("X-Both", "client")
        let store = Store(defaults: defaults) {
            $0.header("X-Both", "service")
            $0.header("X-Own", "service")
            $0.query("trace", true)
            $0.cookie("c", 1)
            $0.body("channel", "web")
        }
        let none = try request(store) {
            $0.method(.post, "/x")
            $0.removeCommon()
        }
        #expect(none.header("X-Both") == ["client"])
        #expect(none.header("X-Own") == [])
        #expect(none.query == "")
        #expect(none.header("Cookie") == [])
        #expect(none.body == nil)
        let some = try request(store) {
            $0.method(.post, "/x")
            $0.removeCommon(.header("X-Both"))
            $0.removeCommon(.query("trace"))
            $0.removeCommon(.body("channel"))
            $0.removeCommon(.cookie("c"))
            $0.body("text", "hi")
        }
        #expect(some.header("X-Both") == ["client"])
        #expect(some.header("X-Own") == ["service"])
        #expect(some.query == "")
        #expect(some.header("Cookie") == [])
        #expect(some.bodyText == #"{"text":"hi"}"#)
    }
}
