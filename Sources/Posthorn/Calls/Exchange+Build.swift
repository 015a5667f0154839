// The steps that resolve and build the request; only these depend on the type of the endpoint.
extension Exchange {
    /// Builds the request from client defaults, service spec, endpoint spec and call site, in this order.
    ///
    /// - Parameters:
    ///   - service: The service with its resolved parameters; see ``APIService/resolved()``.
    ///   - link: The URL of the next page, if it replaces the endpoint's path.
    mutating func build<E: EndpointRequest>(
        _ endpoint: E, of service: some APIService, link: PageLink? = nil
    ) throws {
        let configuration = service.configuration
        var builder = RequestBuilder()
        builder.headers.reserveCapacity(8)
        if let languages = configuration.acceptLanguage {
            builder.header("Accept-Language", languages)
        }
        try configuration.defaults.apply(to: &builder)
        builder.beforeCommon = builder.parameters
        try service.prepare(&builder)
        builder.isEndpoint = true
        try endpoint.build(&builder)
        for scope in configuration.scopes { try scope.apply(to: &builder) }
        try builder.finish(&self, of: service, addsWildcardToAccept: E.addsWildcardToAccept)
        if let link {
            request.move(to: try link.target(for: request, isSealed: isSealed))
        }
        try checkCipher()
    }

    /// Throws if the cipher of the call can't seal the request or open the response.
    private func checkCipher() throws {
        guard let cipher else { return }
        if request.hasSealedFields, !cipher.sealsFields {
            throw APIError.Cause(
                .sealingFailed,
                "the cipher \(cipher.name) seals no fields, and the spec says that some are sealed",
                advice: "call it with a FieldCipher, the first of several, or with plaintext")
        }
        if let body = request.body, !body.isInMemory, !cipher.sealsStreams {
            throw cipher.cannotStream("seals", "this body is sent piece by piece")
        }
        if !delivery.isWhole, !cipher.opensStreams {
            throw cipher.cannotStream("opens", "this response is a stream")
        }
    }
}

extension RequestBuilder {
    /// Converts the builder's values into the request of an exchange and the options of the call.
    fileprivate mutating func finish<Service: APIService>(
        _ exchange: inout Exchange, of service: Service, addsWildcardToAccept: Bool
    ) throws {
        guard let server = service.configuration.server ?? Service.server else {
            throw APIError.Cause(
                .invalidBaseURL, "there is no base URL",
                advice: "give the configuration a baseURL, or the spec a `server`")
        }
        let (policy, lowerPolicies) = try policies { service.responsePolicy(named: $0) }
        var accepted = policy.mediaTypes
        switch exchange.delivery {
        case .whole: break
        case .stream(let mediaTypes):
            accepted = mediaTypes
            // An event source always requests new events: the cache mode is `no-store` (WHATWG HTML, section
            // 9.2.2).
            if mediaTypes == ["text/event-stream"] { options.usesCache = false }
        case .file:
            accepted = []
            // The file is not stored a second time in the cache.
            options.usesCache = false
        }
        // A stream or a file may take days, and a silent stream may still be connected.
        if !exchange.delivery.isWhole, options.timeouts.total == nil {
            options.timeouts.total = .unlimited
        }
        exchange.request = try finish(
            endpoint: exchange.endpoint, base: BaseURL.parts(of: server), accept: accepted,
            addsWildcardToAccept: addsWildcardToAccept)
        if let cipher { exchange.cipher = try service.cipher(cipher) }
        exchange.decoding = Box(ResponseDecoding(policy: policy, lowerPolicies: lowerPolicies))
        exchange.fallback = fallback
        if let name = auth?.credential {
            exchange.credential = service.credential(named: name)
        }
        if let retry { try exchange.use(retry, of: service.configuration) }
        if !exchange.delivery.isWhole || retry != nil {
            let start = exchange.retries?.start ?? .now
            exchange.deadline = exchange.request.limits.total.map { start + $0 }
        }
    }
}

extension APIService {
    /// Returns this service with the parameters resolved that its client or its scopes provide.
    @inline(__always)
    func resolved() async throws -> Self {
        let hasProviders =
            configuration.defaults.hasProviders
            || configuration.scopes.contains(where: \.hasProviders)
        return hasProviders ? try await resolvingProviders() : self
    }

    @inline(never)
    private func resolvingProviders() async throws -> Self {
        var service = self
        service.configuration.defaults = try await configuration.defaults.resolved()
        for index in configuration.scopes.indices {
            service.configuration.scopes[index] = try await configuration.scopes[index].resolved()
        }
        return service
    }

    fileprivate func cipher(_ choice: CipherChoice) throws -> any PayloadCipher {
        switch choice {
        case .using(let cipher): return cipher
        case .chain(let choices): return ComposedCipher(try choices.map { try cipher($0) })
        case .named(let name):
            if let cipher = cipher(named: name) { return cipher }
            throw APIError.Cause(
                .unknownCipher, "the service has no cipher named \(name)",
                advice: "return one from cipher(named:)")
        }
    }
}
