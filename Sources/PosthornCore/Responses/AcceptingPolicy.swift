/// A policy that accepts other media types than its own, such as those that a server really sends.
struct AcceptingPolicy: ResponsePolicyWrapper {
    let wrapped: any ResponsePolicy
    /// The media types by preference, each perhaps with a weight.
    let mediaTypes: [String]

    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try wrapped.decode(type, from: renamed(response))
    }

    func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        try MediaType.require(self, in: response)
        return try wrapped.decodeFailure(type, from: renamed(response), code: code)
    }

    func envelopeError(in response: TransportResponse) throws -> APIError.EnvelopeError? {
        try wrapped.envelopeError(in: renamed(response))
    }

    func validateEmpty(_ response: TransportResponse) throws {
        try wrapped.validateEmpty(renamed(response))
    }

    func payloadPath(in response: TransportResponse) throws -> String? {
        try wrapped.payloadPath(in: renamed(response))
    }

    func jsonPolicy(for mediaType: String?) -> JSONPolicy? {
        let isAccepted = mediaType.map { type in
            mediaTypes.contains { MediaType.matches(type, $0) }
        }
        return wrapped.jsonPolicy(for: isAccepted == true ? wrapped.mediaTypes.first : mediaType)
    }

    /// Returns the response with the media type of the wrapped policy, if its own is accepted.
    private func renamed(_ response: TransportResponse) -> TransportResponse {
        // JSON does not look at the media type of a success.
        let isPlain = wrapped is JSONPolicy && response.status.kind == .successful
        guard !isPlain, let own = wrapped.mediaTypes.first,
            let field = response.headers.value(of: .contentType), let found = response.mediaType,
            mediaTypes.contains(where: { MediaType.matches(found, $0) })
        else { return response }
        var response = response
        response.headers[.contentType] = own + field.drop { $0 != ";" }
        return response
    }
}
