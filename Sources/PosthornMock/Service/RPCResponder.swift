internal import FoundationEssentials
@_spi(Generated) internal import PosthornCore
internal import PosthornSamples
@_spi(Generated) internal import PosthornServer
internal import PosthornSpec

/// Responds to calls of JSON-RPC 2.0, alone or in a batch.
struct RPCResponder {
    let context: MockContext
    let route: MockRoute

    func respond(to call: ServerCall, _ preference: Preference) throws -> TransportResponse {
        var response = TransportResponse(status: .ok)
        response.headers[.contentType] = "application/json"
        let body = call.request.body?.data ?? Data()
        guard let json = try? JSONValue(document: body, depth: 200) else {
            response.body = try Self.failure(-32700, "the body is not JSON", id: nil).document()
            return response
        }
        let results = try (json.array ?? [json]).map { try result(of: $0, call, preference) }
        let calls = (json.array ?? [json]).map { $0["id"] != nil }
        // A call without an id has no response.
        let told = zip(results, calls).compactMap { $1 ? $0 : nil }
        guard !told.isEmpty else { return TransportResponse(status: .noContent) }
        response.body = try (json.array == nil ? told[0] : .array(told)).document()
        return response
    }

    private func result(
        of call: JSONValue, _ whole: ServerCall, _ preference: Preference
    ) throws -> JSONValue {
        let id = call["id"]
        guard let name = call["method"]?.string,
            let endpoint = route.endpoints.first(where: { $0.spec.call?.text == name })
        else { return Self.failure(-32601, "there is no such method", id: id) }
        MockContext.exchange?.serve(endpoint.name, fault: preference.fault)
        if context.options.checksCredentials {
            try CredentialCheck(secrets: context.keys.texts).check(whole.request, of: endpoint)
        }
        let reading = RequestReading(params: call["params"], of: endpoint)
        if let problem = reading.problems.first {
            MockContext.exchange?.complain(problem.text)
            return Self.failure(-32602, problem.text, id: id)
        }
        let maker = ResponseMaker(endpoint)
        var random = SampleRandom(seed: context.options.seed, "\(name) \(call["params"] ?? .null)")
        if let code = preference.code,
            let failure = try maker.failure(status: nil, code: code, &random)
        {
            var response = try JSONValue(document: failure.body, depth: 200)
            response["jsonrpc"] = "2.0"
            response["id"] = id ?? .null
            return response
        }
        let type = maker.result(status: nil)?.type
        let value = type.map { type in
            endpoint.spec.rules.example.map { maker.maker.table.value($0.value, of: type) }
                ?? maker.maker.value(of: type, &random)
        }
        return ["jsonrpc": "2.0", "id": id ?? .null, "result": value ?? .null]
    }

    private static func failure(_ code: Int, _ message: String, id: JSONValue?) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id ?? .null,
            "error": ["code": .number(.init(code)), "message": .string(message)],
        ]
    }
}
