// The step that builds the request.
extension Exchange {
    /// Builds the request from client defaults, service spec, endpoint spec and call site, in this order.
    ///
    /// - Parameter configuration: The service's configuration, passed on because each access copies it.
    mutating func build<E: EndpointRequest>(
        _ endpoint: E, of service: some APIService, _ configuration: ClientConfiguration
    ) throws {
        var builder = RequestBuilder()
        if let languages = configuration.acceptLanguage {
            builder.header("Accept-Language", languages)
        }
        if let defaults = configuration.boxedDefaults?.value { try builder.apply(defaults) }
        if let url = configuration.baseURL { builder.options.baseURL = url }
        builder.beginCommon()
        try service.prepare(&builder)
        builder.isEndpoint = true
        try endpoint.build(&builder)
        for scope in configuration.scopes { try builder.apply(scope) }
        var base = try builder.options.baseURL(specServer: type(of: service).server)
        if let host = builder.host { base = try base.host(named: host) }
        if case .named(_, _, let others) = base.server, !others.isEmpty,
            builder.suppliedURL == nil
        {
            bases = Box([base] + others)
        }
        if builder.suppliedURL != nil {
            base = try builder.resolveSuppliedURL(of: endpoint, against: base)
        }
        boxedPolicies = try builder.options.takePolicies { service.responsePolicy(named: $0) }
        let mediaTypes: [String]
        if delivery.isWhole {
            mediaTypes = policies.first.mediaTypes
        } else {
            let own = builder.options.transfer.prepareLongResponse(for: delivery)
            mediaTypes = (policies.first as? AcceptingPolicy)?.mediaTypes ?? own
        }
        request = try builder.finish(
            endpoint: E.self, base: base, policies: boxedPolicies, accept: mediaTypes,
            addsWildcardToAccept: E.addsWildcardToAccept)
        if let notifier { request.change { $0.call = notifier.call } }
        fallback = builder.options.fallback
        middleware = builder.options.middleware
        hedging = builder.options.hedging.map {
            CallHedging(
                policy: $0, budget: configuration.retryBudget, clock: configuration.callClock)
        }
        if let auth = builder.auth {
            if auth.isComposed {
                try choose(auth, of: service, base)
            } else {
                credential = try service.credential(auth.credential, at: base)
            }
        }
        refreshStatuses = builder.refreshStatuses
        if !builder.refreshCodes.isEmpty, delivery.isWhole {
            refreshCodes = Box(builder.refreshCodes)
        }
        acceptedStatuses = builder.acceptedStatuses
        refusesBrokenLimits = builder.refusesBrokenLimits
        if let retry = builder.options.retry { try prepareRetries(retry, of: configuration) }
        try limitToScope()
        if let name = builder.options.deadlineHeader {
            deadlineHeader = try HeaderField.make(name, "0").name
        }
        if !delivery.isWhole || retries != nil || deadlineHeader != nil || !middleware.isEmpty {
            let start = retries?.start ?? configuration.callClock.now()
            deadline = request.limits.total.map { start + $0 }
        }
        if let server = base.serverName { request.change { $0.server = server } }
        if let choice = builder.options.cipherChoice {
            let cipher = try service.cipher(choice, at: base.serverName)
            self.cipher = cipher
            try check(cipher)
        }
        if let choice = builder.options.boxedSigner {
            try add(service.signers(choice.value, at: base.serverName))
        }
        if isSealed, let supplied = builder.suppliedURL {
            try supplied.value.checkSealing(by: cipher?.name ?? "")
        }
        if configuration.session?.capturesCalls == true {
            request.capturedCall = CapturedCall(
                endpoint: endpoint, policy: policies.first,
                cipher: isSealed ? cipher?.name : nil)
        }
    }

    /// Chooses the first alternative of which the service has all credentials.
    private mutating func choose(
        _ auth: RequestBuilder.AuthScheme, of service: some APIService, _ base: BaseURL
    ) throws {
        let headers = request.headers
        let chosen = try auth.chosen { scheme throws(Never) in
            if let field = scheme.field, headers[field] != nil { return true }
            return service.credential(named: scheme.credential).map { !$0.isNone } ?? false
        }
        let credentials = try chosen.map { try service.credential($0.credential, at: base) }
        request.change { $0.auth = chosen.first }
        guard !chosen.isEmpty else { return }
        credential = credentials[0]
        guard chosen.count > 1 else { return }
        let fields = chosen.dropFirst().compactMap { scheme in
            if case .cookie = scheme { return "Cookie" }
            return scheme.field?.rawName
        }
        request.change { $0.hidden.formUnion(fields) }
        furtherCredentials = Box(Array(zip(chosen, credentials).dropFirst()))
    }

    /// Throws if the cipher can't seal the request or open the response.
    private func check(_ cipher: any PayloadCipher) throws {
        if request.hasSealedFields, !cipher.sealsFields {
            throw APIError.Cause(
                .sealingFailed,
                "the spec marks fields as sealed, and the cipher \(cipher.name) is not a FieldCipher",
                advice: "use a FieldCipher, as the first one of several ciphers, or `.plaintext`")
        }
        if let body = request.body, !body.isInMemory, !cipher.sealsStreams {
            throw cipher.cannotStream("seals", "this body is sent piece by piece")
        }
        if !delivery.isWhole, !cipher.opensStreams {
            throw cipher.cannotStream("opens", "this response is a stream")
        }
    }

    /// Adds signers to the steps that seal the request and open the response.
    private mutating func add(_ signers: [any Signer]) throws {
        guard !signers.isEmpty else { return }
        for signer in signers {
            if let body = request.body, !body.isInMemory, !signer.signsStreams {
                throw signer.cannotStream(
                    "signs", "this body is sent piece by piece",
                    advice:
                        "send a body that is in memory, or call it with another signer or `.none`")
            }
            if !delivery.isWhole, !signer.verifiesStreams {
                throw signer.cannotStream(
                    "verifies", "this response is a stream",
                    advice:
                        "call it with a signer that does not verify responses, or let the endpoint return a type"
                )
            }
        }
        cipher = ComposedCipher(sealing: cipher, signing: signers)
    }
}

extension TransferOptions {
    /// Changes the options for a stream or a file, and returns the media types that it accepts.
    fileprivate mutating func prepareLongResponse(for delivery: Exchange.Delivery) -> [String] {
        // A stream or a file may take days, and a silent stream may still be connected.
        if timeouts.total == nil { timeouts.total = Timeouts.unlimited }
        guard case .stream(let mediaTypes) = delivery else {
            // The file is not stored a second time in the cache.
            usesCache = false
            return []
        }
        // An event source always requests new events: the cache mode is `no-store` (WHATWG HTML, section
        // 9.2.2).
        if mediaTypes == ["text/event-stream"] { usesCache = false }
        return mediaTypes
    }
}

extension ClientConfiguration {
    /// Whether a parameter has a provider, which must run before the request is built.
    var hasProviders: Bool {
        boxedDefaults?.value.hasProviders == true || scopes.contains(where: \.hasProviders)
    }
}

extension APIService {
    /// Returns this service with the parameters resolved that its client or its scopes provide.
    func resolved() async throws -> Self {
        var service = self
        if let defaults = configuration.boxedDefaults?.value {
            service.configuration.defaults = try await defaults.resolved()
        }
        for index in configuration.scopes.indices {
            service.configuration.scopes[index] = try await configuration.scopes[index].resolved()
        }
        return service
    }

    /// Returns the chosen cipher, or throws if its key is not for the server.
    fileprivate func cipher(
        _ choice: CipherChoice, at server: String?
    ) throws -> any PayloadCipher {
        switch choice {
        case .using(let cipher):
            try cipher.check(cipher.name, at: server)
            return cipher
        case .chain(let choices):
            return ComposedCipher(try choices.map { try cipher($0, at: server) })
        case .named(let name):
            if let cipher = cipher(named: name) {
                try cipher.check(name, at: server)
                return cipher
            }
            throw APIError.Cause(
                .unknownCipher, "the service has no cipher named \(name)",
                advice: "return one from cipher(named:)")
        }
    }

    /// Returns the chosen signers in the order in which they sign, or throws if a key is not for the server.
    fileprivate func signers(
        _ choice: SignerChoice, at server: String?
    ) throws -> [any Signer] {
        switch choice {
        case .none: return []
        case .using(let signer):
            try signer.check(signer.name, at: server)
            return ComposedSigner([signer]).signers
        case .chain(let choices): return try choices.flatMap { try signers($0, at: server) }
        case .named(let name):
            if let signer = signer(named: name) {
                try signer.check(name, at: server)
                return ComposedSigner([signer]).signers
            }
            throw APIError.Cause(
                .unknownSigner, "the service has no signer named \(name)",
                advice: "return one from signer(named:)")
        }
    }
}
