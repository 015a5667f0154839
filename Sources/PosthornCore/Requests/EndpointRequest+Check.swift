extension EndpointRequest {
    /// Checks the parameters as a client does before it sends them, by the limits of the spec.
    package func checkParameters() throws(APIError.Cause) {
        do {
            var builder = RequestBuilder()
            builder.isEndpoint = true
            try build(&builder)
            if let fault = builder.fault { throw fault }
            _ = try builder.message()
        } catch {
            throw APIError.Cause(error, in: .building)
        }
    }
}
