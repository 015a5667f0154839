internal import PosthornCore
internal import PosthornSamples
internal import PosthornServer
internal import PosthornSpec

/// The ciphers and verifiers of a mock.
struct MockStrategies: Sendable {
    private(set) var ciphers: [String: (any ServerCipher)?] = [:]
    private(set) var verifiers: [String: (any RequestVerifier)?] = [:]
    /// The ciphers and signers of the spec that the mock lacks.
    private(set) var missing: Set<String> = []
    private(set) var notes: [String] = []

    init(
        _ service: ServiceSpec, _ endpoints: [MockEndpoint], _ servers: SchemeServers,
        _ table: TypeTable
    ) throws {
        for strategy in service.signers {
            let verifier = try Self.named(strategy) { try servers.verifier(strategy) }
            verifiers[strategy.name] = verifier
            if verifier == nil { lack(strategy, "signer", service) }
        }
        for strategy in service.ciphers {
            guard strategy.scheme?.form.swiftName != "SealedFields" else { continue }
            let cipher = try Self.named(strategy) {
                try servers.cipher(strategy, fields: ([], []))
            }
            ciphers[strategy.name] = cipher
            if cipher == nil { lack(strategy, "cipher", service) }
        }
        let paths = SealedPaths(table.types)
        for endpoint in endpoints {
            for strategy in service.ciphers where isOfFields(strategy, endpoint) {
                let fields = Self.fields(endpoint, paths)
                ciphers[Self.name(strategy.name, of: endpoint)] = try Self.named(strategy) {
                    try servers.cipher(strategy, fields: fields)
                }
            }
        }
    }

    private mutating func lack(_ strategy: StrategySpec, _ kind: String, _ service: ServiceSpec) {
        missing.insert(strategy.name)
        let reason = strategy.scheme == nil ? "has no 'scheme' in the spec" : "has no key"
        notes.append(
            "\(MockEndpoint.place(strategy.mark, service.path)): the \(kind) '\(strategy.name)' \(reason), so that its endpoints respond with 501"
        )
    }

    /// Adds the name of a cipher or signer to the error of its key.
    private static func named<Made>(
        _ strategy: StrategySpec, _ make: () throws -> Made
    ) throws -> Made {
        do {
            return try make()
        } catch let error as APIError.Cause {
            var error = error
            error.message = "the key of '\(strategy.name)': " + error.message
            throw error
        }
    }

    private func isOfFields(_ strategy: StrategySpec, _ endpoint: MockEndpoint) -> Bool {
        strategy.scheme?.form.swiftName == "SealedFields"
            && endpoint.spec.ciphers?.contains(strategy.name) == true
    }

    /// The name of a cipher of fields, which differ from endpoint to endpoint.
    private static func name(_ cipher: String, of endpoint: MockEndpoint) -> String {
        "\(cipher) \(endpoint.name)"
    }

    /// Returns the names of the ciphers of an endpoint; `nil` for the default of clients.
    func ciphers(of endpoint: MockEndpoint) -> [String]? {
        endpoint.spec.ciphers?.map { name in
            let own = Self.name(name, of: endpoint)
            return ciphers[own] == nil ? name : own
        }
    }

    private static func fields(
        _ endpoint: MockEndpoint, _ paths: SealedPaths
    ) -> (request: [String], response: [String]) {
        guard let messages = try? endpoint.spec.sealed(by: paths) else { return ([], []) }
        let prefix =
            if case .envelope(let envelope) = endpoint.policy { envelope.payload + "." } else { "" }
        var response: [String] = []
        for message in messages.responses {
            guard case .response = message.scope else { continue }
            response += message.fields.map { prefix + $0 }.filter { !response.contains($0) }
        }
        return (messages.request, response)
    }

    /// Returns the name of a cipher or signer of an endpoint that the mock lacks; `nil` if it has all.
    func lacking(_ endpoint: EndpointSpec) -> String? {
        ((endpoint.ciphers ?? []) + (endpoint.signers ?? [])).first { missing.contains($0) }
    }
}
