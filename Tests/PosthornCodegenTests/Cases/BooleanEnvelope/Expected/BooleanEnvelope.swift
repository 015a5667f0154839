// Generated from BooleanEnvelope/BooleanEnvelope.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `BooleanEnvelopeAPI`.
public struct BooleanEnvelopeAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "success", message: "error", payload: "result", success: true)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}

extension BooleanEnvelopeAPI {
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
