// Generated from Schemes/Schemes.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore
@_spi(Generated) public import PosthornCrypto

/// A client of the service `SchemesAPI`.
public struct SchemesAPI: APIService {
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
        case "token": ciphers.token
        case "card": ciphers.card
        case "own": ciphers.own
        default: nil
        }
    }

    /// Finds the signer that an endpoint names.
    public func signer(named name: String) -> (any Signer)? {
        switch name {
        case "query": signers.query
        case "header": signers.header
        case "canonical": signers.canonical
        case "bucket": signers.bucket
        case "message": signers.message
        case "body": signers.body
        case "hook": signers.hook
        case "own": signers.own
        default: nil
        }
    }

    /// The ciphers of ``SchemesAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Seals for partners.
        public var partner: any PayloadCipher
        /// The cipher that the spec names `token`.
        public var token: any PayloadCipher
        /// The cipher that the spec names `card`.
        ///
        /// It seals only the fields that the spec marks as sealed; the rest of a body stays
        /// readable.
        public var card: any FieldCipher
        /// The cipher of the app.
        public var own: any PayloadCipher

        /// Creates the set of ciphers.
        public init(
            partner: SecretKey, token: JWEKey, card: JWEKey, own: any PayloadCipher
        ) throws {
            self.partner = try EnvelopeCipher(key: partner, audience: "shop")
            self.token = JWECipher(token)
            self.card = try SealedFields(key: card)
            self.own = own
        }

        /// Creates the set of ciphers.
        public init(
            partner: any PayloadCipher, token: any PayloadCipher, card: any FieldCipher,
            own: any PayloadCipher
        ) {
            self.partner = partner
            self.token = token
            self.card = card
            self.own = own
        }
    }

    /// The signers of ``SchemesAPI``; the keys are bound here and never in the spec.
    public struct Signers: Sendable {
        /// The signer that the spec names `query`.
        public var query: any Signer
        /// The signer that the spec names `header`.
        public var header: any Signer
        /// The signer that the spec names `canonical`.
        public var canonical: any Signer
        /// The signer that the spec names `bucket`.
        public var bucket: any Signer
        /// The signer that the spec names `message`.
        public var message: any Signer
        /// The signer that the spec names `body`.
        public var body: any Signer
        /// The signer that the spec names `hook`.
        public var hook: any Signer
        /// The signer that the spec names `own`.
        public var own: any Signer

        /// Creates the set of signers.
        public init(
            query: SecretKey, header: SecretKey, canonical: SecretKey, bucket: AWSCredentials,
            message: SigningKey, body: SigningKey, hook: SigningKey, own: any Signer
        ) {
            var query = ParameterSigner(key: query, digest: .hmacSHA256)
            query.excluded = ["trace"]
            query.place = .query("sign")
            query.timeName = "ts"
            self.query = query
            var header = ParameterSigner(key: header, digest: .hmacSHA256)
            header.order = .named(["sku", "count"])
            if let field = HTTPField.Name("X-Signature") {
                header.place = .header(field)
            }
            header.writing = .base64
            self.header = header
            self.canonical = HMACSigner(key: canonical)
            self.bucket = AWSSigner(credentials: bucket, region: "eu-central-1", service: "s3")
            var message = MessageSigner(key: message)
            message.components = ["@method", "@target-uri", "x-shop"]
            self.message = message
            self.body = JWSSigner(key: body)
            var hook = StandardWebhooksSigner(key: hook)
            hook.prefix = "svix"
            self.hook = hook
            self.own = own
        }

        /// Creates the set of signers.
        public init(
            query: any Signer, header: any Signer, canonical: any Signer, bucket: any Signer,
            message: any Signer, body: any Signer, hook: any Signer, own: any Signer
        ) {
            self.query = query
            self.header = header
            self.canonical = canonical
            self.bucket = bucket
            self.message = message
            self.body = body
            self.hook = hook
            self.own = own
        }
    }
}

extension SchemesAPI {
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

extension SchemesAPI {
    /// `POST /pay`, fields sealed with the `card` cipher.
    ///
    /// Sealed in the body: `number`.
    /// - Parameter number: Sealed on its way.
    nonisolated(nonsending) public func pay(number: String, sku: String) async throws(APIError) {
        try await send(Pay(number: number, sku: sku))
    }

    /// The request behind ``pay(number:sku:)``.
    public struct Pay: Endpoint {
        public let number: String
        public let sku: String

        public init(number: String, sku: String) {
            self.number = number
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.cipher = .named("card")
            request.sealFields("number")
            request.body("number", number)
            request.body("sku", sku)
        }
    }
}

extension SchemesAPI {
    /// `GET /list`, signed with the `query` signer.
    /// - Parameter trace: Not sent when `nil`.
    nonisolated(nonsending) public func list(
        sku: String, trace: String? = nil
    ) async throws(APIError) {
        try await send(List(sku: sku, trace: trace))
    }

    /// The request behind ``list(sku:trace:)``.
    public struct List: Endpoint {
        public let sku: String
        public let trace: String?

        public init(sku: String, trace: String? = nil) {
            self.sku = sku
            self.trace = trace
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/list")
            request.signer = .named("query")
            request.query("sku", sku)
            request.query("trace", trace)
        }
    }
}

extension SchemesAPI {
    /// `POST /order`, signed with the `header` signer.
    nonisolated(nonsending) public func order(count: Int, sku: String) async throws(APIError) {
        try await send(Order(count: count, sku: sku))
    }

    /// The request behind ``order(count:sku:)``.
    public struct Order: Endpoint {
        public let count: Int
        public let sku: String

        public init(count: Int, sku: String) {
            self.count = count
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/order")
            request.signer = .named("header")
            request.body("count", count)
            request.body("sku", sku)
        }
    }
}

extension SchemesAPI {
    /// `POST /canonical`, signed with the `canonical` signer.
    nonisolated(nonsending) public func canonical(sku: String) async throws(APIError) {
        try await send(Canonical(sku: sku))
    }

    /// The request behind ``canonical(sku:)``.
    public struct Canonical: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/canonical")
            request.signer = .named("canonical")
            request.body("sku", sku)
        }
    }
}

extension SchemesAPI {
    /// `GET /object`, signed with the `bucket` signer.
    nonisolated(nonsending) public func object() async throws(APIError) {
        try await send(Object())
    }

    /// The request behind ``object()``.
    public struct Object: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/object")
            request.signer = .named("bucket")
        }
    }
}

extension SchemesAPI {
    /// `GET /message`, signed with the `message` signer.
    nonisolated(nonsending) public func message(shop: String) async throws(APIError) {
        try await send(Message(shop: shop))
    }

    /// The request behind ``message(shop:)``.
    public struct Message: Endpoint {
        public let shop: String

        public init(shop: String) {
            self.shop = shop
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/message")
            request.signer = .named("message")
            request.header("X-Shop", shop)
        }
    }
}

extension SchemesAPI {
    /// `POST /signed`, signed with the `body` signer.
    nonisolated(nonsending) public func signed(sku: String) async throws(APIError) {
        try await send(Signed(sku: sku))
    }

    /// The request behind ``signed(sku:)``.
    public struct Signed: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/signed")
            request.signer = .named("body")
            request.body("sku", sku)
        }
    }
}

extension SchemesAPI {
    /// `POST /notify`, signed with the `hook` signer.
    nonisolated(nonsending) public func notify(sku: String) async throws(APIError) {
        try await send(Notify(sku: sku))
    }

    /// The request behind ``notify(sku:)``.
    public struct Notify: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/notify")
            request.signer = .named("hook")
            request.sendsIdempotencyKey = true
            request.body("sku", sku)
        }
    }
}
