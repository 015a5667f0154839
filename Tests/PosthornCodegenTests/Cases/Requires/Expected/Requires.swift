// Generated from Requires/Requires.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `RequiresAPI`.
public struct RequiresAPI: APIService {
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
        request.auth = .any(
            .bearer("user"),
            .all(
                .query("api_key", credential: "key"),
                .header("Authorization", prefix: "Token ", credential: "partner")),
            .all(.query("api_key", credential: "key"), .cookie("sid", credential: "session")))
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        case "key": auth.key
        case "partner": auth.partner
        case "session": auth.session
        case "camera": auth.camera
        case "device": auth.device
        default: nil
        }
    }

    /// The credentials of ``RequiresAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        ///
        /// A token of OAuth 2, from the flow `authorizationCode`, `clientCredentials`.
        ///
        /// Scopes: `orders:read`: Reads orders. `orders:write`.
        public var user: Credential
        /// The key of an app.
        ///
        /// Sent as the query parameter `api_key`.
        public var key: Credential
        /// Sent as `Authorization: Token …`.
        public var partner: Credential
        /// Sent as the cookie `sid`.
        public var session: Credential
        /// Sent as `Authorization: Digest …` when the server asks for it.
        public var camera: Credential
        /// The certificate of the session, without which nothing is sent.
        public var device: Credential

        /// Creates the set of credentials.
        public init(
            user: Credential, key: Credential = .none, partner: Credential = .none,
            session: Credential = .none, camera: Credential, device: Credential
        ) {
            self.user = user
            self.key = key
            self.partner = partner
            self.session = session
            self.camera = camera
            self.device = device
        }

        /// Creates the set of credentials.
        public init(
            key: Credential, partner: Credential, session: Credential = .none, camera: Credential,
            device: Credential
        ) {
            self.user = .none
            self.key = key
            self.partner = partner
            self.session = session
            self.camera = camera
            self.device = device
        }

        /// Creates the set of credentials.
        public init(key: Credential, session: Credential, camera: Credential, device: Credential) {
            self.user = .none
            self.key = key
            self.partner = .none
            self.session = session
            self.camera = camera
            self.device = device
        }
    }
}

extension RequiresAPI {
    /// `GET /usual`.
    nonisolated(nonsending) public func usual() async throws(APIError) {
        try await send(Usual())
    }

    /// The request behind ``usual()``.
    public struct Usual: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/usual")
        }
    }
}

extension RequiresAPI {
    /// `GET /free`.
    nonisolated(nonsending) public func free() async throws(APIError) {
        try await send(Free())
    }

    /// The request behind ``free()``.
    public struct Free: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/free")
            request.auth = nil
        }
    }
}

extension RequiresAPI {
    /// `GET /optional`.
    nonisolated(nonsending) public func optional() async throws(APIError) {
        try await send(OptionalCall())
    }

    /// The request behind ``optional()``.
    public struct OptionalCall: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/optional")
            request.auth = .any(.cookie("sid", credential: "session"), .all())
        }
    }
}

extension RequiresAPI {
    /// `GET /read`.
    ///
    /// Needs the scope `orders:read`.
    nonisolated(nonsending) public func read() async throws(APIError) {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/read")
            request.auth = .bearer("user", scopes: ["orders:read"])
        }
    }
}

extension RequiresAPI {
    /// `GET /both`.
    nonisolated(nonsending) public func both() async throws(APIError) {
        try await send(Both())
    }

    /// The request behind ``both()``.
    public struct Both: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/both")
            request.auth = .all(
                .query("api_key", credential: "key"), .cookie("sid", credential: "session"))
        }
    }
}

extension RequiresAPI {
    /// `GET /picture`.
    nonisolated(nonsending) public func picture() async throws(APIError) -> String {
        try await send(Picture())
    }

    /// The request behind ``picture()``.
    public struct Picture: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/picture")
            request.responsePolicy = .raw
            request.auth = .digest("camera")
        }
    }
}

extension RequiresAPI {
    /// `GET /private`.
    nonisolated(nonsending) public func `private`() async throws(APIError) {
        try await send(Private())
    }

    /// The request behind ``private()``.
    public struct Private: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/private")
            request.auth = .certificate("device")
        }
    }
}
