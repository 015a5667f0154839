// Generated from Credentials/Credentials.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `CredentialsAPI`.
public struct CredentialsAPI: APIService {
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
        request.auth = .bearer("user")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        case "staff": auth.staff
        case "partner": auth.partner
        default: nil
        }
    }

    /// The credentials of ``CredentialsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential
        /// For the back office.
        ///
        /// Sent as `Authorization: Basic …`.
        public var staff: Credential
        /// Sent as the header `X-API-Key`.
        public var partner: Credential

        /// Creates the set of credentials.
        public init(user: Credential, staff: Credential, partner: Credential) {
            self.user = user
            self.staff = staff
            self.partner = partner
        }
    }
}

extension CredentialsAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func inherited() async throws(APIError) {
        try await send(Inherited())
    }

    /// The request behind ``inherited()``.
    public struct Inherited: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}

extension CredentialsAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func anonymous() async throws(APIError) {
        try await send(Anonymous())
    }

    /// The request behind ``anonymous()``.
    public struct Anonymous: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
            request.auth = nil
        }
    }
}

extension CredentialsAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func office() async throws(APIError) {
        try await send(Office())
    }

    /// The request behind ``office()``.
    public struct Office: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
            request.auth = .basic("staff")
        }
    }
}

extension CredentialsAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func sealed() async throws(APIError) {
        try await send(Sealed())
    }

    /// The request behind ``sealed()``.
    public struct Sealed: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
            request.auth = .header("X-API-Key", credential: "partner")
        }
    }
}
