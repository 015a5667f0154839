@_spi(Generated) package import PosthornCore
internal import PosthornSpec

/// A client of a service that is interpreted from its checked document, without generated code.
///
/// ```swift
/// let spec = InterpretedSpec(document)
/// let base = try spec.baseURL(environment: "sandbox", variables: ["region": "eu"])
/// let service = InterpretedService(
///     spec, ClientConfiguration(baseURL: base, transport: session), secrets: SecretSource(tokens))
/// let call = try service.call("listOrders", CallArguments(["limit": 5]))
/// let response = try await call.send()
/// ```
package struct InterpretedService: APIService {
    package var configuration: ClientConfiguration
    package let spec: InterpretedSpec
    package var secrets: SecretSource
    /// Returns the value of a common parameter that a call has no argument for; `nil` for none.
    package let commonValue: @Sendable (_ name: String) -> String?
    let credentials = KnownCredentials()
    var strategies: CallStrategies?
    var arguments: BoundArguments?

    package init(
        _ spec: InterpretedSpec, _ configuration: ClientConfiguration,
        secrets: SecretSource = SecretSource([:]),
        commonValue: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
    ) {
        (self.spec, self.configuration) = (spec, configuration)
        (self.secrets, self.commonValue) = (secrets, commonValue)
    }

    /// Makes a call of an endpoint.
    ///
    /// - Throws: All that is wrong with the arguments, what is missing, and what only a Swift program has.
    package func call(
        _ name: String, _ arguments: CallArguments = CallArguments()
    ) throws(InterpretationErrors) -> InterpretedCall {
        let endpoint: EndpointSpec
        do throws(InterpretationError) { endpoint = try spec.endpoint(named: name) } catch {
            throw InterpretationErrors(all: [error])
        }
        var binder = ArgumentBinder(spec, endpoint, commonValue: commonValue)
        let bound = try binder.bind(arguments)
        var service = self
        service.strategies = try CallStrategies(endpoint, self)
        service.arguments = bound
        return InterpretedCall(service: service, endpoint: endpoint, arguments: bound)
    }

    package func prepare(_ request: inout RequestBuilder) throws {
        let service = spec.service
        if let response = service.response { request.use(response, accepting: service.accepts) }
        if service.sends.count == 1, service.sends[0].format != .xml {
            if service.sends[0].format == .form {
                request.serializer = .form
            } else {
                request.bodyMediaType = service.sends[0].mediaType
            }
        }
        if let header = service.deadline { request.deadlineHeader = header }
        if let header = service.requestID { request.requestID(header) }
        if let version = service.version {
            request.ask(for: version.value, version)
            if let status = version.refused {
                request.refusesVersion(with: status, in: version.name)
            }
        }
        if let requires = service.usualRequires { request.auth = service.auth(for: requires) }
        for name in spec.secrets.names(among: service.common) { request.hideValues(name) }
        guard let arguments, let plan = CallPlan.current else { return }
        for (index, parameter) in service.common.enumerated() {
            guard case .json(let value)? = arguments.common[index] else { continue }
            ParameterWriter(plan, parameter.field).add(value, parameter.place, &request)
        }
    }

    package func cipher(named name: String) -> (any PayloadCipher)? { strategies?.ciphers[name] }

    package func signer(named name: String) -> (any Signer)? { strategies?.signers[name] }

    package func credential(named name: String) -> Credential? { strategies?.credentials[name] }
}
