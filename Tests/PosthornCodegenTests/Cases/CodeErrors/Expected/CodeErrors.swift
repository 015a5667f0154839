// Generated from CodeErrors/CodeErrors.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `CodesAPI`.
public struct CodesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The response policies that the spec names.
    public var responses: Responses

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", message: "message", payload: "data", success: 0, "OK")

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, ciphers: Ciphers, responses: Responses) {
        self.configuration = configuration
        self.ciphers = ciphers
        self.responses = responses
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "card": ciphers.card
        default: nil
        }
    }

    /// Finds the response policy that an endpoint names.
    public func responsePolicy(named name: String) -> (any ResponsePolicy)? {
        switch name {
        case "own": responses.own
        default: nil
        }
    }

    /// The ciphers of ``CodesAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// The cipher that the spec names `card`.
        ///
        /// It seals only the fields that the spec marks as sealed; the rest of a body stays
        /// readable.
        public var card: any FieldCipher

        /// Creates the set of ciphers.
        public init(card: any FieldCipher) {
            self.card = card
        }
    }

    /// The response policies of ``CodesAPI``, which the spec only names.
    public struct Responses: Sendable {
        /// The response policy that the spec names `own`.
        public var own: any ResponsePolicy

        /// Creates the set of response policies.
        public init(own: any ResponsePolicy) {
            self.own = own
        }
    }
}

extension CodesAPI {
    /// `POST /pay`.
    nonisolated(nonsending) public func pay(amount: Int) async throws(Pay.Failure) -> CodesReceipt {
        try await send(Pay(amount: amount))
    }

    /// The request behind ``pay(amount:)``.
    public struct Pay: Endpoint {
        public typealias Output = CodesReceipt

        public let amount: Int

        public init(amount: Int) {
            self.amount = amount
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.body("amount", amount)
        }

        /// The ways in which ``pay(amount:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<CodesProblem>)
            /// Somebody was faster.
            ///
            /// Status 409.
            case conflict(Documented<CodesProblem>)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<CodesProblem>)
            /// Code `1002`.
            case insufficientFunds(Documented<InsufficientFunds>)
            /// The account has a limit.
            ///
            /// Code `-7`.
            case limited(Documented<CodesLimit?>)
            /// Code `"ACCOUNT_LOCKED"`.
            case accountLocked(Documented<Void>)
            /// Code `"1002"`.
            case obsolete(Documented<Void>)
            /// Code `false`.
            case codeFalse(Documented<[Int]>)
            /// Code `"\\"`.
            case code(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 1002: .insufficientFunds(try response.failure(named: "insufficientFunds"))
                case -7: .limited(try response.failure(named: "limited"))
                case "ACCOUNT_LOCKED": .accountLocked(response.failure(named: "accountLocked"))
                case "1002": .obsolete(response.failure(named: "obsolete"))
                case false: .codeFalse(try response.failure(named: "codeFalse"))
                case "\\": .code(response.failure(named: "code"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 409: .conflict(try response.failure(named: "conflict"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .conflict(let failure): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .insufficientFunds(let failure): failure.apiError
                case .limited(let failure): failure.apiError
                case .accountLocked(let failure): failure.apiError
                case .obsolete(let failure): failure.apiError
                case .codeFalse(let failure): failure.apiError
                case .code(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension CodesAPI {
    /// `POST /pay/back`.
    nonisolated(nonsending) public func repay() async throws(Repay.Failure) {
        try await send(Repay())
    }

    /// The request behind ``repay()``.
    public struct Repay: Endpoint {
        public typealias Failure = Pay.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay/back")
        }
    }
}

extension CodesAPI {
    /// `GET /optional`.
    nonisolated(nonsending) public func optional()
        async throws(OptionalCall.Failure) -> CodesReceipt?
    {
        try await send(OptionalCall())
    }

    /// The request behind ``optional()``.
    public struct OptionalCall: Endpoint {
        public typealias Output = CodesReceipt?

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/optional")
        }

        /// The ways in which ``optional()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `1002`.
            case insufficientFunds(Documented<InsufficientFunds>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 1002: .insufficientFunds(try response.failure(named: "insufficientFunds"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .insufficientFunds(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension CodesAPI {
    /// `GET /either`.
    nonisolated(nonsending) public func either() async throws(Either.Failure) -> Either.Output {
        try await send(Either())
    }

    /// The request behind ``either()``.
    public struct Either: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/either")
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 202: try response.validateEmpty(returning: .accepted)
            case 206: .part(try response.value())
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``either()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(CodesReceipt)
            /// Status 202.
            case accepted
            /// Status 206.
            case part([Int])
        }

        /// The ways in which ``either()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `1002`.
            case insufficientFunds(Documented<InsufficientFunds>)
            /// Any other status that is no success.
            case unexpected(status: Int, Documented<CodesProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 1002: .insufficientFunds(try response.failure(named: "insufficientFunds"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                .unexpected(status: response.status.code, try response.failure(named: "unexpected"))
            }

            public var apiError: APIError {
                switch self {
                case .insufficientFunds(let failure): failure.apiError
                case .unexpected(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension CodesAPI {
    /// `GET /count`.
    nonisolated(nonsending) public func count() async throws(Count.Failure) -> Count.Output {
        try await send(Count())
    }

    /// The request behind ``count()``.
    public struct Count: Endpoint {
        public typealias Failure = OptionalCall.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/count")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(count: response.header("X-Count"))
        }

        /// What ``count()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The header `X-Count`.
            public let count: Int

            public init(count: Int) {
                self.count = count
            }
        }
    }
}

extension CodesAPI {
    /// `GET /list`.
    /// - Parameter page: The default is `1`.
    nonisolated(nonsending) public func list(page: Int = 1) async throws(List.Failure) -> [Int] {
        try await send(List(page: page))
    }

    /// The request behind ``list(page:)``.
    public struct List: PagedEndpoint {
        public typealias Output = [Int]
        public typealias Failure = OptionalCall.Failure

        public var page: Int

        public init(page: Int = 1) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/list")
            request.query("page", page)
        }

        public static func items(of page: [Int]) -> [Int] {
            page
        }

        public func next(after page: APIResponse<[Int]>) -> NextPage<Self> {
            .number(after: Self.items(of: page.value).count, in: \.page, of: self)
        }
    }
}

extension CodesAPI {
    /// `GET /card`, fields sealed with the `card` cipher.
    ///
    /// Sealed in the response: `number`, `since`.
    nonisolated(nonsending) public func readCard() async throws(ReadCard.Failure) -> CodesCard {
        try await send(ReadCard())
    }

    /// The request behind ``readCard()``.
    public struct ReadCard: Endpoint {
        public typealias Output = CodesCard

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/card")
            request.cipher = .named("card")
            request.openFields("number")
            request.openFields("since", ofCode: 5)
            // Nothing in this one is sealed.
            request.openFields(ofCode: 6)
            request.openFields("number", ofFailure: 404...404)
            request.openFields("number", ofFailure: 400...499)
        }

        /// The ways in which ``readCard()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<CodesCard>)
            /// Code `5`.
            case blocked(Documented<CodesSealed>)
            /// Code `6`.
            case insufficientFunds(Documented<InsufficientFunds>)
            /// A status from 400 to 499.
            case elsewhere(status: Int, Documented<CodesCard>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 5: .blocked(try response.failure(named: "blocked"))
                case 6: .insufficientFunds(try response.failure(named: "insufficientFunds"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 400...499:
                    .elsewhere(
                        status: response.status.code, try response.failure(named: "elsewhere"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .blocked(let failure): failure.apiError
                case .insufficientFunds(let failure): failure.apiError
                case .elsewhere(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension CodesAPI {
    /// `GET /own`.
    nonisolated(nonsending) public func own() async throws(Own.Failure) -> Int {
        try await send(Own())
    }

    /// The request behind ``own()``.
    public struct Own: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/own")
            request.responsePolicy(named: "own")
        }

        /// The ways in which ``own()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `"SOLD_OUT"`.
            case soldOut(Documented<CodesProblem>)
            /// Status 404.
            case notFound(Documented<CodesProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case "SOLD_OUT": .soldOut(try response.failure(named: "soldOut"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .soldOut(let failure): failure.apiError
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `CodesReceipt` type of ``CodesAPI``.
public struct CodesReceipt: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `CodesProblem` type of ``CodesAPI``.
public struct CodesProblem: JSONModel {
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

/// The `CodesLimit` type of ``CodesAPI``.
public struct CodesLimit: JSONModel {
    public var limit: Int

    public init(limit: Int) {
        self.limit = limit
    }

    public init(json: inout JSONReader) throws {
        limit = 0
        var object = json.beginObject("limit")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: limit = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("limit", limit)
        json.endObject()
    }
}

/// The `CodesCard` type of ``CodesAPI``.
public struct CodesCard: JSONModel {
    /// Sealed on its way.
    public var number: String

    public init(number: String) {
        self.number = number
    }

    public init(json: inout JSONReader) throws {
        number = ""
        var object = json.beginObject("number")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: number = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("number", number)
        json.endObject()
    }
}

/// The `CodesSealed` type of ``CodesAPI``.
public struct CodesSealed: JSONModel {
    /// Sealed on its way.
    public var since: String
    public var reason: String

    public init(since: String, reason: String) {
        self.since = since
        self.reason = reason
    }

    public init(json: inout JSONReader) throws {
        since = ""
        reason = ""
        var object = json.beginObject("since reason")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: since = json.string()
            case 1: reason = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("since", since)
        json.write("reason", reason)
        json.endObject()
    }
}

/// The `InsufficientFunds` type of ``CodesAPI``.
public struct InsufficientFunds: JSONModel {
    public var missing: Int

    public init(missing: Int) {
        self.missing = missing
    }

    public init(json: inout JSONReader) throws {
        missing = 0
        var object = json.beginObject("missing")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: missing = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("missing", missing)
        json.endObject()
    }
}
