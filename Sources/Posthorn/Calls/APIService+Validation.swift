extension APIService {
    /// Returns the service if its configuration is valid.
    ///
    /// ```swift
    /// let shop = try ShopAPI(configuration).validated()
    /// ```
    ///
    /// Checks the base URL, and the timeouts and the retry policy of each layer of options. A call checks them as
    /// well, so this is useful where a program starts. Sends nothing.
    ///
    /// - Throws: An ``APIError`` of the stage `building`, with the code `invalidBaseURL`, `invalidParameter` or
    ///   `transport(.invalidRequest)`.
    public func validated() throws(APIError) -> Self {
        do {
            _ = try configuration.baseURL(specServer: Self.server)
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
