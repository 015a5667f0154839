extension EndpointFailure {
    /// The failure that the spec documents for a refused response: by the code of its envelope, else by
    /// its status.
    /// - Parameter cause: Why the response is refused.
    static func decode(
        from response: TransportResponse, refusedBy cause: APIError.Cause
    ) throws -> Self? {
        if let code = cause.envelopeError?.code {
            var response = response
            response.read { $0.isRefusedByCode = true }
            if let failure = try decode(code: code, from: response) { return failure }
        }
        return response.policy.accepts(response.status) ? nil : try decode(from: response)
    }
}

extension Exchange {
    /// Reads the output of an accepted response.
    /// - Throws: what reading it throws, or the failure that the spec documents for the code with which
    ///   the response's envelope refuses the call.
    mutating func output<Output>(
        of response: TransportResponse, _ read: (TransportResponse) throws -> Output
    ) throws -> Output {
        enter(.decoding, with: response)
        do {
            return try read(response)
        } catch let cause as APIError.Cause where cause.envelopeError != nil {
            enter(.validating)
            let refusal = refusal(of: response, by: cause)
            if refusal is APIError.Cause { enter(.decoding) }
            throw refusal
        }
    }
}
