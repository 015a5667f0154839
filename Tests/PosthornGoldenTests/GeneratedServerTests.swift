import Foundation
import PosthornCore
import PosthornCrypto
import PosthornServer
import TestSupport
import Testing

/// A server of the generated protocol, with items in memory.
private actor Depot: DepotServer {
    private(set) var items = [1: item(1)]
    private(set) var files: [String: Data] = [:]
    private(set) var commons: [DepotServerCommon] = []

    static func item(_ id: Int, _ name: String = "Oolong", serial: String? = "s-1") -> DepotItem {
        DepotItem(
            id: id, name: name, kind: .tea, made: Date(timeIntervalSince1970: 1_790_000_000),
            serial: serial)
    }

    typealias Context = ServerContext<DepotServerCommon>

    func getItem(_ call: DepotAPI.GetItem, _ context: Context) throws -> DepotItem {
        commons.append(context.common)
        switch call.id {
        case 404:
            throw DepotAPI.GetItem.Failure.notFound(.init(DepotProblem(code: 4, message: "none")))
        case 418:
            throw DepotAPI.GetItem.Failure.clientError(
                status: 418, .init(DepotProblem(code: 5, message: "tea")))
        case 1002:
            throw DepotAPI.GetItem.Failure.locked(.init(DepotLock(by: "me"), message: "is locked"))
        case 500: throw CocoaError(.fileNoSuchFile)
        case 403: throw ServerRefusal(.forbidden, "the item belongs to someone else")
        default: break
        }
        let remarks = (call.expand ?? []).map(\.rawValue) + (call.all ? ["all"] : [])
        let since = call.since.map { "\(Int($0.timeIntervalSince1970))" } ?? ""
        return Self.item(call.id, (remarks + [since]).joined(separator: ","))
    }

    func latestItem(_ call: DepotAPI.LatestItem, _: Context) -> DepotItem {
        let kinds = call.kinds.map(\.rawValue).joined(separator: "+")
        return Self.item(7, "\(kinds) \(call.owner?.value ?? "-")")
    }

    func addItem(_ call: DepotAPI.AddItem, _ context: Context) throws -> DepotAPI.AddItem.Output {
        commons.append(context.common)
        guard call.name != "taken" else {
            throw DepotAPI.AddItem.Failure.taken(
                .init(DepotProblem(code: 9, message: "taken")), retryAfter: .seconds(9))
        }
        guard call.count > 0 else { return .accepted }
        let location = try #require(URL(string: "/items/2"))
        return .added(Self.item(2, call.name), location: location)
    }

    func saveItem(_ call: DepotAPI.SaveItem, _: Context) throws -> Tagged<DepotItem> {
        guard call.body.eTag == "\"a1\"" else {
            throw DepotAPI.SaveItem.Failure.preconditionFailed(.init())
        }
        guard call.id != 500 else {
            throw DepotAPI.SaveItem.Failure.serverError(status: 503, .init("tired"))
        }
        items[call.id] = call.body.value
        return Tagged(call.body.value, eTag: "\"a2\"")
    }

    func removeItem(_ call: DepotAPI.RemoveItem, _: Context) { items[call.id] = nil }

    func search(_ call: DepotAPI.Search, _: Context) -> DepotAPI.Search.Output {
        let found = call.kinds.map {
            DepotItem(
                id: call.page ?? 0, name: call.text, kind: $0, made: .init(timeIntervalSince1970: 0)
            )
        }
        return .init(value: found, total: found.count, kind: call.kinds.first)
    }

    func readFile(_ call: DepotAPI.ReadFile, _: Context) throws -> Data {
        guard let file = files[call.path] else { throw ServerRefusal(.notFound, "no such file") }
        return file
    }

    func writeFile(_ call: DepotAPI.WriteFile, _: Context) { files[call.path] = call.body.data }

    func note(_ call: DepotAPI.Note, _: Context) -> String { call.body.uppercased() }

    func bulk(_ call: DepotAPI.Bulk, _: Context) -> [DepotItem] { call.body.reversed() }

    func report(_ call: DepotAPI.Report, _: Context) -> JSONValue {
        ["lines": .number(.init(call.lines.count)), "by": .string(call.by.sort.rawValue)]
    }
}

/// A transport that passes requests to a server in the process.
private struct LocalTransport: Transport {
    let server: EndpointServer

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        await server.respond(to: request)
    }
}

/// Signs nothing, and refuses what has no `X-Signed`.
private struct FieldVerifier: RequestVerifier, Signer {
    let name = "field"
    func sign(_ request: inout TransportRequest) { request.headers[.signed] = "1" }
    func verify(_ response: TransportResponse, to request: TransportRequest) throws {
        guard response.headers[.signed] == "2" else { throw APIError.Cause(.openingFailed, "no") }
    }
    func verify(_ request: TransportRequest) throws {
        guard request.headers[.signed] == "1" else { throw APIError.Cause(.openingFailed, "no") }
    }
    func sign(_ response: inout TransportResponse, to request: TransportRequest) {
        response.headers[.signed] = "2"
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let signed = HTTPField.Name("X-Signed")!
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let device = HTTPField.Name("X-Device")!
}

@Suite("Generated servers", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedServerTests {
    private let depot = Depot()
    private let server: EndpointServer
    private let api: DepotAPI

    init() throws {
        let key = try SecretKey(id: "partner", bytes: Data(repeating: 7, count: 32))
        server = depot.endpointServer(
            partnerCipher: try EnvelopeServer(key: key, audience: "https://depot.example"),
            deviceVerifier: FieldVerifier())
        api = DepotAPI(
            ClientConfiguration(transport: LocalTransport(server: server)),
            common: .init(device: "d-1", channel: .app),
            ciphers: .init(partner: try EnvelopeCipher(key: key)),
            signers: .init(device: FieldVerifier()))
    }

    @Test("Parameters of path, query, cookies and common ones arrive")
    func readsParameters() async throws {
        let day = Date(timeIntervalSince1970: 86400)
        let item = try await api.getItem(
            id: 3, expand: [.owner, .unknown("x y&=+")], since: day, all: true)
        #expect(item == Depot.item(3, "owner,x y&=+,all,86400"))
        let latest = try await api.latestItem(
            kinds: [.tea, .cup], session: UUID(), owner: DepotOwner("ö"))
        #expect(latest.name == "tea+cup ö")
        let common = try #require(await depot.commons.first)
        #expect(common.device == "d-1" && common.build == 7 && common.channel == nil)
    }

    @Test("A body is sealed and signed on both ways, and common members join it")
    func opensAndSeals() async throws {
        let made = Date(timeIntervalSince1970: 5)
        let output = try await api.addItem(name: "Sencha", made: made, note: .null)
        guard case .added(let item, let location) = output else {
            Issue.record("\(output)")
            return
        }
        #expect(item.name == "Sencha" && item.serial == "s-1" && location.path == "/items/2")
        #expect(await depot.commons.last?.channel == .app)
        guard case .accepted = try await api.addItem(name: "S", made: made, count: 0) else {
            Issue.record("202 is no result")
            return
        }
    }

    @Test("Tagged values, forms, files, texts and lines make the round trip")
    func makesRoundTrips() async throws {
        let item = Depot.item(4, serial: nil)
        let saved = try await api.saveItem(id: 4, body: Tagged(item, eTag: "\"a1\""))
        #expect(saved.value.id == item.id && saved.value.made == item.made)
        #expect(saved.eTag == "\"a2\"")
        try await api.removeItem(id: 4)
        #expect(await depot.items[4] == nil)
        let found = try await api.search(text: "a&b=c", kinds: [.cup, .tea], page: 2)
        #expect(found.value.map(\.kind) == [.cup, .tea] && found.total == 2 && found.kind == .cup)
        #expect(found.value[0].name == "a&b=c" && found.value[0].id == 2)
        let bytes = Data((0...255).map { UInt8($0) })
        try await api.writeFile(path: "a/b c.bin", body: HTTPBody(bytes))
        var read = Data()
        for try await piece in try await api.readFile(path: "a/b c.bin") { read += piece }
        #expect(read == bytes)
        #expect(try await api.note(body: "größe") == "GRÖSSE")
        var lines: [Int] = []
        for try await item in try await api.bulk(body: [item, Depot.item(5)]) {
            lines.append(item.id)
        }
        #expect(lines == [5, 4])
        let report = try await api.report(
            lines: [item], by: .init(sort: .tea, descending: true))
        #expect(report == ["lines": 1, "by": "tea"])
    }

    @Test("A 204 is sealed as a 200 by a cipher that cannot seal it")
    func sealsWithoutBody() async throws {
        let key = try JWEKey(
            SecretKey(id: "direct", bytes: Data(repeating: 8, count: 32), for: .jwe), .direct)
        let cipher = JWECipher(key)
        let partner = try EnvelopeServer(
            key: SecretKey(id: "p", bytes: Data(repeating: 7, count: 32)), audience: "a")
        let server = depot.endpointServer(
            partnerCipher: partner, deviceVerifier: FieldVerifier(),
            defaultCipher: CipherServer(cipher, memory: nil))
        var plain = TransportRequest(method: .delete, url: "https://depot.example/v2/items/1")
        plain.headers[.device] = "d-1"
        var sealed = plain
        try await cipher.seal(&sealed)
        var response = await server.respond(to: sealed)
        #expect(response.status == .ok && !response.body.isEmpty)
        try await cipher.open(&response, to: sealed)
        #expect(response.body.isEmpty)
        #expect(await self.server.respond(to: plain).status == .noContent)
    }

    @Test("Documented failures arrive as their cases")
    func documentsFailures() async throws {
        await #expect {
            try await api.getItem(id: 404)
        } throws: { error in
            guard case .notFound(let problem) = error as? DepotAPI.GetItem.Failure else {
                return false
            }
            return problem.code == 4
        }
        await #expect {
            try await api.getItem(id: 418)
        } throws: { error in
            guard case .clientError(418, let problem) = error as? DepotAPI.GetItem.Failure else {
                return false
            }
            return problem.message == "tea"
        }
        await #expect {
            try await api.getItem(id: 1002)
        } throws: { error in
            guard case .locked(let lock) = error as? DepotAPI.GetItem.Failure else { return false }
            return lock.by == "me" && lock.apiError.envelopeError?.message == "is locked"
        }
        await #expect {
            try await api.addItem(name: "taken", made: Date())
        } throws: { error in
            guard case .taken(let problem, .seconds(9)) = error as? DepotAPI.AddItem.Failure else {
                return false
            }
            return problem.code == 9
        }
        await #expect {
            try await api.saveItem(id: 500, body: Tagged(Depot.item(1), eTag: "\"a1\""))
        } throws: { error in
            guard case .serverError(503, let text) = error as? DepotAPI.SaveItem.Failure else {
                return false
            }
            return text.value == "tired"
        }
        await #expect {
            try await api.saveItem(id: 1, body: Tagged(Depot.item(1), eTag: "\"b\""))
        } throws: { error in
            guard case .preconditionFailed = error as? DepotAPI.SaveItem.Failure else {
                return false
            }
            return true
        }
    }

    @Test("An error that is not documented becomes a 500 that tells nothing, and is reported")
    func hidesErrors() async throws {
        let reported = Locked<[String]>([])
        var server = server
        server.report = { error, _ in reported.withLock { $0.append("\(type(of: error))") } }
        let response = await server.respond(to: Self.request("GET", "/items/500"))
        #expect(response.status == .internalServerError)
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"code":500,"data":null,"message":"the server failed"}"#)
        #expect(reported.withLock { $0 } == ["CocoaError"])
        let refused = await server.respond(to: Self.request("GET", "/items/403"))
        #expect(refused.status == .forbidden)
        #expect(reported.withLock { $0 }.count == 1)
    }

    private static func request(
        _ method: String, _ target: String, _ body: String? = nil,
        type: String? = "application/json", headers: [String: String] = ["X-Device": "d-1"]
    ) -> TransportRequest {
        var request = TransportRequest(
            method: HTTPRequest.Method(method) ?? .get, url: "https://depot.example/v2" + target,
            body: body.map { Data($0.utf8) })
        request.headers[.contentType] = body == nil ? nil : type
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { request.headers[name] = value }
        }
        return request
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var target: String
        var body: String?
        var type: String? = "application/json"
        var headers = ["X-Device": "d-1"]
        var status: Int
        var message: String
        var testDescription: String { "\(method) \(target) \(message)" }
    }

    @Test(
        "A request that is not as the spec says is refused with the place",
        arguments: [
            Wrong(target: "/nothing", status: 404, message: "there is no such path"),
            Wrong(target: "", status: 404, message: "there is no such path"),
            Wrong(target: "/items/1/", status: 404, message: "there is no such path"),
            Wrong(
                method: "PATCH", target: "/items/1", status: 405,
                message: "the path has no such method"),
            Wrong(
                target: "/items/x", status: 400,
                message: "the path parameter id is not of the type Int"),
            Wrong(
                target: "/items/%ZZ", status: 400,
                message: "the path is not percent-encoded UTF-8"),
            Wrong(
                target: "/items/1?since=%FF", status: 400,
                message: "the query is not percent-encoded UTF-8"),
            Wrong(
                target: "/items/1?since=today", status: 400,
                message: "the query parameter since is not of the type Date"),
            Wrong(
                target: "/items/1?since=2026-01-01&since=2026-01-02", status: 400,
                message: "the query parameter since occurs more than once"),
            Wrong(
                target: "/items/1", headers: [:], status: 400,
                message: "the header field X-Device is missing"),
            Wrong(
                target: "/items/latest", status: 400, message: "the cookie session is missing"),
            Wrong(
                method: "POST", target: "/report", body: "{}", type: "text/plain", status: 415,
                message: "the body has another media type than application/json"),
            Wrong(
                method: "POST", target: "/report", body: "{", status: 400,
                message: "the body is not JSON"),
            Wrong(
                method: "POST", target: "/report", body: #"{"lines":[]}"#, status: 400,
                message: "`by` of the body is missing"),
            Wrong(
                method: "POST", target: "/report",
                body: #"{"lines":[{"id":"secret"}],"by":{"sort":"tea","descending":true}}"#,
                status: 400,
                message: "`lines[0].id` of the body is a string, and should be a whole number"),
            Wrong(
                method: "PUT", target: "/items/1", body: "{}", status: 400,
                message: "`id` of the body is missing"),
            Wrong(
                method: "POST", target: "/search", body: "kinds%5B%5D=tea",
                type: "application/x-www-form-urlencoded", status: 400,
                message: "the field of the form text is missing"),
            Wrong(
                method: "POST", target: "/items", body: "{}", status: 401,
                message: "the signature is missing or wrong"),
            Wrong(
                method: "POST", target: "/items", body: "{}",
                headers: ["X-Device": "d-1", "X-Signed": "1"], status: 400,
                message: "the message can't be opened"),
        ])
    func refusesWrongRequests(_ wrong: Wrong) async throws {
        let response = await server.respond(
            to: Self.request(
                wrong.method, wrong.target, wrong.body, type: wrong.type, headers: wrong.headers))
        #expect(response.status.code == wrong.status)
        let body = try JSONValue(jsonData: response.body)
        #expect(
            body == [
                "code": .number(.init(wrong.status)), "data": nil,
                "message": .string(wrong.message),
            ])
        #expect((wrong.status == 405) == (response.headers[.allow] == "DELETE, GET, PUT"))
    }

    @Test("Limits of the spec, and the length of the body, are checked")
    func checksLimits() async throws {
        let long = try await #require(
            throws: (any Error).self,
            performing: {
                try await api.saveItem(id: 1, body: Tagged(Depot.item(1, ""), eTag: "\"a1\""))
            })
        #expect("\(long)".contains("name"))
        let body = #"{"id":1,"name":"","kind":"tea","made":"2026-01-01T00:00:00Z"}"#
        let response = await server.respond(
            to: Self.request(
                "PUT", "/items/1", body, headers: ["X-Device": "d", "If-Match": "\"a1\""]))
        #expect(response.status.code == 400)
        #expect(String(decoding: response.body, as: UTF8.self).contains("name"))
        var small = server
        small.bodyLimit = 10
        let refused = await small.respond(to: Self.request("PUT", "/items/1", body))
        #expect(refused.status.code == 413)
    }

    @Test("HEAD has the fields of GET without the body, and refusals can have another body")
    func adaptsResponses() async throws {
        let get = await server.respond(to: Self.request("GET", "/items/1"))
        let head = await server.respond(to: Self.request("HEAD", "/items/1"))
        #expect(head.status == .ok && head.body.isEmpty && head.headers == get.headers)
        var server = server
        server.basePath = ""
        server.refuse = { TransportResponse(status: $0.status, body: Data($0.message.utf8)) }
        let other = await server.respond(to: Self.request("GET", "/items/1"))
        #expect(String(decoding: other.body, as: UTF8.self) == "there is no such path")
    }

    @Test("Heads of swift-http-types become requests, and responses heads")
    func adaptsHTTPTypes() async throws {
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "10.0.0.7:8080", path: "/v2/items/1?all",
            headerFields: [.signed: "1"])
        var request = TransportRequest(head, body: Data(), origin: "https://depot.example")
        #expect(request.headers[.signed] == "1")
        request.headers = Self.request("GET", "/").headers
        #expect(request.url == "https://depot.example/v2/items/1?all" && request.body == nil)
        #expect(TransportRequest(head).url == "http://10.0.0.7:8080/v2/items/1?all")
        let response = await server.respond(to: request)
        #expect(response.head.status == .ok)
        #expect(response.head.headerFields[.contentLength] == "\(response.body.count)")
        #expect(TransportResponse(status: .noContent).head.headerFields[.contentLength] == nil)
    }
}
