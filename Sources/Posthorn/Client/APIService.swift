/// A service that a spec describes, ready to be called.
///
/// Generated types such as `ShopAPI` conform to it. A service is a value: make one for each
/// backend and identity, pass it around freely, and vary it with ``with(_:)``. It owns nothing; the
/// transport in its configuration is shared and ends when its owner shuts it down.
public protocol APIService: Sendable, CustomReflectable {
    /// The spec's base URL. `nil` if it names none; then the configuration must.
    static var server: String? { get }

    /// Transport, base URL and defaults.
    var configuration: ClientConfiguration { get set }

    /// Adds what the service's spec says of every endpoint.
    func prepare(_ request: inout RequestBuilder) throws

    /// The cipher that the spec's name stands for. `nil` if there is none.
    func cipher(named name: String) -> (any PayloadCipher)?

    /// The credential that the spec's name stands for. `nil` if there is none.
    func credential(named name: String) -> Credential?

    /// The response policy that the spec's name stands for. `nil` if there is none.
    func responsePolicy(named name: String) -> (any ResponsePolicy)?
}

extension APIService {
    /// `nil`: the configuration names the base URL.
    public static var server: String? { nil }

    /// Adds nothing.
    public func prepare(_ request: inout RequestBuilder) throws {}

    /// Knows no cipher.
    public func cipher(named name: String) -> (any PayloadCipher)? { nil }

    /// Knows no credential.
    public func credential(named name: String) -> Credential? { nil }

    /// Knows no response policy.
    public func responsePolicy(named name: String) -> (any ResponsePolicy)? { nil }

    /// No property: common parameters may be secrets, and services are printed by logs and by `dump`.
    public var customMirror: Mirror { Mirror(hiding: self) }

    /// Calls an endpoint and returns its output.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``.
    public func send<E: Endpoint>(_ endpoint: E) async throws(E.Failure) -> E.Output {
        try await call(endpoint).response.value
    }

    /// Calls an endpoint and returns its output with status, header fields, bytes and metrics.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``.
    public func response<E: Endpoint>(
        to endpoint: E
    ) async throws(E.Failure) -> Response<E.Output> {
        try await call(endpoint).response
    }

    /// Calls an endpoint, or the next page of its list at a link.
    /// - Parameter attachment: Ties the call to its handle; `nil` without one.
    func call<E: Endpoint>(
        _ endpoint: E, at link: PageLink? = nil, attachment: TransferAttachment? = nil
    ) async throws(E.Failure) -> (response: Response<E.Output>, request: TransportRequest) {
        var exchange = Exchange(E.self, of: self, .whole, attachment)
        var output: Response<E.Output>?
        do {
            try await Call.run(&exchange) { exchange in
                try exchange.build(endpoint, of: try await resolved(), link: link)
            } decode: { exchange in
                guard let response = exchange.response else { return }
                output = Response(value: try exchange.output(of: response, E.output), raw: response)
                exchange.watch?.tell(.succeeded(response))
            }
            guard let output else { throw CancellationError() }
            await attachment?.end(nil)
            return (output, exchange.request)
        } catch {
            let failure: E.Failure = exchange.failure(error)
            await attachment?.end(failure.apiError.asTransportError)
            throw failure
        }
    }

    /// The request that a call would send, before its cipher seals it.
    ///
    /// Nothing is sent.
    /// - Throws: an ``APIError`` of the stage `building`; also if a parameter is provided for each
    ///   call, see ``preparedRequest(for:)``.
    public func request<E: EndpointRequest>(for endpoint: E) throws(APIError) -> TransportRequest {
        var exchange = Exchange(E.self, of: self, .whole)
        do {
            try exchange.build(endpoint, of: self)
            return exchange.request
        } catch {
            throw exchange.error(error)
        }
    }

    /// The request that a call would send, as ``request(for:)``, with the parameters that
    /// ``CallOptions/header(_:from:)`` and its like provide.
    ///
    /// Nothing is sent, but the functions that give the parameters run.
    /// - Throws: an ``APIError`` of the stage `building`.
    public func preparedRequest<E: EndpointRequest>(
        for endpoint: E
    ) async throws(APIError) -> TransportRequest {
        let service: Self
        do { service = try await resolved() } catch {
            throw Exchange(E.self, of: self, .whole).error(error)
        }
        return try service.request(for: endpoint)
    }

    /// The same service with other options for one call or for a scope; what is set here wins over
    /// the spec.
    ///
    /// The session stays the same.
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
