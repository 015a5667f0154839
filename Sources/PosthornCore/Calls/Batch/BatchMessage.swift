import FoundationEssentials

/// The body of a batch, and the ids of its calls.
struct BatchMessage {
    let path: String
    let body: Data
    private let form: BatchForm
    /// The ids as JSON, in the order of the calls.
    private let ids: [Data]

    init(
        _ form: BatchForm, _ requests: [TransportRequest], relativeTo basePath: String
    ) throws {
        self.form = form
        var parts: [Data] = []
        var ids: [Data] = []
        switch form {
        case .jsonRPC(let path):
            self.path = path
            for request in requests {
                guard let part = request.body?.data,
                    let id = try? JSONMemberText.members(of: part).first(where: { $0.name == "id" })
                else { throw Self.unfit(request, "is no call of JSON-RPC") }
                parts.append(part)
                ids.append(id.value)
            }
            body = Self.joined("[", parts, "]")
        case .requests(let path):
            self.path = path
            for (place, request) in requests.enumerated() {
                let id = Data("\"\(place + 1)\"".utf8)
                parts.append(try Self.part(request, id: id, basePath))
                ids.append(id)
            }
            body = Self.joined("{\"requests\":[", parts, "]}")
        }
        self.ids = ids
    }

    private static func joined(_ start: String, _ parts: [Data], _ end: String) -> Data {
        var data = Data(start.utf8)
        for (place, part) in parts.enumerated() {
            if place > 0 { data.append(UInt8(ascii: ",")) }
            data += part
        }
        return data + Data(end.utf8)
    }

    /// Returns a request as a JSON object; its URL is relative to that of the service.
    private static func part(
        _ request: TransportRequest, id: Data, _ basePath: String
    ) throws -> Data {
        func text(_ value: some Encodable & Sendable) throws -> Data {
            try BodySerializer.json.bytes(of: value)
        }
        let target =
            request.target.hasPrefix(basePath)
            ? String(request.target.dropFirst(basePath.count)) : request.target
        var part = Data("{\"id\":".utf8) + id
        part += Data(",\"method\":".utf8) + (try text(request.method.rawValue))
        part += Data(",\"url\":".utf8) + (try text(target))
        // The credential is that of the exchange.
        let headers = request.headers.filter {
            ![.authorization, .cookie, .accept, .acceptLanguage].contains($0.name)
        }
        if !headers.isEmpty {
            var fields: [String: String] = [:]
            for field in headers { fields[field.name.rawName] = field.value }
            part += Data(",\"headers\":".utf8) + (try text(fields))
        }
        if let body = request.body {
            guard let data = body.data else { throw unfit(request, "has a body that is a stream") }
            let isJSON = Self.isJSON(request.headers[.contentType] ?? "")
            part += Data(",\"body\":".utf8) + (isJSON ? data : try text(data.base64EncodedString()))
        }
        part.append(UInt8(ascii: "}"))
        return part
    }

    private static func unfit(_ request: TransportRequest, _ what: String) -> APIError.Cause {
        APIError.Cause(
            .invalidParameter, "the call \(request.endpoint) of the batch \(what)",
            advice: "call the endpoint alone")
    }

    /// Returns the response of each call.
    func results(in response: TransportResponse) -> [Result<TransportResponse, TransportError>] {
        guard let parts = parts(in: response) else {
            // The error of a server that could not read the batch is that of all calls.
            if case .jsonRPC = form { return ids.map { _ in .success(response) } }
            let error = TransportError(
                .malformedResponse, "the batch's response has no list of responses",
                advice: "compare `batch` in the spec with the server's documentation")
            return ids.map { _ in .failure(error) }
        }
        var found: [Data: [[JSONMemberText]]] = [:]
        var foreign = 0
        for part in parts {
            if let id = part.id {
                found[id, default: []].append(part.members)
            } else {
                foreign += 1
            }
        }
        return ids.map { id in
            guard let parts = found[id], let part = parts.first else {
                return .failure(Self.missing(foreign))
            }
            guard parts.count == 1 else { return .failure(Self.doubled(parts.count)) }
            return self.response(part, of: response)
        }
    }

    /// Returns the members of each part of a response, with the id of its call, or `nil` without a list of parts.
    private func parts(in response: TransportResponse) -> [(id: Data?, members: [JSONMemberText])]?
    {
        let elements =
            switch form {
            case .jsonRPC: try? JSONMemberText.elements(of: response.body)
            case .requests:
                try? JSONMemberText.members(of: response.body).first { $0.name == "responses" }
                    .flatMap { try JSONMemberText.elements(of: $0.value) }
            }
        return elements?.map { part in
            let members = (try? JSONMemberText.members(of: part)) ?? []
            let written = members.filter { $0.name == "id" }
            guard written.count == 1 else { return (nil, members) }
            return (ids.first { Self.isSame($0, written[0].value) }, members)
        }
    }

    /// Reports the parts of a response that belong to no call as deviations of the batch.
    func reportForeignParts(of response: TransportResponse) {
        let list = if case .requests = form { "responses" } else { "" }
        for (place, part) in (parts(in: response) ?? []).enumerated() where part.id == nil {
            let hasID = part.members.contains { $0.name == "id" }
            JSONReader.report(
                JSONError(
                    at: "\(list)[\(place)]",
                    expected: "the response to a call of the batch",
                    found: hasID ? "one with another id" : "one without an id"))
        }
    }

    /// Whether two ids are the same; servers change numbers to texts.
    private static func isSame(_ id: Data, _ other: Data) -> Bool {
        let quote = UInt8(ascii: "\"")
        return id.filter { $0 != quote } == other.filter { $0 != quote }
    }

    private func response(
        _ members: [JSONMemberText], of batch: TransportResponse
    ) -> Result<TransportResponse, TransportError> {
        func member(_ name: String) -> Data? { members.first { $0.name == name }?.value }
        var response = batch
        if case .jsonRPC = form {
            response.body = Data("{".utf8)
            for (place, member) in members.enumerated() {
                if place > 0 { response.body.append(UInt8(ascii: ",")) }
                let name = try? BodySerializer.json.bytes(of: member.name)
                response.body += (name ?? Data()) + Data(":".utf8) + member.value
            }
            response.body.append(UInt8(ascii: "}"))
            return .success(response)
        }
        guard let status = member("status").flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
            (100...599).contains(status)
        else {
            return .failure(
                TransportError(
                    .malformedResponse, "the batch's response for the call has no status",
                    advice: "report it to the server's maintainers"))
        }
        response.status = HTTPResponse.Status(code: status)
        response.headers = [:]
        let fields = member("headers").flatMap { try? JSONMemberText.members(of: $0) } ?? []
        for field in fields {
            guard let name = HTTPField.Name(field.name), let value = Self.text(field.value) else {
                continue
            }
            response.headers.append(HTTPField(name: name, value: value))
        }
        response.body = Data()
        if let body = member("body"), body != Data("null".utf8) {
            let type = response.headers[.contentType]
            if type == nil { response.headers[.contentType] = "application/json" }
            if type.map(Self.isJSON) ?? true {
                response.body = body
            } else if let text = Self.text(body) {
                response.body = Data(base64Encoded: text) ?? Data(text.utf8)
            } else {
                response.body = body
            }
        }
        return .success(response)
    }

    private static func isJSON(_ mediaType: String) -> Bool {
        mediaType.prefix { $0 != ";" }.lowercased().hasSuffix("json")
    }

    private static func text(_ json: Data) -> String? {
        try? JSONPolicy().decode(
            String.self, from: TransportResponse(status: .ok, body: json))
    }

    private static func missing(_ foreign: Int) -> TransportError {
        let others = foreign == 0 ? "" : ", and \(foreign) for no call of it"
        return TransportError(
            .malformedResponse, "the batch's response has none for the call\(others)",
            advice: "report it to the server's maintainers; the server may have performed the call")
    }

    private static func doubled(_ count: Int) -> TransportError {
        TransportError(
            .malformedResponse, "the batch's response has \(count) for the call",
            advice: "report it to the server's maintainers")
    }
}
