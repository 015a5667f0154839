/// A service described by a spec, ready to be called.
///
/// Generated types such as `ShopAPI` conform to this protocol. A service is a value: make one for each
/// backend and identity, pass it around freely, and vary it with ``with(_:)``. A service owns no resources.
/// The transport in its configuration is shared and lives until its owner shuts it down.
public protocol APIService: Sendable, CustomReflectable {
    /// The spec's base URL.
    ///
    /// `nil` if the spec names none; then the configuration must name one.
    static var server: String? { get }

    /// The transport, the base URL and the default options.
    var configuration: ClientConfiguration { get set }

    /// Adds the settings that the spec applies to every endpoint.
    func prepare(_ request: inout RequestBuilder) throws

    /// Returns the cipher for a name used in the spec, or `nil` if there is none.
    func cipher(named name: String) -> (any PayloadCipher)?

    /// Returns the signer for a name used in the spec, or `nil` if there is none.
    func signer(named name: String) -> (any Signer)?

    /// Returns the credential for a name used in the spec, or `nil` if there is none.
    func credential(named name: String) -> Credential?

    /// Returns the response policy for a name used in the spec, or `nil` if there is none.
    func responsePolicy(named name: String) -> (any ResponsePolicy)?
}

extension APIService {
    /// `nil`: the configuration must name the base URL.
    public static var server: String? { nil }

    /// Adds nothing.
    public func prepare(_ request: inout RequestBuilder) throws {}

    /// Returns `nil`: the service has no ciphers.
    public func cipher(named name: String) -> (any PayloadCipher)? { nil }

    /// Returns `nil`: the service has no signers.
    public func signer(named name: String) -> (any Signer)? { nil }

    /// Returns `nil`: the service has no credentials.
    public func credential(named name: String) -> Credential? { nil }

    /// Returns `nil`: the service has no response policies.
    public func responsePolicy(named name: String) -> (any ResponsePolicy)? { nil }

    /// An empty mirror, which keeps secrets in common parameters out of logs and `dump`.
    public var customMirror: Mirror { Mirror(hiding: self) }

    /// Calls an endpoint and returns its output.
    ///
    /// - Throws: The endpoint's failure: one that its spec documents, or an ``APIError``.
    public func send<E: Endpoint>(_ endpoint: E) async throws(E.Failure) -> E.Output {
        try await call(endpoint).value
    }

    /// Calls an endpoint and returns its output with status, header fields, bytes and metrics.
    ///
    /// - Throws: The endpoint's failure: one that its spec documents, or an ``APIError``.
    public func response<E: Endpoint>(
        to endpoint: E
    ) async throws(E.Failure) -> APIResponse<E.Output> {
        let (value, exchange) = try await call(endpoint)
        return APIResponse(value, of: exchange)
    }

    /// Calls an endpoint, or requests the page of its list that a link points to.
    ///
    /// - Parameter attachment: Ties the call to its handle. `nil` if the call has no handle.
    /// - Returns: The output, and the state of the call with the response that it was decoded from.
    func call<E: Endpoint>(
        _ endpoint: E, at link: PageLink? = nil, attachment: TransferAttachment? = nil
    ) async throws(E.Failure) -> (value: E.Output, exchange: Exchange) {
        let configuration = configuration
        var exchange = Exchange(E.self, of: configuration, .whole, attachment)
        let output = try await Call.run(
            endpoint, of: self, configuration, &exchange,
            adjust: { exchange in
                guard let link else { return }
                let target = try link.target(for: exchange.request, isSealed: exchange.isSealed)
                exchange.request.move(to: target)
            }
        ) { exchange in
            guard let response = exchange.response else { throw CancellationError() }
            exchange.enter(.decoding)
            do {
                var read = CallResponse(response, exchange.boxedPolicies)
                read.refusesBrokenLimits = exchange.refusesBrokenLimits
                guard let notifier = exchange.notifier else { return try E.output(from: read) }
                let output = try notifier.reporting { try E.output(from: read) }
                notifier.notify(.succeeded(response))
                return output
            } catch let cause as APIError.Cause where cause.envelopeError != nil {
                throw exchange.envelopeRefusal(of: response, by: cause)
            }
        }
        await attachment?.end(nil)
        return (output, exchange)
    }

    /// Builds the request that a call would send, before it is sealed and signed.
    ///
    /// Sends nothing.
    ///
    /// - Throws: An ``APIError`` of the stage `building`. It also throws if a parameter has a provider that
    ///   runs at each call; use ``preparedRequest(for:)`` then.
    public func request<E: EndpointRequest>(for endpoint: E) throws(APIError) -> TransportRequest {
        let configuration = configuration
        var exchange = Exchange(E.self, of: configuration, .whole)
        do {
            try exchange.build(endpoint, of: self, configuration)
            return exchange.request
        } catch {
            throw exchange.error(error)
        }
    }

    /// Builds the request that a call would send, including parameters from providers.
    ///
    /// Like ``request(for:)``, but first runs the providers set by ``CallOptions/header(_:from:)`` and its
    /// siblings. Sends nothing.
    ///
    /// - Throws: An ``APIError`` of the stage `building`.
    public func preparedRequest<E: EndpointRequest>(
        for endpoint: E
    ) async throws(APIError) -> TransportRequest {
        let service: Self
        do { service = try await resolved() } catch {
            throw Exchange(E.self, of: configuration, .whole).error(error)
        }
        return try service.request(for: endpoint)
    }

    /// Returns the same service with other options, for one call or for a scope.
    ///
    /// The options set here win over the spec. The transport stays the same.
    ///
    /// ```swift
    /// let plain = shop.with { $0.cipher = .plaintext; $0.responsePolicy = .json }
    /// ```
    public func with(_ change: (inout CallOptions) -> Void) -> Self {
        var options = CallOptions()
        change(&options)
        var service = self
        service.configuration.scopes.append(options)
        return service
    }
}
