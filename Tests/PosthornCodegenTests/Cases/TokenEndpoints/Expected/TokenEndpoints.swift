// Generated from TokenEndpoints/TokenEndpoints.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore
public import PosthornOAuth

/// A client of the service `TokenEndpointsAPI`.
public struct TokenEndpointsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("app")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "app": auth.app
        case "key": auth.key
        default: nil
        }
    }

    /// The credentials of ``TokenEndpointsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        ///
        /// A token of `https://id.example.com/token`, for the scopes of each endpoint.
        ///
        /// Scopes: `orders:read`: Reads orders. `orders:write`: Changes orders.
        public var app: Credential
        /// Sent as the header `X-API-Key`.
        public var key: Credential

        /// Creates the set of credentials.
        public init(app: OAuthCredential, key: Credential = .none) {
            self.app = app.credential(tokenURL: "https://id.example.com/token")
            self.key = key
        }
    }
}

extension TokenEndpointsAPI {
    /// `GET /plain`.
    nonisolated(nonsending) public func plain() async throws(APIError) {
        try await send(Plain())
    }

    /// The request behind ``plain()``.
    public struct Plain: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/plain")
        }
    }
}

extension TokenEndpointsAPI {
    /// `GET /orders`.
    ///
    /// Needs the scope `orders:read`.
    nonisolated(nonsending) public func read() async throws(APIError) -> String {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.responsePolicy = .raw
            request.auth = .bearer("app", scopes: ["orders:read"])
        }
    }
}

extension TokenEndpointsAPI {
    /// `PUT /orders`.
    ///
    /// Needs the scopes `orders:read`, `orders:write`.
    nonisolated(nonsending) public func change() async throws(APIError) {
        try await send(Change())
    }

    /// The request behind ``change()``.
    public struct Change: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/orders")
            request.auth = .bearer("app", scopes: ["orders:read", "orders:write"])
        }
    }
}

extension TokenEndpointsAPI {
    /// `GET /both`.
    ///
    /// Needs the scope `orders:read`.
    nonisolated(nonsending) public func both() async throws(APIError) {
        try await send(Both())
    }

    /// The request behind ``both()``.
    public struct Both: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/both")
            request.auth = .any(
                .bearer("app", scopes: ["orders:read"]), .header("X-API-Key", credential: "key"))
        }
    }
}
