// Generated from Ciphers/Ciphers.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `CiphersAPI`.
public struct CiphersAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://api.example.com"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, ciphers: Ciphers) {
        self.configuration = configuration
        self.ciphers = ciphers
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "sealed": ciphers.sealed
        case "signed": ciphers.signed
        case "streamed": ciphers.streamed
        default: nil
        }
    }

    /// The ciphers of ``CiphersAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Seals the bodies.
        public var sealed: any PayloadCipher
        /// The cipher that the spec names `signed`.
        public var signed: any PayloadCipher
        /// Takes bodies piece by piece.
        public var streamed: any StreamingCipher

        /// Creates the set of ciphers.
        public init(
            sealed: any PayloadCipher, signed: any PayloadCipher, streamed: any StreamingCipher
        ) {
            self.sealed = sealed
            self.signed = signed
            self.streamed = streamed
        }
    }
}

extension CiphersAPI {
    /// `POST /orders`, body sealed with the `sealed`, then the `signed` cipher.
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
            request.cipher = .chain([.named("sealed"), .named("signed")])
            request.body("sku", sku)
        }
    }
}

extension CiphersAPI {
    /// `GET /orders`, sealed with the `streamed` cipher.
    nonisolated(nonsending) public func watchOrders() async throws(APIError) -> EventStream<Int> {
        try await stream(WatchOrders())
    }

    /// The request behind ``watchOrders()``.
    public struct WatchOrders: StreamEndpoint {
        public typealias Output = EventStream<Int>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.cipher = .named("streamed")
        }
    }
}

extension CiphersAPI {
    /// `PUT /files`, body sealed with the `streamed` cipher.
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
            request.cipher = .named("streamed")
            request.upload(body, as: "text/plain")
        }
    }
}
