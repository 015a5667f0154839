import Foundation
import Glibc
import Posthorn
import PosthornCrypto
import PosthornTesting
import Shop
import TestSupport
import Testing

/// Runs the built tool as a mock, and calls it over sockets.
@Suite("A mock in a process", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MockProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(for: "mock") }

    /// The tool, which is built beside the tests, or another one that has the trait `MockServer`.
    private static let tool: URL? = {
        if let other = ProcessInfo.processInfo.environment["POSTHORN_MOCK_TOOL"] {
            return URL(filePath: other)
        }
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let tool = folder.appending(component: "posthorn")
            if FileManager.default.isExecutableFile(atPath: tool.path),
                ["debug", "release"].contains(folder.lastPathComponent)
            {
                return tool
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    private func mock(
        _ spec: String, _ options: String..., environment: [String: String] = [:]
    ) async throws -> MockProcess {
        let specs = folder.url.appending(path: "Specs")
        try FileManager.default.createDirectory(at: specs, withIntermediateDirectories: true)
        try Data(spec.utf8).write(to: specs.appending(path: "Spec.yaml"))
        return try await MockProcess(
            tool: try #require(Self.tool), specs: specs, options: options,
            environment: ["TMPDIR": folder.path].merging(environment) { _, new in new })
    }

    private static let hasMock: Bool = {
        #if MockServer
            true
        #else
            ProcessInfo.processInfo.environment["POSTHORN_MOCK_TOOL"] != nil
        #endif
    }()

    private static let plain = """
        service: PlainAPI
        server: https://plain.example/v1
        endpoints:
          get: { GET: /order, returns: Order, errors: { 404: } }
          post: { POST: /order, body: Order, returns: Order }
        types:
          Order: { sku: String }

        """

    private func status(
        _ mock: MockProcess, _ path: String = "/order", _ fields: HTTPFields = [:],
        body: Data? = nil
    ) async throws -> Int {
        let session = try CurlSession()
        let response = try await session.send(
            TransportRequest(
                method: body == nil ? .get : .post, url: mock.baseURL + path, headers: fields,
                body: body))
        return response.status.code
    }

    @Test(
        "Generated code calls a mock of its spec, and the mock keeps what it makes",
        .enabled(if: hasMock))
    func servesShop() async throws {
        let specs = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Specs/Shop")
        let mock = try await MockProcess(
            tool: try #require(Self.tool), specs: specs, options: ["--stateful"])
        #expect(mock.baseURL.hasSuffix("/v1"))
        let shop = try ShopAPI(
            ClientConfiguration(baseURL: mock.baseURL, transport: CurlSession()),
            common: .init(deviceID: "d", channel: .web), ciphers: .init(partner: .plaintext))
        #expect(try await shop.listOrders().orders.isEmpty)
        let file = FormPart(Data("a".utf8), filename: "a.txt", mediaType: "text/plain")
        await #expect(throws: ShopAPI.UploadReceipt.Failure.self) {
            try await shop.uploadReceipt(id: "1", file: file)
        }
        mock.stop()
        await #expect(throws: APIError.self) { try await shop.listOrders() }
    }

    @Test(
        "A sealed call is opened with the key of the environment, and its response is sealed",
        .enabled(if: hasMock))
    func seals() async throws {
        let key = try SecretKey.random(id: "k1")
        let mock = try await mock(
            """
            service: SealedAPI
            ciphers: { partner: { scheme: aes-gcm-envelope } }
            endpoints:
              create: { POST: /orders, cipher: partner, body: { sku: String }, returns: Order }
            types:
              Order: { id: Int, sku: String }

            """,
            environment: [
                "POSTHORN_SEALEDAPI_PARTNER": String(decoding: key.secretJWK, as: UTF8.self)
            ])
        // The origin of the base URL is the audience.
        let cipher = try EnvelopeCipher(key: key)
        var request = TransportRequest(
            method: .post, url: mock.baseURL + "/orders",
            headers: [.contentType: "application/json"], body: Data(#"{"sku":"tea"}"#.utf8))
        try await cipher.seal(&request)
        var response = try await CurlSession().send(request)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("tea"))
        try await cipher.open(&response, to: request)
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""sku":"tea""#))
    }

    @Test("Faults break the connection", .enabled(if: hasMock), arguments: ["reset", "truncate"])
    func breaks(_ fault: String) async throws {
        let mock = try await mock(Self.plain)
        let prefer = try #require(HTTPField.Name("Prefer"))
        await #expect(throws: TransportError.self) {
            _ = try await status(mock, "/order", [prefer: "fault=\(fault)"])
        }
        #expect(try await status(mock) == 200)
    }

    @Test("Garbage, long bodies and idle connections do no harm", .enabled(if: hasMock))
    func survives() async throws {
        let mock = try await mock(
            Self.plain, "--body-limit", "1000", "--connections", "2")
        let port = try #require(mock.baseURL.firstMatch(of: /:([0-9]+)\//)?.1)
        for garbage in ["\0\u{1}\u{2}\r\n\r\n", String(repeating: "A", count: 200_000), "GET"] {
            let client = try Client(try #require(UInt16(port)))
            try? client.write(garbage)
            client.halfClose()
            _ = await client.response()
        }
        #expect(try await status(mock) == 200)
        let body = Data("{\"sku\":\"\(String(repeating: "a", count: 2_000))\"}".utf8)
        #expect(try await status(mock, "/order", body: body) == 413)
        #expect(try await status(mock) == 200)
    }

    @Test("A request that does not end in time is closed, and no other", .enabled(if: hasMock))
    func closesSlowClients() async throws {
        let mock = try await mock(Self.plain, "--timeout", "200ms", "--body-limit", "1GB")
        let port = try #require(
            mock.baseURL.firstMatch(of: /:([0-9]+)\//).flatMap { UInt16($0.1) })
        let post = "POST /v1/order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        let starts = [
            "", "GET /v1/ord", "GET /v1/order HTTP/1.1\r\nHost: a\r\n", post,
            post + "Content-Length: 14\r\n\r\n{\"sku\":",
            post + "Content-Length: 9999999999\r\n\r\n{\"sku\":",
            post + "Transfer-Encoding: chunked\r\n\r\n7\r\n{\"sku\"",
        ]
        for _ in 1...3 {
            let clients = try (starts + starts).map { start in
                let client = try Client(port)
                try client.write(start)
                return client
            }
            for client in clients {
                let response = await client.response()
                #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 413 "), "\(response)")
            }
            #expect(try await status(mock) == 200)
        }
        // A body that never pauses has no more time.
        let endless = try Client(port)
        try endless.write(post + "Transfer-Encoding: chunked\r\n\r\n")
        while (try? endless.write("1\r\n \r\n")) != nil {}
        #expect(try await status(mock) == 200)
    }

    @Test("A changed spec is read again, and a broken one is not served", .enabled(if: hasMock))
    func followsSpecs() async throws {
        let mock = try await mock(Self.plain)
        let file = folder.url.appending(path: "Specs/Spec.yaml")
        #expect(try await status(mock, "/orders") == 404)
        try Data(Self.plain.replacing("/order,", with: "/orders,").utf8).write(to: file)
        while try await status(mock, "/orders") != 200 { await Task.yield() }
        try Data("service: [".utf8).write(to: file)
        #expect(try await status(mock, "/orders") == 200)
    }

    @Test("A broken spec and an open file of secrets are errors", .enabled(if: hasMock))
    func refusesBrokenInput() async throws {
        await #expect {
            try await mock("service: ShopAPI\nendpoints: { get: { GET: orders } }\n")
        } throws: { error in
            (error as? ScriptError)?.description.contains(
                "Spec.yaml:2:26: error: a path starts with '/'") == true
        }
        let secrets = folder.path + "/secrets.json"
        _ = FileManager.default.createFile(
            atPath: secrets, contents: Data("{}".utf8), attributes: [.posixPermissions: 0o644])
        await #expect {
            try await mock(Self.plain, "--secrets", secrets)
        } throws: { error in
            (error as? ScriptError)?.description.contains(
                "a file of secrets has the mode 0600; found 0644; write 'chmod 600") == true
        }
    }
}
