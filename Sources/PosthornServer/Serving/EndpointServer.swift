import FoundationEssentials
@_spi(Generated) public import PosthornCore
internal import PosthornCrypto

/// Serves the endpoints of a spec with the methods of your type.
///
/// A spec with `serverProtocol` generates a protocol and the function that makes this value. The type is without a
/// connection: give it to the handler of any HTTP server.
///
/// ```swift
/// let shop = Shop().endpointServer(ciphers: .init(partner: cipher))
/// let response = await shop.respond(to: request)
/// ```
///
/// It verifies and opens a request, decodes it, calls your method, encodes the result, and seals and signs the
/// response. What a client sent wrongly becomes a ``ServerRefusal``, and an error of your method that the spec does not
/// document the status 500 without a reason.
public struct EndpointServer: Sendable {
    /// The path before the paths of the endpoints, such as `/v1`; that of the spec's `server` by default.
    public var basePath: String
    /// The maximum number of bytes of a request's body; 1 MiB by default.
    ///
    /// A longer body is refused with 413.
    public var bodyLimit = 1 << 20
    /// Makes the response to a request that is refused.
    ///
    /// By default the body is a problem of RFC 9457, or the envelope of the service if it has a code.
    public var refuse: @Sendable (ServerRefusal) -> TransportResponse
    /// Receives the errors that become the status 500, with the request as it was received; none by default.
    ///
    /// It runs on the task of the request.
    public var report: (@Sendable (any Error, TransportRequest) -> Void)?

    private let routes: RouteTable
    private let policy: any ResponsePolicy
    private let ciphers: [String: any ServerCipher]
    private let verifiers: [String: any RequestVerifier]
    private let serve: @Sendable (Int, ServerCall) async throws -> TransportResponse

    /// Creates what serves the endpoints of a spec.
    ///
    /// - Parameters:
    ///   - routes: The endpoints in the order of the numbers that `serve` receives.
    ///   - server: The base URL of the spec, or its path.
    ///   - policy: The policy that reads the responses.
    ///   - ciphers: The ciphers by the names of the spec; that of endpoints without a name is `""`.
    ///   - verifiers: The verifiers by the names of the spec; that of endpoints without a name is `""`.
    ///   - serve: Serves the endpoint of a number.
    @_spi(Generated) public init(
        _ routes: [ServerRoute], server: String?, policy: some ResponsePolicy,
        ciphers: [String: (any ServerCipher)?], verifiers: [String: (any RequestVerifier)?],
        serve: @escaping @Sendable (Int, ServerCall) async throws -> TransportResponse
    ) {
        self.routes = RouteTable(routes)
        self.policy = policy
        self.ciphers = ciphers.compactMapValues(\.self)
        self.verifiers = verifiers.compactMapValues(\.self)
        self.serve = serve
        let base = server.map { $0.hasPrefix("/") ? $0 : TransportRequest(url: $0).target } ?? ""
        basePath = base.hasSuffix("/") ? String(base.dropLast()) : base
        refuse = { TransportResponse(refusal: $0, policy) }
    }

    /// Responds to a request.
    ///
    /// The response to HEAD has no body, and the fields of the response to GET.
    /// - Parameter request: The request with the URL that the client sees, and its body in memory.
    public func respond(to request: TransportRequest) async -> TransportResponse {
        var response: TransportResponse
        do {
            let (number, route, values) = try routes.match(request, below: basePath)
            response = try await respond(to: request, number, route, values)
        } catch {
            response = refusal(of: request, error)
        }
        if request.method == .head { response.body = Data() }
        return response
    }

    private func respond(
        to received: TransportRequest, _ number: Int, _ route: ServerRoute,
        _ values: [String: String]
    ) async throws -> TransportResponse {
        guard let body = received.body?.data ?? (received.body == nil ? Data() : nil),
            body.count <= bodyLimit
        else { throw ServerRefusal(.contentTooLarge, "the body is longer than this server reads") }
        let signers = verifiers(of: route)
        let sealing = ciphers(of: route)
        var request = received
        try await verify(request, signers.filter { !$0.verifiesOpened })
        // The request before each cipher, which seals the response to it.
        var sealed: [TransportRequest] = []
        for cipher in sealing.reversed() {
            sealed.insert(request, at: 0)
            do {
                try await cipher.open(&request)
            } catch let error as APIError.Cause where error.isOfMessage {
                throw ServerRefusal(.badRequest, "the message can't be opened")
            }
        }
        var response: TransportResponse
        do {
            try await verify(request, signers.filter(\.verifiesOpened))
            let call = try ServerCall(request, values, policy)
            response = try await serve(number, call)
        } catch {
            response = refusal(of: received, error)
        }
        if response.status == .noContent, !sealing.allSatisfy(\.sealsResponsesWithoutBody) {
            response.status = .ok
        }
        for signer in signers where signer.verifiesOpened {
            try await signer.sign(&response, to: request)
        }
        for (cipher, request) in zip(sealing, sealed) {
            try await cipher.seal(&response, to: request)
        }
        for signer in signers where !signer.verifiesOpened {
            try await signer.sign(&response, to: received)
        }
        return response
    }

    private func ciphers(of route: ServerRoute) -> [any ServerCipher] {
        (route.ciphers ?? [""]).compactMap { ciphers[$0] }
    }

    private func verifiers(of route: ServerRoute) -> [any RequestVerifier] {
        (route.signers ?? [""]).compactMap { verifiers[$0] }
    }

    private func verify(
        _ request: TransportRequest, _ verifiers: [any RequestVerifier]
    ) async throws {
        for verifier in verifiers {
            do {
                try await verifier.verify(request)
            } catch let error as APIError.Cause where error.isOfMessage {
                throw ServerRefusal(.unauthorized, "the signature is missing or wrong")
            }
        }
    }

    private func refusal(of request: TransportRequest, _ error: any Error) -> TransportResponse {
        if let refusal = error as? ServerRefusal { return refuse(refusal) }
        report?(error, request)
        return refuse(ServerRefusal(.internalServerError, "the server failed"))
    }
}

extension APIError.Cause {
    /// Whether the message is at fault, and not what the server needs to read it.
    fileprivate var isOfMessage: Bool { code == .openingFailed || code == .unknownKey }
}
