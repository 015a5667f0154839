// Generated from WarnsOfIdempotentRead/IdempotentRead.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `IdempotentReadAPI`.
public struct IdempotentReadAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension IdempotentReadAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func getOrder() async throws(APIError) {
        try await send(GetOrder())
    }

    /// The request behind ``getOrder()``.
    public struct GetOrder: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.sendsIdempotencyKey = true
        }
    }
}
