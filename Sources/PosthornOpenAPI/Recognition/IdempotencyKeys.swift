internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The calls that may reach the server twice, because they have a key.
enum IdempotencyKeys {
    static func proposal(for endpoint: EndpointDraft) -> Proposal? {
        guard ["POST", "PATCH"].contains(endpoint.operation.method), has(endpoint) else {
            return nil
        }
        return Proposal(
            .idempotency, "the header field 'Idempotency-Key', which is sent with a random key",
            [SpecMember("idempotent", .plain("true"))])
    }

    /// Returns whether an endpoint takes the key that the client sends.
    static func has(_ endpoint: EndpointDraft) -> Bool {
        endpoint.headers.contains { field in
            field.wireName.lowercased() == "idempotency-key" && field.constant == nil
                && field.type.wrapped.text == "String"
        }
    }
}
