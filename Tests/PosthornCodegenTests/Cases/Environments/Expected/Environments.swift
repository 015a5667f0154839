// Generated from Environments/Environments.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore
@_spi(Generated) public import PosthornCrypto

/// A client of the service `EnvironmentsAPI`.
public struct EnvironmentsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The signers that the spec names.
    public var signers: Signers
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(
        _ configuration: ClientConfiguration, ciphers: Ciphers, signers: Signers, auth: Auth
    ) {
        self.configuration = configuration
        self.ciphers = ciphers
        self.signers = signers
        self.auth = auth
    }

    /// Creates a client of one of the servers.
    public init(
        _ server: Server, transport: any Transport, ciphers: Ciphers, signers: Signers, auth: Auth
    ) throws(APIError) {
        self.init(
            ClientConfiguration(baseURL: try server.baseURL(), transport: transport),
            ciphers: ciphers, signers: signers, auth: auth)
        try checkServer(
            auth: ["user"], ciphers: ["partner", "own"], signers: ["request", "rotated"])
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("user")
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "partner": ciphers.partner
        case "own": ciphers.own
        default: nil
        }
    }

    /// Finds the signer that an endpoint names.
    public func signer(named name: String) -> (any Signer)? {
        switch name {
        case "request": signers.request
        case "rotated": signers.rotated
        default: nil
        }
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// The servers of ``EnvironmentsAPI``.
    public enum Server: Hashable, Sendable {
        /// `https://shop.example`.
        case production
        /// `https://sandbox.shop.example`.
        case sandbox

        /// Returns the base URL, or throws if a value would change the host.
        public func baseURL() throws(APIError) -> BaseURL {
            switch self {
            case .production:
                try BaseURL(named: "production", "https://shop.example")
            case .sandbox:
                try BaseURL(named: "sandbox", "https://sandbox.shop.example")
            }
        }
    }

    /// The ciphers of ``EnvironmentsAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// The cipher that the spec names `partner`.
        public var partner: any PayloadCipher
        /// The cipher that the spec names `own`.
        public var own: any PayloadCipher

        /// Creates the set of ciphers.
        public init(partner: SecretKey, own: any PayloadCipher) throws {
            self.partner = try EnvelopeCipher(key: partner)
            self.own = own
        }

        /// Creates the set of ciphers.
        public init(partner: any PayloadCipher, own: any PayloadCipher) {
            self.partner = partner
            self.own = own
        }
    }

    /// The signers of ``EnvironmentsAPI``; the keys are bound here and never in the spec.
    public struct Signers: Sendable {
        /// The signer that the spec names `request`.
        public var request: any Signer
        /// The signer that the spec names `rotated`.
        public var rotated: any Signer

        /// Creates the set of signers.
        public init(request: SecretKey, rotated: any Signer) {
            self.request = HMACSigner(key: request)
            self.rotated = rotated
        }

        /// Creates the set of signers.
        public init(request: any Signer, rotated: any Signer) {
            self.request = request
            self.rotated = rotated
        }
    }

    /// The credentials of ``EnvironmentsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension EnvironmentsAPI {
    /// `POST /seal`, body sealed with the `partner` cipher.
    nonisolated(nonsending) public func seal(sku: String) async throws(APIError) {
        try await send(Seal(sku: sku))
    }

    /// The request behind ``seal(sku:)``.
    public struct Seal: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/seal")
            request.cipher = .named("partner")
            request.body("sku", sku)
        }
    }
}

extension EnvironmentsAPI {
    /// `POST /sign`, signed with the `request` signer.
    nonisolated(nonsending) public func sign(sku: String) async throws(APIError) {
        try await send(Sign(sku: sku))
    }

    /// The request behind ``sign(sku:)``.
    public struct Sign: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sign")
            request.signer = .named("request")
            request.body("sku", sku)
        }
    }
}

extension EnvironmentsAPI {
    /// `POST /rotate`, signed with the `rotated` signer.
    nonisolated(nonsending) public func rotate(sku: String) async throws(APIError) {
        try await send(Rotate(sku: sku))
    }

    /// The request behind ``rotate(sku:)``.
    public struct Rotate: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rotate")
            request.signer = .named("rotated")
            request.body("sku", sku)
        }
    }
}

extension EnvironmentsAPI {
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
