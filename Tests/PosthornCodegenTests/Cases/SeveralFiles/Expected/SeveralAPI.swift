// Generated from SeveralFiles/SeveralAPI.yaml. Edit the spec, not this file.

public import Posthorn

/// A client of the service `SeveralAPI`.
public struct SeveralAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common) {
        self.configuration = configuration
        self.common = common
    }

    /// Adds what the service's spec says of every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.header("X-Tenant", common.xTenant)
    }

    /// What is sent with every endpoint of ``SeveralAPI``.
    public struct Common: Sendable {
        /// Sent as the header `X-Tenant`.
        public var xTenant: SeveralTenant

        /// Creates the common parameters.
        public init(xTenant: SeveralTenant) {
            self.xTenant = xTenant
        }
    }
}

extension SeveralAPI {
    /// `GET /health`.
    nonisolated(nonsending) public func health() async throws(APIError) {
        try await send(Health())
    }

    /// The request behind ``health()``.
    public struct Health: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/health")
        }
    }
}
