extension EndpointFailure {
    /// Returns the failure that the spec documents for a refused response.
    ///
    /// The code of the envelope takes precedence over the status.
    /// - Parameter cause: The reason for the refusal.
    /// - Returns: `nil` if the spec documents neither the code nor the status.
    /// - Throws: An error if the body does not have the documented shape.
    static func decode(
        from response: CallResponse, refusedBy cause: APIError.Cause
    ) throws -> Self? {
        if let code = cause.envelopeError?.code {
            var response = response
            response.code = code
            if let failure = try decode(code: code, from: response) { return failure }
        }
        return response.policies.first.accepts(response.status) ? nil : try decode(from: response)
    }
}

extension Exchange {
    /// Returns the failure documented for the code with which the envelope refuses the call.
    ///
    /// Returns the cause if none is documented.
    mutating func envelopeRefusal(
        of response: TransportResponse, by cause: APIError.Cause
    ) -> any Error {
        enter(.validating)
        let refusal = refusal(of: response, by: cause)
        if refusal is APIError.Cause { enter(.decoding) }
        return refusal
    }
}
