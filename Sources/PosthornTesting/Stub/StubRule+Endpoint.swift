public import PosthornCore

// The rules of endpoints. A closure with one parameter returns the call's value, and one with two parameters
// a response, so that the compiler finds the overload by the closure's parameters.
extension StubRule {
    /// Creates a rule that returns a value to the callers of an endpoint.
    ///
    /// The value is encoded as the body of a 200 response, inside the service's envelope if there is one. The
    /// call decodes it as it does the bytes of a server.
    ///
    /// ```swift
    /// let stub = StubTransport(
    ///     .on(PetstoreAPI.ShowPetById.self) { call in
    ///         guard call.petId == "1" else {
    ///             throw StubResponse.json(PetstoreProblem(code: 5, message: "none"), status: .notFound)
    ///         }
    ///         return Pet(id: 1, name: "Rex")
    ///     })
    /// ```
    ///
    /// The closure may throw a ``StubResponse``, which is sent in place of the value, a `TransportError`, or
    /// the failure of another call, which is repeated. Any other error fails the call with the code
    /// `stubFailed`.
    ///
    /// The call must be neither sealed nor signed: give the service `.plaintext` in place of its ciphers, and
    /// `.none` in place of its signers. The service's
    /// policy must be JSON, an envelope, text or raw bytes; use the closure with two parameters for others.
    /// - Parameters:
    ///   - endpoint: The type of the endpoint, such as `ShopAPI.GetOrder.self`.
    ///   - times: The number of requests that the rule matches. `nil`, the default, sets no limit.
    ///   - output: Returns the value. It receives the endpoint that was called, with its parameters, and may
    ///     wait, for example for a ``Gate`` or a ``ManualClock``.
    public static func on<E: Endpoint>(
        _ endpoint: E.Type, times: Int? = nil,
        returning output: @escaping @Sendable (E) async throws -> E.Output
    ) -> StubRule where E.Output: Encodable {
        StubRule(endpoint, times: times) { called, request throws(TransportError) in
            try await caught(endpoint) {
                let call = try request.plainCall(of: E.name)
                return try StubResponse(encoding: try await output(called), by: call.policy)
            }
        }
    }

    /// Creates a rule for an endpoint that returns nothing.
    ///
    /// The response is a 204. The closure may throw, as that of an endpoint with a value.
    /// - Parameters:
    ///   - endpoint: The type of the endpoint.
    ///   - times: The number of requests that the rule matches. `nil`, the default, sets no limit.
    ///   - action: Receives the endpoint that was called.
    public static func on<E: Endpoint>(
        _ endpoint: E.Type, times: Int? = nil,
        returning action: @escaping @Sendable (E) async throws -> Void
    ) -> StubRule where E.Output == Void {
        StubRule(endpoint, times: times) { called, request throws(TransportError) in
            try await caught(endpoint) {
                _ = try request.plainCall(of: E.name)
                try await action(called)
                return .status(.noContent)
            }
        }
    }

    /// Creates a rule that responds to the calls of an endpoint with bytes.
    ///
    /// Use it for streams, downloads, header fields, and outputs that are not `Encodable`:
    ///
    /// ```swift
    /// .on(ShopAPI.DownloadInvoice.self) { call, _ in .bytes(invoice, type: "application/pdf") }
    /// ```
    ///
    /// The bytes are those of a server: in the envelope, and sealed if the call is.
    /// - Parameters:
    ///   - endpoint: The type of the endpoint.
    ///   - times: The number of requests that the rule matches. `nil`, the default, sets no limit.
    ///   - reply: Makes the response from the endpoint that was called, and from its request.
    public static func on<E: EndpointRequest>(
        _ endpoint: E.Type, times: Int? = nil,
        reply: @escaping @Sendable (E, StubRequest) async throws -> StubResponse
    ) -> StubRule {
        StubRule(endpoint, times: times) { called, request throws(TransportError) in
            try await caught(endpoint) { try await reply(called, request) }
        }
    }

    /// Turns the errors of a test's closure into a response or into the error of a transport.
    private static func caught<E: EndpointRequest>(
        _ endpoint: E.Type, _ respond: () async throws -> StubResponse
    ) async throws(TransportError) -> StubResponse {
        do {
            return try await respond()
        } catch {
            switch error {
            case let response as StubResponse: return response
            case let error as TransportError: throw error
            case is CancellationError: throw .stubCancelled
            case let failure as any EndpointFailure:
                if failure.code == .cancelled { throw .stubCancelled }
                if let response = failure.response { return StubResponse(response) }
                if let error = failure.apiError.underlying as? TransportError { throw error }
                throw .stubFailed("the closure for \(E.name) failed: \(failure)", error)
            default:
                throw .stubFailed("the closure for \(E.name) failed: \(error)", error)
            }
        }
    }
}

extension StubRequest {
    func plainCall(of name: String) throws -> CapturedCall {
        guard let call else { throw TransportError.stubFailed("\(self) is not a typed call") }
        guard let cipher = call.cipher else { return call }
        throw TransportError.stubFailed(
            "the call \(name) is sealed or signed by \(cipher), and the stub returns a plain value",
            advice:
                "give the service `.plaintext` for its ciphers and `.none` for its signers in the test"
        )
    }
}

extension TransportError {
    static func stubFailed(
        _ message: String, _ underlying: (any Error)? = nil, advice: String? = nil
    ) -> TransportError {
        TransportError(.stubFailed, message, advice: advice, underlying: underlying)
    }
}

extension TransportError.Code {
    /// The closure of a stub failed, or its value can't be sent.
    public static let stubFailed = TransportError.Code(rawValue: "stubFailed")
}
