internal import FoundationEssentials
package import PosthornCore
internal import PosthornSamples
@_spi(Generated) internal import PosthornServer
package import PosthornSpec
internal import PosthornSupport

/// A server of a spec as plain requests and responses.
///
/// It opens and verifies requests, compares them with the spec, and responds with examples of the spec, or with values of
/// its types. What clients make is kept if ``MockOptions/isStateful`` is set, also in the next service with the same
/// ``MockState``.
package struct MockService: Sendable {
    private let server: EndpointServer
    private let context: MockContext

    /// What cannot be served as the spec says, in one sentence for each endpoint.
    package let notes: [String]
    /// The scheme and the authority that clients see.
    package var origin: String { context.origin }
    /// The path before the paths of the endpoints, such as `/v1`.
    package var basePath: String { server.basePath }
    /// The number of endpoints that are served.
    package var endpointCount: Int { context.routes.reduce(0) { $0 + $1.endpoints.count } }

    /// Creates the server of a document.
    ///
    /// - Parameters:
    ///   - origin: The scheme and the authority that clients see, which ciphers and signatures are bound to.
    /// - Throws: An `APIError.Cause` if a key does not fit its scheme.
    package init(
        _ document: SpecDocument, options: MockOptions, keys: MockKeys, origin: String,
        state: MockState = MockState()
    ) throws {
        let table = TypeTable(document)
        let service = document.service
        let endpoints = document.files.flatMap { file in
            file.endpoints.map { MockEndpoint($0, in: service, path: file.path, table) }
        }
        let (routes, unserved) = MockRoute.routes(of: endpoints)
        let strategies = try MockStrategies(
            service, endpoints, SchemeServers(keys: keys, origin: origin), table)
        notes =
            unserved.map {
                "\($0.place): '\($0.name)' is not served; a mock has no such path: '\($0.spec.path)'"
            } + strategies.notes
        let context = MockContext(
            routes: routes, options: options, keys: keys, origin: origin, state: state,
            strategies: strategies, roles: ResourceRoles(of: endpoints.map(\.spec)))
        self.context = context
        var server = EndpointServer(
            routes.map { route in
                ServerRoute(
                    HTTPRequest.Method(rawValue: route.method) ?? .post, route.path,
                    ciphers: strategies.ciphers(of: route.endpoints[0]),
                    signers: route.endpoints[0].spec.signers)
            },
            server: Self.basePath(of: service), policy: JSONPolicy(), ciphers: strategies.ciphers,
            verifiers: strategies.verifiers,
            serve: { number, call in try await context.respond(to: call, on: context.routes[number])
            })
        server.bodyLimit = options.bodyLimit
        let basePath = server.basePath
        server.refuse = { Problem.response($0, basePath: basePath) }
        server.report = { error, _ in MockContext.exchange?.complain("\(error)") }
        self.server = server
    }

    /// The path of the first base URL, with the defaults of its variables.
    private static func basePath(of service: ServiceSpec) -> String {
        guard var path = service.basePaths.first else {
            return service.server.map { TransportRequest(url: $0).target } ?? ""
        }
        for variable in service.serverVariables {
            guard case .text(let text)? = variable.defaultValue?.value else { continue }
            path = path.replacing("{\(variable.wireName)}", with: text)
        }
        return path
    }

    /// Responds to a request with its body in memory.
    package func respond(to request: TransportRequest) async -> MockReply {
        let exchange = MockExchange()
        let response = await MockContext.$exchange.withValue(exchange) {
            await server.respond(to: request)
        }
        let record = exchange.record
        var random = SampleRandom(seed: context.options.seed, "\(context.state.next())")
        let fault =
            record.fault
            ?? context.options.faults.first { _, rate in
                Double.random(in: 0..<1, using: &random) < rate
            }?.key
        let delay = context.options.latency.map { range in
            let span = range.upperBound - range.lowerBound
            return range.lowerBound + span * Double.random(in: 0...1, using: &random)
        }
        return MockReply(
            response: response, delay: delay ?? .zero, fault: fault, endpoint: record.endpoint,
            complaint: record.complaint)
    }
}

extension Problem {
    /// Returns the response to a request that the server refuses before an endpoint gets it.
    fileprivate static func response(_ refusal: ServerRefusal, basePath: String)
        -> TransportResponse
    {
        var detail = refusal.message
        if refusal.status == .notFound, !basePath.isEmpty {
            detail += "; the paths of the spec are below \(basePath)"
        }
        MockContext.exchange?.complain(detail)
        var response = Problem(status: refusal.status.code, detail: detail).response
        response.headers.append(contentsOf: refusal.headers)
        return response
    }
}

/// What a stateful mock keeps, and the number of requests.
package final class MockState: Sendable {
    let resources = ResourceStore()
    private let count = Locked(UInt64(0))

    package init() {}

    /// Returns the number of the next request.
    func next() -> UInt64 {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// What the steps of one exchange say about it.
final class MockExchange: Sendable {
    struct Record: Sendable {
        var endpoint: String?
        var complaint: String?
        var fault: MockFault?
    }

    private let content = Locked(Record())

    var record: Record { content.withLock { $0 } }

    func serve(_ endpoint: String, fault: MockFault?) {
        content.withLock { ($0.endpoint, $0.fault) = (endpoint, fault) }
    }

    func complain(_ text: String) { content.withLock { $0.complaint = text } }
}
