// Generated from Servers/Servers.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ServersAPI`.
public struct ServersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Creates a client of one of the servers.
    public init(_ server: Server, transport: any Transport, auth: Auth) throws(APIError) {
        self.init(
            ClientConfiguration(baseURL: try server.baseURL(), transport: transport), auth: auth)
        try checkServer(auth: ["user"])
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("user")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// The servers of ``ServersAPI``.
    public enum Server: Hashable, Sendable {
        /// Live orders.
        ///
        /// `https://{region}.shop.example/v1`, otherwise `https://{region}.backup.example/v1`.
        ///
        /// `tenant`: The name of the shop.
        case production(region: Region = .eu, tenant: String)
        /// `https://sandbox.shop.example/v1`.
        case sandbox
        /// `http://{address}:{port}/{tenant}`, otherwise `http://{address}:{spare}/spare`.
        case local(
            address: String = "127.0.0.1", port: Int, spare: Int = 1, tenant: String = "main")

        /// Returns the base URL, or throws if a value would change the host.
        public func baseURL() throws(APIError) -> BaseURL {
            switch self {
            case .production(let region, let tenant):
                try BaseURL(
                    named: "production", "https://{region}.shop.example/v1",
                    .variable("region", region.rawValue),
                    .variable("tenant", tenant, pattern: "^[a-z]+$"),
                    .otherwise("https://{region}.backup.example/v1"),
                    .host("uploads", "https://{tenant}-uploads.shop.example"))
            case .sandbox:
                try BaseURL(
                    named: "sandbox", "https://sandbox.shop.example/v1",
                    .host("uploads", "https://sandbox.shop.example/uploads"))
            case .local(let address, let port, let spare, let tenant):
                try BaseURL(
                    named: "local", "http://{address}:{port}/{tenant}",
                    .variable("address", address), .variable("port", String(port)),
                    .variable("spare", String(spare)), .variable("tenant", tenant),
                    .otherwise("http://{address}:{spare}/spare"),
                    .host("uploads", "http://{address}:{port}/uploads"))
            }
        }

        /// The values of `region`.
        public enum Region: String, ClosedEnum {
            case eu
            case us
        }
    }

    /// The credentials of ``ServersAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension ServersAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func listOrders() async throws(APIError) -> [String] {
        try await send(ListOrders())
    }

    /// The request behind ``listOrders()``.
    public struct ListOrders: Endpoint {
        public typealias Output = [String]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }
    }
}

extension ServersAPI {
    /// `POST /orders`.
    nonisolated(nonsending) public func addOrder() async throws(APIError) {
        try await send(AddOrder())
    }

    /// The request behind ``addOrder()``.
    public struct AddOrder: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
        }
    }
}

extension ServersAPI {
    /// `PUT /files/{name}` of the host `uploads`.
    nonisolated(nonsending) public func putFile(
        name: String, body: HTTPBody
    ) async throws(APIError) {
        try await send(PutFile(name: name, body: body))
    }

    /// The request behind ``putFile(name:body:)``.
    public struct PutFile: Endpoint {
        public let name: String
        public let body: HTTPBody

        public init(name: String, body: HTTPBody) {
            self.name = name
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/files/{name}")
            request.host = "uploads"
            request.path("name", name)
            request.upload(body, as: "text/plain")
        }
    }
}
