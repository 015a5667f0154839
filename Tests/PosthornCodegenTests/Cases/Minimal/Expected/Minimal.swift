// Generated from Minimal/Minimal.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `MinimalAPI`.
public struct MinimalAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension MinimalAPI {
    /// `GET /ping`.
    nonisolated(nonsending) public func ping() async throws(APIError) {
        try await send(Ping())
    }

    /// The request behind ``ping()``.
    public struct Ping: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ping")
        }
    }
}
