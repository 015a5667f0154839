extension EndpointFailure {
    /// The failure that the spec documents for a refused response: by the code of its envelope, else by
    /// its status.
    /// - Parameter cause: Why the response is refused.
    static func decode(
        from response: ReceivedResponse, refusedBy cause: APIError.Cause
    ) throws -> Self? {
        if let code = cause.envelopeError?.code {
            var response = response
            response.isRefusedByCode = true
            if let failure = try decode(code: code, from: response) { return failure }
        }
        return response.policy.accepts(response.status) ? nil : try decode(from: response)
    }
}

extension Call where E: Endpoint {
    /// The output of an accepted response.
    /// - Throws: what decoding it throws, or the failure that the spec documents for the code with which
    ///   the response's envelope refuses the call.
    func output(
        from response: ReceivedResponse, _ progress: inout CallProgress
    ) throws -> E.Output {
        do {
            return try E.output(from: response)
        } catch let cause as APIError.Cause where cause.envelopeError != nil {
            var validating = progress
            validating.enter(.validating, with: response)
            var refused = response
            refused.error = validating.error(cause, endpoint: E.name)
            let failure: E.Failure?
            do {
                failure = try E.Failure.decode(from: refused, refusedBy: cause)
            } catch {
                throw cause.because("its payload is not the documented one", error)
            }
            guard let failure else { throw cause }
            progress = validating
            throw failure
        }
    }
}
