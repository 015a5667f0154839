// Generated from Signers/Signers.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `SignersAPI`.
public struct SignersAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://api.example.com"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The signers that the spec names.
    public var signers: Signers

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, ciphers: Ciphers, signers: Signers) {
        self.configuration = configuration
        self.ciphers = ciphers
        self.signers = signers
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "partner": ciphers.partner
        default: nil
        }
    }

    /// Finds the signer that an endpoint names.
    public func signer(named name: String) -> (any Signer)? {
        switch name {
        case "partner": signers.partner
        case "device": signers.device
        default: nil
        }
    }

    /// The ciphers of ``SignersAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Seals the bodies.
        public var partner: any PayloadCipher

        /// Creates the set of ciphers.
        public init(partner: any PayloadCipher) {
            self.partner = partner
        }
    }

    /// The signers of ``SignersAPI``; the keys are bound here and never in the spec.
    public struct Signers: Sendable {
        /// Signs what goes to partners.
        public var partner: any Signer
        /// The signer that the spec names `device`.
        public var device: any Signer

        /// Creates the set of signers.
        public init(partner: any Signer, device: any Signer) {
            self.partner = partner
            self.device = device
        }
    }
}

extension SignersAPI {
    /// `POST /orders`, body sealed with the `partner` cipher, signed with the `partner` signer.
    nonisolated(nonsending) public func placeOrder(sku: String) async throws(APIError) {
        try await send(PlaceOrder(sku: sku))
    }

    /// The request behind ``placeOrder(sku:)``.
    public struct PlaceOrder: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.cipher = .named("partner")
            request.signer = .named("partner")
            request.body("sku", sku)
        }
    }
}

extension SignersAPI {
    /// `POST /refunds`, signed with the `partner`, then the `device` signer.
    nonisolated(nonsending) public func refund(sku: String) async throws(APIError) {
        try await send(Refund(sku: sku))
    }

    /// The request behind ``refund(sku:)``.
    public struct Refund: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/refunds")
            request.signer = .chain([.named("partner"), .named("device")])
            request.body("sku", sku)
        }
    }
}

extension SignersAPI {
    /// `GET /orders`, signed with the `device` signer.
    nonisolated(nonsending) public func watchOrders() async throws(APIError) -> EventStream<Int> {
        try await stream(WatchOrders())
    }

    /// The request behind ``watchOrders()``.
    public struct WatchOrders: StreamEndpoint {
        public typealias Output = EventStream<Int>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.signer = .named("device")
        }
    }
}

extension SignersAPI {
    /// `PUT /files`, signed with the `partner` signer.
    nonisolated(nonsending) public func upload(body: HTTPBody) async throws(APIError) {
        try await send(Upload(body: body))
    }

    /// The request behind ``upload(body:)``.
    public struct Upload: Endpoint {
        public let body: HTTPBody

        public init(body: HTTPBody) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/files")
            request.signer = .named("partner")
            request.upload(body, as: "text/plain")
        }
    }
}

extension SignersAPI {
    /// `GET /orders/all`.
    nonisolated(nonsending) public func listOrders() async throws(APIError) {
        try await send(ListOrders())
    }

    /// The request behind ``listOrders()``.
    public struct ListOrders: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/all")
            request.signer = .none
        }
    }
}
