// Generated from SealedFields/SealedFields.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `VaultAPI`.
public struct VaultAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://vault.example.com/v1"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", message: "message", payload: "result.data", success: 0)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, ciphers: Ciphers) {
        self.configuration = configuration
        self.ciphers = ciphers
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "card": ciphers.card
        case "signed": ciphers.signed
        case "whole": ciphers.whole
        case "scans": ciphers.scans
        default: nil
        }
    }

    /// The ciphers of ``VaultAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Keeps cards from everybody but the vault.
        ///
        /// It seals only the fields that the spec marks as sealed; the rest of a body stays
        /// readable.
        public var card: any FieldCipher
        /// The cipher that the spec names `signed`.
        public var signed: any PayloadCipher
        /// Seals whole bodies.
        public var whole: any PayloadCipher
        /// The cipher that the spec names `scans`.
        ///
        /// It seals only the fields that the spec marks as sealed; the rest of a body stays
        /// readable.
        public var scans: any FieldCipher & StreamingCipher

        /// Creates the set of ciphers.
        public init(
            card: any FieldCipher, signed: any PayloadCipher, whole: any PayloadCipher,
            scans: any FieldCipher & StreamingCipher
        ) {
            self.card = card
            self.signed = signed
            self.whole = whole
            self.scans = scans
        }
    }
}

extension VaultAPI {
    /// `POST /payments`, fields sealed with the `card` cipher.
    ///
    /// Sealed in the body: `cards.*.holder`, `cards.*.number`, `cards.*.limits`, `cvc`,
    /// `notes\.more.*.text`; in the response: `token`, `cards.*.holder`, `cards.*.number`,
    /// `cards.*.limits`, `holder`, `number`, `limits`.
    /// - Parameter cvc: On the back. Sealed on its way. Not sent when `nil`.
    nonisolated(nonsending) public func pay(
        amount: Int, cards: [Card], notesMore: [String: Note], cvc: String? = nil
    ) async throws(Pay.Failure) -> Receipt {
        try await send(Pay(amount: amount, cards: cards, notesMore: notesMore, cvc: cvc))
    }

    /// The request behind ``pay(amount:cards:notesMore:cvc:)``.
    public struct Pay: Endpoint {
        public typealias Output = Receipt

        public let amount: Int
        public let cards: [Card]
        public let cvc: String?
        public let notesMore: [String: Note]

        public init(amount: Int, cards: [Card], notesMore: [String: Note], cvc: String? = nil) {
            self.amount = amount
            self.cards = cards
            self.cvc = cvc
            self.notesMore = notesMore
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/payments")
            request.cipher = .named("card")
            request.sealFields(
                "cards.*.holder", "cards.*.number", "cards.*.limits", "cvc", "notes\\.more.*.text")
            request.openFields("token", "cards.*.holder", "cards.*.number", "cards.*.limits")
            // Nothing in this one is sealed.
            request.openFields(ofFailure: 404...404)
            request.openFields("holder", "number", "limits", ofFailure: 409...409)
            request.body("amount", amount)
            request.body("cards", cards)
            request.body("cvc", cvc)
            request.body("notes.more", notesMore)
        }

        /// The ways in which ``pay(amount:cards:notesMore:cvc:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<Refusal>)
            /// Status 409.
            case known(Documented<Card>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<Refusal>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 409: .known(try response.failure(named: "known"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .known(let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension VaultAPI {
    /// `PUT /cards`, fields sealed with the `card`, then the `signed` cipher.
    ///
    /// Sealed in the body: `holder`, `number`, `limits`; in the response: `holder`, `number`,
    /// `limits`, `token`, `cards.*.holder`, `cards.*.number`, `cards.*.limits`.
    nonisolated(nonsending) public func store(body: Card) async throws(APIError) -> Store.Output {
        try await send(Store(body: body))
    }

    /// The request behind ``store(body:)``.
    public struct Store: Endpoint {
        public let body: Card

        public init(body: Card) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/cards")
            request.cipher = .chain([.named("card"), .named("signed")])
            request.sealFields("holder", "number", "limits")
            request.openFields("holder", "number", "limits", of: 200)
            request.openFields(
                "token", "cards.*.holder", "cards.*.number", "cards.*.limits", of: 201)
            request.responsePolicy = .json
            request.body(body)
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 201: .created(try response.value())
            case 204: try response.validateEmpty(returning: .noContent)
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``store(body:)`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(Card)
            /// Status 201.
            case created(Receipt)
            /// Status 204.
            case noContent
        }
    }
}

extension VaultAPI {
    /// `GET /cards/{id}`, fields sealed with the `card` cipher.
    ///
    /// Sealed in the response: `*.holder`, `*.number`, `*.limits`.
    /// - Parameter short: Not sent when `nil`.
    nonisolated(nonsending) public func findCard(
        id: Int, short: Bool? = nil
    ) async throws(APIError) -> FindCard.Output {
        try await send(FindCard(id: id, short: short))
    }

    /// The request behind ``findCard(id:short:)``.
    public struct FindCard: Endpoint {
        public let id: Int
        public let short: Bool?

        public init(id: Int, short: Bool? = nil) {
            self.id = id
            self.short = short
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/cards/{id}")
            request.cipher = .named("card")
            request.openFields("*.holder", "*.number", "*.limits")
            request.path("id", id)
            request.query("short", short)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), count: response.header("X-Count"))
        }

        /// What ``findCard(id:short:)`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: [Card]

            /// The header `X-Count`.
            public let count: Int

            public init(value: [Card], count: Int) {
                self.value = value
                self.count = count
            }
        }
    }
}

extension VaultAPI {
    /// `POST /orders`, body sealed with the `whole` cipher.
    nonisolated(nonsending) public func order(sku: String) async throws(APIError) {
        try await send(Order(sku: sku))
    }

    /// The request behind ``order(sku:)``.
    public struct Order: Endpoint {
        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.cipher = .named("whole")
            request.body("sku", sku)
        }
    }
}

extension VaultAPI {
    /// `POST /scans`, fields sealed with the `scans` cipher.
    ///
    /// Sealed in the response: `holder`, `number`, `limits`.
    nonisolated(nonsending) public func scan(picture: FormPart) async throws(APIError) -> Card {
        try await send(Scan(picture: picture))
    }

    /// The request behind ``scan(picture:)``.
    public struct Scan: Endpoint {
        public typealias Output = Card

        public let picture: FormPart

        public init(picture: FormPart) {
            self.picture = picture
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/scans")
            request.cipher = .named("scans")
            request.openFields("holder", "number", "limits")
            request.part("picture", picture)
        }
    }
}

/// The `Named` type of ``VaultAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct Named: JSONModel {
    /// Sealed on its way.
    public var holder: String

    public init(holder: String) {
        self.holder = holder
    }

    public init(json: inout JSONReader) throws {
        holder = ""
        var object = json.beginObject("holder")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: holder = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("holder", holder)
        json.endObject()
    }
}

/// The `Card` type of ``VaultAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct Card: JSONModel {
    /// Sealed on its way.
    public var holder: String
    public var brand: String
    /// The long one.
    ///
    /// Sealed on its way.
    public var number: String
    /// Sealed on its way.
    public var limits: Limit?

    public init(holder: String, brand: String, number: String, limits: Limit? = nil) {
        self.holder = holder
        self.brand = brand
        self.number = number
        self.limits = limits
    }

    public init(json: inout JSONReader) throws {
        holder = ""
        brand = ""
        number = ""
        var object = json.beginObject("holder brand number limits?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: holder = json.string()
            case 1: brand = json.string()
            case 2: number = json.string()
            case 3: limits = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("holder", holder)
        json.write("brand", brand)
        json.write("number", number)
        json.writeIfPresent("limits", limits)
        json.endObject()
    }
}

/// The `Limit` type of ``VaultAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct Limit: JSONModel {
    /// Sealed on its way.
    public var day: Int

    public init(day: Int) {
        self.day = day
    }

    public init(json: inout JSONReader) throws {
        day = 0
        var object = json.beginObject("day")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: day = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("day", day)
        json.endObject()
    }
}

/// The `Note` type of ``VaultAPI``.
public struct Note: JSONModel {
    /// Sealed on its way.
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}

/// The `Receipt` type of ``VaultAPI``.
public struct Receipt: JSONModel {
    public var id: String
    /// Sealed on its way.
    public var token: JSONValue
    public var cards: [String: Card]?

    public init(id: String, token: JSONValue, cards: [String: Card]? = nil) {
        self.id = id
        self.token = token
        self.cards = cards
    }

    public init(json: inout JSONReader) throws {
        id = ""
        var token: JSONValue?
        var object = json.beginObject("id token cards?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            case 1: token = json.value()
            case 2: cards = json.mapIfPresent()
            default: break
            }
        }
        guard json.finish(object), let token else { throw json.takeFailure() }
        self.token = token
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("token", token)
        json.writeIfPresent("cards", cards)
        json.endObject()
    }
}

/// The `Refusal` type of ``VaultAPI``.
public struct Refusal: JSONModel {
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }

    public init(json: inout JSONReader) throws {
        reason = ""
        var object = json.beginObject("reason")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: reason = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("reason", reason)
        json.endObject()
    }
}
