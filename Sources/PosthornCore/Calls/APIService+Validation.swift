extension APIService {
    /// Returns the service if its configuration is valid.
    ///
    /// ```swift
    /// let shop = try ShopAPI(configuration).validated()
    /// ```
    ///
    /// Checks that there is a base URL, and the timeouts and the retry policy of the defaults and of each
    /// ``with(_:)``, even if another layer overrides them. A call checks what applies to it, so this is useful
    /// where a program starts.
    /// The spec's own options were checked when the code was generated. Sends nothing.
    ///
    /// - Throws: An ``APIError`` of the stage `building`, with the code `invalidBaseURL`, `invalidParameter` or
    ///   `transport(.invalidRequest)`.
    public func validated() throws(APIError) -> Self {
        do {
            var call = configuration.defaults
            call.baseURL = configuration.baseURL ?? call.baseURL
            for scope in configuration.scopes { call.merge(scope) }
            _ = try call.baseURL(specServer: Self.server)
            for options in [configuration.defaults] + configuration.scopes {
                try options.transfer.timeouts.check()
                try options.retry?.check()
            }
            return self
        } catch {
            throw APIError.Cause(error, in: .building).error(
                endpoint: "\(Self.self)", stage: .building, request: nil, response: nil)
        }
    }
}

extension RetryPolicy {
    /// Throws if the policy can't be followed.
    func check() throws(APIError.Cause) {
        try (self as? RetryRule)?.checkRule()
        if let limit = attemptTimeout, limit <= .zero {
            throw APIError.Cause(
                .invalidParameter, "the retry policy's `attemptTimeout` is zero or negative",
                advice: "set a positive duration, or `nil` for no limit")
        }
    }
}
