import Posthorn
import Testing

/// The smallest conformances of `PublicFace.swift` work, and larger ones replace the defaults.
@Suite("Public protocols")
struct PublicFaceTests {
    @Test func smallestServiceAndEndpointSendACall() async throws {
        let transport = StubTransport()
        let service = UsersService(
            configuration: try ClientConfiguration(
                baseURL: "https://users.example", transport: transport))
        try await service.send(UsersEndpoint())
        #expect(transport.requests.map(\.url) == ["https://users.example/session"])
        #expect(transport.requests.first?.method == .delete)
    }

    @Test func smallestPolicyHasDefaults() async throws {
        let store = Store(responding: .json("[1]", type: "text/odd")).with {
            $0.responsePolicy = UsersPolicy()
        }
        #expect(try store.request(for: Probe([Int].self)).headers[.accept] == nil)
        #expect(try await store.send(Probe([Int].self)) == [1])
        let refused = Store(responding: .json("[1]", status: .notFound)).with {
            $0.responsePolicy = UsersPolicy()
        }
        let error = await #expect(throws: APIError.self) {
            try await refused.send(Probe([Int].self))
        }
        #expect(error?.code == .notFound)
    }

    @Test func policyReplacesDefaults() async throws {
        let store = Store(responding: .json("[1]", type: "image/png")).with {
            $0.responsePolicy = UsersFullPolicy()
        }
        #expect(try store.request(for: Probe([Int].self)).headers[.accept] == "text/*")
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe([Int].self))
        }
        #expect(error?.code == .unacceptableMediaType)
    }
}
