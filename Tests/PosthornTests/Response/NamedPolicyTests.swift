import Posthorn
import Testing

/// A response policy that a layer names is the service's.
@Suite("Named response policies")
struct NamedPolicyTests {
    /// What a call accepts, with policies by these names at the service and at the endpoint.
    private func accept(
        service: String? = nil, endpoint: String? = nil, client: (any ResponsePolicy)? = nil,
        call: (any ResponsePolicy)? = nil
    ) throws -> String? {
        var defaults = CallOptions()
        defaults.responsePolicy = client
        var store = Store(defaults: defaults) { request in
            if let service { request.responsePolicy(named: service) }
        }
        store.policies = ["a": Accepting("a"), "b": Accepting("b")]
        let probe = Probe(Receipt.self) { request in
            if let endpoint { request.responsePolicy(named: endpoint) }
        }
        return try store.with { $0.responsePolicy = call }.request(for: probe).headers[.accept]
    }

    @Test func laterLayerOverridesEarlierLayer() throws {
        let client = Accepting("client")
        #expect(try accept(service: "a", client: client) == "application/a")
        #expect(try accept(service: "a", endpoint: "b", client: client) == "application/b")
        #expect(
            try accept(service: "a", endpoint: "b", client: client, call: Accepting("call"))
                == "application/call")
        #expect(try accept(client: client) == "application/client")
    }

    @Test(arguments: [("c", nil), (nil, "c"), ("a", "c"), ("c", "a")] as [(String?, String?)])
    func unknownPolicyNameFailsTheCall(_ service: String?, _ endpoint: String?) throws {
        let error = try #require(throws: APIError.self) {
            try accept(service: service, endpoint: endpoint)
        }
        #expect(error.code == .unknownResponsePolicy)
        #expect(
            error.description
                == "probe failed while building: the service has no response policy named c; "
                + "return one from responsePolicy(named:)")
    }

    @Test func namedPolicyReadsAsNilAndNilKeepsIt() throws {
        var store = Store { request in
            request.responsePolicy(named: "a")
            #expect(request.responsePolicy == nil)
            request.responsePolicy = nil
        }
        store.policies = ["a": Accepting("a")]
        #expect(
            try store.request(for: Probe(Receipt.self)).headers[.accept] == "application/a")
    }
}
