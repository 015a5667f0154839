internal import FoundationEssentials
@_spi(Generated) internal import PosthornCore
internal import PosthornSamples
@_spi(Generated) internal import PosthornServer
internal import PosthornSpec

/// What serves the requests of all routes.
struct MockContext: Sendable {
    let routes: [MockRoute]
    let options: MockOptions
    let keys: MockKeys
    let origin: String
    let state: MockState
    let strategies: MockStrategies
    let roles: ResourceRoles
    private let samples = SampleCache()

    init(
        routes: [MockRoute], options: MockOptions, keys: MockKeys, origin: String, state: MockState,
        strategies: MockStrategies, roles: ResourceRoles
    ) {
        (self.routes, self.options, self.keys, self.origin) = (routes, options, keys, origin)
        (self.state, self.strategies, self.roles) = (state, strategies, roles)
    }

    /// The exchange whose steps run on this task.
    @TaskLocal static var exchange: MockExchange?

    /// A request to one endpoint.
    struct Call {
        let endpoint: MockEndpoint
        let reading: RequestReading
        let request: TransportRequest
        let pathValues: [String: String]
        let preference: Preference
    }

    func respond(to call: ServerCall, on route: MockRoute) async throws -> TransportResponse {
        let preference = Preference(call.request.headers)
        if route.endpoints[0].spec.call != nil {
            return try RPCResponder(context: self, route: route).respond(to: call, preference)
        }
        let (endpoint, reading) = chosen(route, call)
        Self.exchange?.serve(endpoint.name, fault: preference.fault)
        if let name = strategies.lacking(endpoint.spec) {
            return refuse(
                501, "the mock has no key, or no scheme of the spec, for '\(name)'", endpoint)
        }
        if options.checksCredentials {
            do {
                try CredentialCheck(secrets: keys.texts).check(call.request, of: endpoint)
            } catch let refusal as ServerRefusal {
                var response = refuse(refusal.status.code, refusal.message, endpoint)
                response.headers.append(contentsOf: refusal.headers)
                return response
            }
        }
        return try respond(
            Call(
                endpoint: endpoint, reading: reading, request: call.request,
                pathValues: call.pathValues, preference: preference))
    }

    private func respond(_ call: Call) throws -> TransportResponse {
        guard call.reading.problems.isEmpty else {
            return refuse(
                call.reading.status, "the request is not as the spec says", call.endpoint,
                call.reading.problems)
        }
        if let known = samples[call, options] { return known }
        let maker = ResponseMaker(call.endpoint)
        var random = random(for: call)
        if let response = try preferred(call, maker, &random) { return response }
        if options.errorRate > 0, Double.random(in: 0..<1, using: &random) < options.errorRate,
            let failure = try maker.anyFailure(&random)
        {
            return failure
        }
        guard let result = maker.result(status: call.preference.status) else {
            return refuse(501, "the spec says nothing of a response", call.endpoint)
        }
        return try respond(call, maker, result, &random)
    }

    func respond(
        _ call: Call, _ maker: ResponseMaker, _ result: ResponseMaker.Result,
        _ random: inout SampleRandom
    ) throws -> TransportResponse {
        let values = ValueMaker(
            call: call, maker: maker.maker,
            resources: options.isStateful ? state.resources : nil, roles: roles,
            seed: options.seed)
        switch try values.outcome(result, &random) {
        case .value(let value, let link):
            var response = try maker.response(result, value, &random)
            if let link, let field = HTTPField.Name("Link") { response.headers[field] = link }
            addCredential(to: &response, of: call.endpoint)
            samples[call, options] = response
            return response
        case .failure(let status, let detail): return refuse(status, detail, call.endpoint)
        }
    }

    /// Adds the credential that a call returns in a header field or a cookie.
    private func addCredential(to response: inout TransportResponse, of endpoint: MockEndpoint) {
        let auth = endpoint.service.auth.first {
            if case .endpoint(endpoint.name, _) = $0.source { true } else { false }
        }
        guard let auth, case .endpoint(_, let place) = auth.source else { return }
        switch place {
        case .header(let name):
            guard let field = HTTPField.Name(name), response.headers[field] == nil else { return }
            response.headers[field] = "mock-\(auth.name)"
        case .cookie(let name):
            response.headers.append(
                HTTPField(name: .setCookie, value: "\(name)=mock-\(auth.name); Path=/; HttpOnly"))
        case .member, .whole: break
        }
    }

    /// Returns the response that the request asks for; `nil` if it asks for none, or for a success.
    private func preferred(
        _ call: Call, _ maker: ResponseMaker, _ random: inout SampleRandom
    ) throws -> TransportResponse? {
        let preference = call.preference
        guard preference.status != nil || preference.code != nil else { return nil }
        if preference.code == nil, maker.result(status: preference.status) != nil { return nil }
        if let failure = try maker.failure(
            status: preference.status, code: preference.code, &random)
        {
            return failure
        }
        return refuse(
            400,
            "'Prefer' asks for a response that '\(call.endpoint.name)' does not document; "
                + "the spec has \(maker.documented)", call.endpoint)
    }

    /// Returns the endpoint of a route that fits a request best.
    private func chosen(_ route: MockRoute, _ call: ServerCall) -> (MockEndpoint, RequestReading) {
        var best: (MockEndpoint, RequestReading)?
        for endpoint in route.endpoints {
            let reading = RequestReading(call, of: endpoint, knownQuery: knownQuery(endpoint))
            if let best, best.1.problems.count <= reading.problems.count { continue }
            best = (endpoint, reading)
        }
        // A route has an endpoint.
        return best ?? (
            route.endpoints[0], RequestReading(call, of: route.endpoints[0], knownQuery: [])
        )
    }

    /// The names in a query that parameters of the endpoint do not take.
    private func knownQuery(_ endpoint: MockEndpoint) -> Set<String> {
        var names: Set<String> = [PageSlice.linkParameter]
        for auth in endpoint.service.auth {
            if case .query(let name) = auth.scheme { names.insert(name) }
        }
        if let version = endpoint.service.version, !version.isHeader { names.insert(version.name) }
        for name in endpoint.spec.signers ?? [] {
            guard let scheme = endpoint.service.signers.first(where: { $0.name == name })?.scheme
            else { continue }
            if case .place("query", let name)? = scheme.value("place") { names.insert(name) }
            names.formUnion(["time", "nonce", "keyID"].compactMap { scheme.text($0) })
        }
        return names
    }

    /// Returns random numbers that are the same for the same request.
    private func random(for call: Call) -> SampleRandom {
        var text = "\(call.endpoint.name) \(call.request.target)"
        // What a stateful mock makes differs from what it has made.
        let isNew =
            if case .create? = roles[call.endpoint.name] { options.isStateful } else { false }
        if isNew || options.errorRate > 0 { text += " \(state.next())" }
        return SampleRandom(seed: options.seed, text)
    }

    private func refuse(
        _ status: Int, _ detail: String, _ endpoint: MockEndpoint,
        _ problems: [RequestReading.Complaint] = []
    ) -> TransportResponse {
        Self.exchange?.complain(problems.first?.text ?? detail)
        let problem = Problem(
            status: status, detail: detail, endpoint: endpoint, problems: problems)
        var random = SampleRandom(seed: options.seed, "\(endpoint.name) \(status)")
        return (try? ResponseMaker(endpoint).response(problem, &random)) ?? problem.response
    }
}
