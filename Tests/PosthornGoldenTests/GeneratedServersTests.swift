import Foundation
@_spi(Generated) import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Clients of one of the servers that a spec names.
@Suite("Servers of a spec", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedServersTests {
    private let transport = StubTransport([])

    private func url(of server: ServersAPI.Server) throws -> (base: String, host: String) {
        let api = try ServersAPI(server, transport: transport, auth: .init(user: .none))
        let body = HTTPBody(Data())
        return (
            try api.request(for: ServersAPI.ListOrders()).url,
            try api.request(for: ServersAPI.PutFile(name: "a", body: body)).url
        )
    }

    @Test("Variables fill the URLs of a server and of its hosts")
    func fillsVariables() throws {
        let production = try url(of: .production(region: .us, tenant: "acme"))
        #expect(production.base == "https://us.shop.example/v1/orders")
        #expect(production.host == "https://acme-uploads.shop.example/files/a")
        #expect(try url(of: .production(tenant: "acme")).base.hasPrefix("https://eu.shop"))
        let sandbox = try url(of: .sandbox)
        #expect(sandbox.base == "https://sandbox.shop.example/v1/orders")
        #expect(sandbox.host == "https://sandbox.shop.example/uploads/files/a")
        let local = try url(of: .local(port: 8080, tenant: "über & co"))
        #expect(local.base == "http://127.0.0.1:8080/%C3%BCber%20%26%20co/orders")
    }

    @Test("The server of a call replaces that of the client, with its hosts")
    func callChoosesServer() throws {
        let api = try ServersAPI(
            .production(tenant: "acme"), transport: transport, auth: .init(user: .none))
        let sandbox = try ServersAPI.Server.sandbox.baseURL()
        let mock = try BaseURL("http://127.0.0.1:1")
        let endpoint = ServersAPI.PutFile(name: "a", body: HTTPBody(Data()))
        #expect(
            try api.with { $0.baseURL = sandbox }.request(for: endpoint).url
                == "https://sandbox.shop.example/uploads/files/a")
        #expect(
            try api.with { $0.baseURL = mock }.request(for: endpoint).url
                == "http://127.0.0.1:1/files/a")
    }

    @Test(
        "A value that would change another part of the URL is refused without being shown",
        arguments: [
            .production(tenant: "evil.example/"), .production(tenant: "ACME"),
            .production(tenant: ""), .local(address: "evil.example/", port: 1),
            .local(address: "user@evil.example", port: 1),
            .local(address: "evil.example:2", port: 1),
            .local(address: "", port: 1), .local(port: 70_000), .local(port: -1),
            .local(port: 1, tenant: ".."), .local(port: 1, tenant: "a/../b"),
            .local(port: 1, tenant: ""), .local(address: "evil\\.example", port: 1),
            .local(address: "ev\r\nil", port: 1), .local(address: "evil?", port: 1),
            .local(address: "evil#", port: 1), .local(address: "%65vil", port: 1),
        ] as [ServersAPI.Server])
    func refusesInjection(_ server: ServersAPI.Server) throws {
        let error = #expect(throws: APIError.self) {
            try ServersAPI(server, transport: transport, auth: .init(user: .none))
        }
        #expect(error?.code == .invalidBaseURL)
        let text = try #require(error).description
        #expect(!text.contains("evil"), "\(text)")
    }

    @Test(
        "A host's variable is one label", arguments: ["evil.example", "evil.example/", "a@b", ""])
    func refusesSecondLabel(_ region: String) {
        let error = #expect(throws: APIError.self) {
            try BaseURL(
                named: "production", "https://{region}.shop.example",
                .variable("region", region))
        }
        #expect(error?.advice == "use letters, digits and hyphens")
    }

    @Test("A credential for another server is refused before anything is sent")
    func refusesMixedCredentials() async throws {
        let live = ServersAPI.Auth(user: .bearer("l1ve").only(for: "production"))
        let error = #expect(throws: APIError.self) {
            try ServersAPI(.sandbox, transport: transport, auth: live)
        }
        #expect(error?.code == .credentialFailed)
        #expect(
            error?.message
                == "the credential user is for the server production, and not for sandbox")

        let api = try ServersAPI(
            .production(tenant: "acme"), transport: transport, auth: live)
        let sandbox = try ServersAPI.Server.sandbox.baseURL()
        let mock = try BaseURL("http://127.0.0.1:1")
        for url in [sandbox, mock] {
            let error = await #expect(throws: APIError.self) {
                try await api.with { $0.baseURL = url }.listOrders()
            }
            #expect(error?.code == .credentialFailed)
            #expect(error?.description.contains("l1ve") == false)
        }
        #expect(transport.requests.isEmpty)
        await #expect(throws: APIError.self) { try await api.listOrders() }
        #expect(transport.requests.map(\.url) == ["https://eu.shop.example/v1/orders"])
    }

    @Test("A retry goes to the next base URL; a call that is not retried does not")
    func failsOver() async throws {
        let busy = StubResponse.text("busy", status: .serviceUnavailable)
        let first = try ScriptedServer.serving([.on(nil, "*", response: busy)])
        let spare = try ScriptedServer.serving([.on(nil, "/spare/orders", response: .json(["b"]))])
        defer {
            first.stop()
            spare.stop()
        }
        let session = try CurlSession()
        var api = try ServersAPI(
            .local(port: Int(first.port), spare: Int(spare.port)), transport: session,
            auth: .init(user: .bearer("token")))
        api.configuration.defaults.retry = RetryRule(attempts: 2, baseDelay: .milliseconds(1))
        #expect(try await api.listOrders() == ["b"])
        await #expect(throws: APIError.self) { try await api.addOrder() }
        let once = api.with { $0.retry = .never }
        await #expect(throws: APIError.self) { try await once.listOrders() }
        await session.shutdown(.drain)
        let lines = first.requests.map { $0.prefix { $0 != "\r\n" } }
        #expect(
            lines.map(String.init) == [
                "GET /main/orders HTTP/1.1", "POST /main/orders HTTP/1.1",
                "GET /main/orders HTTP/1.1",
            ])
        #expect(spare.requests.count == 1)
        #expect(spare.requests[0].hasPrefix("GET /spare/orders HTTP/1.1\r\n"))
        #expect(spare.requests[0].contains("Authorization: Bearer token\r\n"))
    }

    @Test("Calls reach the server and its host with the credential")
    func overTheWire() async throws {
        let server = try ScriptedServer.serving([
            .on(.get, "/main/orders", response: .json(["a"])),
            .on(.put, "/uploads/files/a", response: .text("")),
        ])
        defer { server.stop() }
        let session = try CurlSession()
        let api = try ServersAPI(
            .local(port: Int(server.port)), transport: session,
            auth: .init(user: .bearer("token")))
        #expect(try await api.listOrders() == ["a"])
        try await api.putFile(name: "a", body: HTTPBody(Data("text".utf8)))
        await session.shutdown(.drain)
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.contains("Authorization: Bearer token\r\n") })
    }
}
