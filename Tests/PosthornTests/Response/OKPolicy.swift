import Posthorn

/// Reads `{"ok": true, "result": …}` and `{"ok": false, "error": {"id": "…", "text": "…"}}`.
struct OKPolicy: ResponsePolicy {
    var name: String { "ok" }
    var mediaTypes: [String] { ["application/json"] }

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
        throw APIError.Cause(.decodingFailed, "the response has no result")
    }

    func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        guard let failure = try response.value(at: "error", as: type) else {
            throw APIError.Cause(.decodingFailed, "the response has no error")
        }
        return failure
    }

    func validateEmpty(_ response: TransportResponse) throws {
        guard let error = envelopeError(in: response) else { return }
        // The text goes into logs: it says nothing that the server has sent.
        throw APIError.Cause(
            .rejected, "the backend refused the call", advice: "see the error's `envelopeError`",
            envelopeError: error)
    }

    /// Also called for a status that is no success; `nil` if the response has no error of the backend.
    func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        guard (try? response.value(at: "ok", as: Bool.self)) == false else { return nil }
        let id = try? response.value(at: "error.id", as: String.self)
        let text = try? response.value(at: "error.text", as: String.self)
        return APIError.EnvelopeError(code: .text(id ?? "unknown"), message: text ?? "")
    }

    /// Needed only for responses with sealed fields.
    func payloadPath(in response: TransportResponse) -> String? { "result" }
}

extension ResponsePolicy where Self == OKPolicy {
    static var ok: OKPolicy { OKPolicy() }
}
