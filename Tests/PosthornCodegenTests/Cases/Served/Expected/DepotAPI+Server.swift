// Generated from Served/Served.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
@_spi(Generated) public import PosthornServer

/// A server of ``DepotAPI``.
///
/// Conform to it, and give `endpointServer` to the handler of an HTTP server.
public protocol DepotServer: Sendable {
    /// Fetches one item.
    ///
    /// `GET /items/{id}`.
    ///
    /// Throw ``DepotAPI/GetItem/Failure`` for a documented failure.
    func getItem(
        _ call: DepotAPI.GetItem, _ context: ServerContext<DepotServerCommon>
    ) async throws -> DepotItem

    /// `GET /items/latest`.
    func latestItem(
        _ call: DepotAPI.LatestItem, _ context: ServerContext<DepotServerCommon>
    ) async throws -> DepotItem

    /// Adds an item.
    ///
    /// `POST /items`.
    ///
    /// Throw ``DepotAPI/AddItem/Failure`` for a documented failure.
    func addItem(
        _ call: DepotAPI.AddItem, _ context: ServerContext<DepotServerCommon>
    ) async throws -> DepotAPI.AddItem.Output

    /// `PUT /items/{id}`.
    ///
    /// Throw ``DepotAPI/SaveItem/Failure`` for a documented failure.
    func saveItem(
        _ call: DepotAPI.SaveItem, _ context: ServerContext<DepotServerCommon>
    ) async throws -> Tagged<DepotItem>

    /// `DELETE /items/{id}`.
    func removeItem(
        _ call: DepotAPI.RemoveItem, _ context: ServerContext<DepotServerCommon>
    ) async throws

    /// `POST /search`.
    func search(
        _ call: DepotAPI.Search, _ context: ServerContext<DepotServerCommon>
    ) async throws -> DepotAPI.Search.Output

    /// `GET /files/{+path}`.
    func readFile(
        _ call: DepotAPI.ReadFile, _ context: ServerContext<DepotServerCommon>
    ) async throws -> Data

    /// `PUT /files/{+path}`.
    func writeFile(
        _ call: DepotAPI.WriteFile, _ context: ServerContext<DepotServerCommon>
    ) async throws

    /// `POST /notes`.
    func note(
        _ call: DepotAPI.Note, _ context: ServerContext<DepotServerCommon>
    ) async throws -> String

    /// `POST /bulk`.
    func bulk(
        _ call: DepotAPI.Bulk, _ context: ServerContext<DepotServerCommon>
    ) async throws -> [DepotItem]

    /// `POST /report`.
    func report(
        _ call: DepotAPI.Report, _ context: ServerContext<DepotServerCommon>
    ) async throws -> JSONValue
}

/// The common parameters of a request to ``DepotAPI``.
public struct DepotServerCommon: Sendable {
    /// The common parameter `tenant`.
    public let tenant: String?
    /// Stable per installation.
    public let device: String
    /// The common parameter `X-Build`.
    public let build: Int
    /// The common parameter `channel`.
    ///
    /// `nil` for requests that do not send it.
    public let channel: DepotAPI.Common.Channel?

    /// Creates the common parameters, for tests of a server.
    public init(
        tenant: String? = nil, device: String, build: Int, channel: DepotAPI.Common.Channel? = nil
    ) {
        self.tenant = tenant
        self.device = device
        self.build = build
        self.channel = channel
    }

    fileprivate init(_ call: ServerCall) throws {
        let body: DepotServerCommonBody? = try call.objectIfPresent()
        tenant = try call.query("tenant").optional()
        device = try call.header("X-Device").value()
        build = try call.header("X-Build").optional() ?? 7
        channel = body?.channel
    }
}

extension DepotServer {
    /// Creates what responds to requests by the methods of this value.
    /// - Parameters:
    ///   - partnerCipher: Seals what goes to partners.
    ///   - deviceVerifier: The server's half of the signer `device` of the spec.
    ///   - defaultCipher: The cipher of endpoints that name none; `nil` for none.
    ///   - defaultVerifier: The verifier of endpoints that name no signer; `nil` for none.
    public func endpointServer(
        partnerCipher: any ServerCipher, deviceVerifier: any RequestVerifier,
        defaultCipher: (any ServerCipher)? = nil, defaultVerifier: (any RequestVerifier)? = nil
    ) -> EndpointServer {
        var routes: [ServerRoute] = []
        routes.append(ServerRoute(.get, "/items/{id}"))
        routes.append(ServerRoute(.get, "/items/latest"))
        routes.append(ServerRoute(.post, "/items", ciphers: ["partner"], signers: ["device"]))
        routes.append(ServerRoute(.put, "/items/{id}"))
        routes.append(ServerRoute(.delete, "/items/{id}"))
        routes.append(ServerRoute(.post, "/search"))
        routes.append(ServerRoute(.get, "/files/{+path}"))
        routes.append(ServerRoute(.put, "/files/{+path}"))
        routes.append(ServerRoute(.post, "/notes"))
        routes.append(ServerRoute(.post, "/bulk"))
        routes.append(ServerRoute(.post, "/report"))
        return EndpointServer(
            routes, server: DepotAPI.server,
            policy: .envelope(code: "code", message: "message", payload: "data", success: 0),
            ciphers: ["partner": partnerCipher, "": defaultCipher],
            verifiers: ["device": deviceVerifier, "": defaultVerifier], serve: serve)
    }

    private func serve(_ number: Int, _ call: ServerCall) async throws -> TransportResponse {
        switch number {
        case 0: try await serveGetItem(call)
        case 1: try await serveLatestItem(call)
        case 2: try await serveAddItem(call)
        case 3: try await serveSaveItem(call)
        case 4: try await serveRemoveItem(call)
        case 5: try await serveSearch(call)
        case 6: try await serveReadFile(call)
        case 7: try await serveWriteFile(call)
        case 8: try await serveNote(call)
        case 9: try await serveBulk(call)
        default: try await serveReport(call)
        }
    }

    private func serveGetItem(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.GetItem(
            id: try call.path("id").value(), expand: try call.query("expand").list(),
            since: try call.query("since").optional(as: .day), all: call.flag("all"))
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        do {
            let output = try await self.getItem(endpoint, context)
            return try call.reply(output)
        } catch let failure as DepotAPI.GetItem.Failure {
            switch failure {
            case .notFound(let failure):
                return try call.failure(404, failure)
            case .clientError(let status, let failure):
                return try call.failure(status, failure)
            case .locked(let failure):
                return try call.failure(code: 1002, failure)
            case .other(let error): throw error
            }
        }
    }

    private func serveLatestItem(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.LatestItem(
            kinds: try call.query("kinds", separatedBy: ",").list() ?? [],
            session: try call.cookie("session").value(), owner: try call.query("owner").optional())
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        let output = try await self.latestItem(endpoint, context)
        return try call.reply(output)
    }

    private func serveAddItem(_ call: ServerCall) async throws -> TransportResponse {
        let body: DepotAPIAddItemBody = try call.json()
        let endpoint = DepotAPI.AddItem(
            name: body.name, made: body.made, count: body.count, price: body.price, note: body.note)
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        do {
            switch try await self.addItem(endpoint, context) {
            case .ok(let value):
                return try call.reply(value, status: 200)
            case .added(let value, let location):
                var response = try call.reply(value, status: 201)
                try response.header("Location", location)
                return response
            case .accepted:
                return try call.reply(status: 202)
            }
        } catch let failure as DepotAPI.AddItem.Failure {
            switch failure {
            case .taken(let failure, let retryAfter):
                var response = try call.failure(409, failure)
                try response.header("Retry-After", retryAfter, as: .seconds)
                return response
            case .other(let error): throw error
            }
        }
    }

    private func serveSaveItem(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.SaveItem(
            id: try call.path("id").value(),
            body: Tagged(try call.json(), eTag: try call.header("If-Match").value()))
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        do {
            let output = try await self.saveItem(endpoint, context)
            var response = try call.reply(output.value)
            try response.header("ETag", output.eTag)
            return response
        } catch let failure as DepotAPI.SaveItem.Failure {
            switch failure {
            case .notFound(let failure):
                return try call.failure(404, failure)
            case .serverError(let status, let failure):
                return try call.failure(status, failure)
            case .preconditionFailed(let failure):
                return try call.failure(412, failure)
            case .other(let error): throw error
            }
        }
    }

    private func serveRemoveItem(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.RemoveItem(id: try call.path("id").value())
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        try await self.removeItem(endpoint, context)
        return try call.reply(by: .json)
    }

    private func serveSearch(_ call: ServerCall) async throws -> TransportResponse {
        let form = try call.form()
        let endpoint = DepotAPI.Search(
            text: try form.field("text").value(), kinds: try form.field("kinds[]").list() ?? [],
            page: try form.field("page").optional())
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        let output = try await self.search(endpoint, context)
        var response = try call.reply(output.value, by: .json)
        try response.header("X-Total", output.total)
        try response.header("X-Kind", output.kind)
        return response
    }

    private func serveReadFile(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.ReadFile(path: try call.path("path").value())
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        let output = try await self.readFile(endpoint, context)
        return try call.reply(output, by: .raw)
    }

    private func serveWriteFile(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.WriteFile(
            path: try call.path("path").value(),
            body: HTTPBody(try call.bytes(mediaType: "application/octet-stream")))
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        try await self.writeFile(endpoint, context)
        return try call.reply()
    }

    private func serveNote(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.Note(body: try call.text(mediaType: "text/plain"))
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        let output = try await self.note(endpoint, context)
        return try call.reply(output, by: .text)
    }

    private func serveBulk(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = DepotAPI.Bulk(body: try call.lines(mediaType: "application/x-ndjson"))
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        let output = try await self.bulk(endpoint, context)
        return try call.reply(lines: output)
    }

    private func serveReport(_ call: ServerCall) async throws -> TransportResponse {
        let body: DepotAPIReportBody = try call.json()
        let endpoint = DepotAPI.Report(lines: body.lines, by: body.by)
        try call.check(endpoint)
        let context = ServerContext(common: try DepotServerCommon(call), request: call.request)
        let output = try await self.report(endpoint, context)
        return try call.reply(output, by: .json)
    }
}

private struct DepotAPIAddItemBody: JSONReadable {
    var name: String
    var count: Int
    var price: Decimal?
    var made: Date
    var note: FieldPresence<String>

    init(json: inout JSONReader) throws {
        name = ""
        count = 1
        var made: Date?
        note = .absent
        var object = json.beginObject("name count? price? made note? version")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            case 1: count = json.intIfPresent() ?? count
            case 2: price = json.valueIfPresent()
            case 3: made = json.value()
            case 4: note = json.presence()
            case 5: json.constant(2)
            default: break
            }
        }
        guard json.finish(object), let made else { throw json.takeFailure() }
        self.made = made
    }
}

private struct DepotAPIReportBody: JSONReadable {
    var lines: [DepotItem]
    var by: DepotAPI.Report.By

    init(json: inout JSONReader) throws {
        lines = []
        var by: DepotAPI.Report.By?
        var object = json.beginObject("lines by")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: lines = json.array()
            case 1: by = json.value()
            default: break
            }
        }
        guard json.finish(object), let by else { throw json.takeFailure() }
        self.by = by
    }
}

private struct DepotServerCommonBody: JSONReadable {
    var channel: DepotAPI.Common.Channel?

    init(json: inout JSONReader) throws {
        var object = json.beginObject("channel?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: channel = json.valueIfPresent()
            default: break
            }
        }
        try json.endObject(object)
    }
}
