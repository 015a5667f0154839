extension Call {
    /// What a call is going to do: its request, cipher and policy.
    struct Plan: Sendable {
        var request: BuiltRequest
        var cipher: any PayloadCipher
        var policy: any ResponsePolicy
        /// The policies of the layers below, which read failures that the policy does not read.
        var lowerPolicies: [any ResponsePolicy]
        /// Finds an answer in place of a failed call's.
        var fallback: (@Sendable (APIError) async -> TransportResponse?)?
    }

    /// Builds the request layer by layer: client defaults, service spec, endpoint spec, call site.
    ///
    /// - Parameter streamed: The media types that a streamed answer may have; `nil` if the answer is
    ///   read as a whole.
    func plan(streamed: [String]? = nil) throws -> Plan {
        guard let server else {
            throw APIError.Cause(
                .invalidBaseURL, "there is no base URL",
                advice: "give the configuration a baseURL, or the spec a `server`")
        }
        var builder = RequestBuilder()
        if let languages = service.configuration.acceptLanguage {
            builder.header("Accept-Language", languages)
        }
        try service.configuration.defaults.apply(to: &builder)
        builder.beginCommon()
        try service.prepare(&builder)
        builder.isEndpoint = true
        try endpoint.build(&builder)
        for scope in service.configuration.scopes { try scope.apply(to: &builder) }
        let (policy, lowerPolicies) = try builder.policies(of: service)
        var plan = Plan(
            request: try builder.finish(
                endpoint: E.name, base: BaseURL.parts(of: server),
                accept: streamed ?? policy.mediaTypes, acceptsAnyBody: E.acceptsAnyBody),
            cipher: try cipher(builder.cipher ?? .plaintext),
            policy: policy, lowerPolicies: lowerPolicies, fallback: builder.fallback)
        if let link {
            plan.request.move(
                to: try link.target(
                    for: plan.request, isSealed: !(plan.cipher is PlaintextCipher)))
        }
        if plan.request.hasSealedFields, !plan.cipher.sealsFields {
            throw APIError.Cause(
                .sealingFailed,
                "the cipher \(plan.cipher.name) seals no fields, and the spec says that some are "
                    + "sealed",
                advice: "call it with a FieldCipher, the first of several, or with plaintext")
        }
        if let body = plan.request.body, !body.isInMemory, !plan.cipher.sealsStreams {
            throw APIError.Cause.cannotStream(
                plan.cipher, "seals", "this body is sent piece by piece")
        }
        if let streamed {
            plan.request.usesCache = streamed != ["text/event-stream"]
            guard plan.cipher.opensStreamedAnswers else {
                throw APIError.Cause.cannotStream(plan.cipher, "opens", "this answer is a stream")
            }
            // A stream may go on for days: the default for whole answers is none for it.
            if builder.timeouts?.isTotalSet != true {
                // Nor is it to end when it is silent for a while, however large the request is.
                var timeouts = builder.timeouts ?? Timeouts()
                timeouts.total = nil
                plan.request.timeouts = timeouts
            }
        }
        return plan
    }

    /// The same call with the parameters that its client or its scopes ask for at each call.
    func resolved() async throws -> Call {
        var configuration = service.configuration
        guard
            configuration.defaults.hasProviders
                || configuration.scopes.contains(where: \.hasProviders)
        else { return self }
        configuration.defaults = try await configuration.defaults.resolved()
        for index in configuration.scopes.indices {
            configuration.scopes[index] = try await configuration.scopes[index].resolved()
        }
        var call = self
        call.service.configuration = configuration
        return call
    }

    private func cipher(_ choice: CipherChoice) throws -> any PayloadCipher {
        switch choice {
        case .using(let cipher): return Self.withoutEmptyChain(cipher)
        case .chain(let choices):
            return Self.withoutEmptyChain(ComposedCipher(try choices.map { try self.cipher($0) }))
        case .named(let name):
            guard let cipher = service.cipher(named: name) else {
                throw APIError.Cause(
                    .unknownCipher, "the service has no cipher named \(name)",
                    advice: "return one from cipher(named:)")
            }
            return Self.withoutEmptyChain(cipher)
        }
    }

    /// A chain of nothing seals nothing, so its calls are redirected and packed as plain ones are.
    private static func withoutEmptyChain(_ cipher: any PayloadCipher) -> any PayloadCipher {
        (cipher as? ComposedCipher)?.ciphers.isEmpty == true ? PlaintextCipher() : cipher
    }
}
