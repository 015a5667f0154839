// Generated from PayloadEnvelope/PayloadEnvelope.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `PayloadEnvelopeAPI`.
public struct PayloadEnvelopeAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(payload: "data")

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}

extension PayloadEnvelopeAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func wrapped() async throws(APIError) -> [Int] {
        try await send(Wrapped())
    }

    /// The request behind ``wrapped()``.
    public struct Wrapped: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}
