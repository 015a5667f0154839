import FoundationEssentials

extension RequestBuilder {
    /// Makes the body a call of JSON-RPC 2.0, whose `params` are the body so far.
    ///
    /// Call it last. The id is a number that the process has not used before; the response has to repeat it. A call
    /// without a body sends no `params`.
    @_spi(Generated) public mutating func rpc(_ method: String) {
        let id = RPCID.next()
        if body.isEmpty { body.whole = JSONValue.null }
        options.serializer = BodySerializer(mediaType: "application/json") { params in
            var call = Data("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":".utf8)
            call += try BodySerializer.json.bytes(of: method)
            if params != Data("null".utf8) { call += Data(",\"params\":".utf8) + params }
            call.append(UInt8(ascii: "}"))
            return call
        }
        options.responsePolicy = RPCPolicy(wrapped: options.responsePolicy ?? .rpc, id: id)
    }
}

/// The numbers of calls of JSON-RPC.
private enum RPCID {
    private static let last = Locked(0)

    static func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

extension ResponsePolicy where Self == EnvelopePolicy {
    /// The envelope of JSON-RPC 2.0.
    fileprivate static var rpc: EnvelopePolicy {
        .envelope(
            code: "error.code", message: "error.message", payload: "result", error: "error",
            success: nil)
    }
}

/// Checks that a response of JSON-RPC 2.0 belongs to its call.
struct RPCPolicy: ResponsePolicyWrapper {
    let wrapped: any ResponsePolicy
    let id: Int

    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try check(response)
        return try wrapped.decode(type, from: response)
    }

    func validateEmpty(_ response: TransportResponse) throws {
        try check(response)
        try wrapped.validateEmpty(response)
    }

    /// Throws if the response has no id, or that of another call.
    ///
    /// The id of an error may be null, if the server could not read the call.
    private func check(_ response: TransportResponse) throws {
        // The wrapped policy explains what is no object.
        guard let members = try? JSONMemberText.members(of: response.body) else { return }
        let ids = members.filter { $0.name == "id" }.map(\.value)
        let isError = members.contains { $0.name == "error" && $0.value != Data("null".utf8) }
        if ids == [Data(String(id).utf8)] || ids == [Data("\"\(id)\"".utf8)] { return }
        if isError, ids.isEmpty || ids == [Data("null".utf8)] { return }
        let what =
            switch ids.count {
            case 0: "no id"
            case 1: "the id of another call"
            default: "several ids"
            }
        throw APIError.Cause(
            .decodingFailed, "the response of JSON-RPC has \(what)",
            advice: "report it to the server's maintainers; its `error` or `result` is not used")
    }
}
