import Posthorn

/// Reads `{"ok": true, "result": …}` and `{"ok": false, "error": {"id": "…", "text": "…"}}`.
struct OKPolicy: ResponsePolicy {
    /// The name in errors.
    var name: String { "ok" }

    /// What is sent as `Accept`, and what the response's `Content-Type` must match; empty takes all.
    var mediaTypes: [String] { ["application/json"] }

    /// Which statuses are a success; this is the default.
    func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }

    /// Reads the output of a call.
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try validateEmpty(response)
        if let value = try response.value(at: "result", as: type) { return value }
        // An endpoint that returns an optional has `nil` for `null` or nothing.
        if let optional = type as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Value
        {
            return none
        }
        throw APIError.Cause(
            .decodingFailed, "the response has no result", advice: "compare it with the spec")
    }

    /// Reads an error that the spec documents; the default leaves it to the policy of the next layer.
    func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        guard let failure = try response.value(at: "error", as: type) else {
            throw APIError.Cause(.decodingFailed, "the response has no error")
        }
        return failure
    }

    /// Checks the response to an endpoint that returns nothing; the default takes every body.
    func validateEmpty(_ response: TransportResponse) throws {
        guard let error = envelopeError(in: response) else { return }
        // The text goes into logs: it says nothing that the server has sent.
        throw APIError.Cause(
            .rejected, "the backend refused the call", advice: "see the error's `envelopeError`",
            envelopeError: error)
    }

    /// Reads the backend's code and message, also where the status is no success.
    ///
    /// The default asks the policy of the layer below; `nil` says that the response has none.
    func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        guard (try? response.value(at: "ok", as: Bool.self)) == false else { return nil }
        let id = try? response.value(at: "error.id", as: String.self)
        let text = try? response.value(at: "error.text", as: String.self)
        return APIError.EnvelopeError(code: .text(id ?? "unknown"), message: text ?? "")
    }

    /// Says where the value is, for sealed fields in it; the default is the whole body.
    func payloadPath(in response: TransportResponse) -> String? { "result" }
}

extension ResponsePolicy where Self == OKPolicy {
    /// Lets you write `.ok` where a policy is expected.
    static var ok: OKPolicy { OKPolicy() }
}
