// Generated from QueryVersions/QueryVersions.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `QueryVersionsAPI`.
public struct QueryVersionsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.query("api-version", "2026-11-01")
    }

    /// Returns the same service with another version of the API than `2026-11-01`.
    public func version(_ version: String) -> Self {
        with { $0.query("api-version", version) }
    }
}

extension QueryVersionsAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [Int] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }
    }
}
