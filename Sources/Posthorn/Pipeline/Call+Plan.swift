extension Call {
    /// What a call is going to do: its request, cipher and policy.
    struct Plan {
        var request: BuiltRequest
        var cipher: any PayloadCipher
        var policy: any ResponsePolicy
    }

    /// Builds the request layer by layer: client defaults, service spec, endpoint spec, call site.
    func plan() throws -> Plan {
        guard let server else {
            throw CallFault(
                .invalidBaseURL, "there is no base URL",
                advice: "give the configuration a baseURL, or the spec a `server`")
        }
        var builder = RequestBuilder()
        try service.configuration.defaults.apply(to: &builder)
        builder.beginCommon()
        try service.prepare(&builder)
        builder.isEndpoint = true
        try endpoint.build(&builder)
        for scope in service.configuration.scopes { try scope.apply(to: &builder) }
        let policy = builder.response ?? .json
        return Plan(
            request: try builder.finish(
                endpoint: E.name, base: BaseURL(server), accept: policy.mediaTypes),
            cipher: try cipher(builder.cipher ?? .plaintext),
            policy: policy)
    }

    private func cipher(_ choice: CipherChoice) throws -> any PayloadCipher {
        switch choice {
        case .using(let cipher): return cipher
        case .named(let name):
            guard let cipher = service.cipher(named: name) else {
                throw CallFault(
                    .unknownCipher, "the service has no cipher named \(name)",
                    advice: "return one from cipher(named:)")
            }
            return cipher
        }
    }
}
