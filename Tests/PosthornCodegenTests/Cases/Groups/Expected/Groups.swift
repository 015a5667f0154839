// Generated from Groups/Groups.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `GroupsAPI`.
public struct GroupsAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://groups.example"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The signers that the spec names.
    public var signers: Signers
    /// The credentials that the spec names.
    public var auth: Auth

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", message: "message", payload: "data", success: 0)

    /// Creates a client of the service.
    public init(
        _ configuration: ClientConfiguration, ciphers: Ciphers, signers: Signers, auth: Auth
    ) {
        self.configuration = configuration
        self.ciphers = ciphers
        self.signers = signers
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
        request.auth = .bearer("user")
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
        case "device": signers.device
        default: nil
        }
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        case "staff": auth.staff
        default: nil
        }
    }

    /// The ciphers of ``GroupsAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// The cipher that the spec names `partner`.
        public var partner: any PayloadCipher

        /// Creates the set of ciphers.
        public init(partner: any PayloadCipher) {
            self.partner = partner
        }
    }

    /// The signers of ``GroupsAPI``; the keys are bound here and never in the spec.
    public struct Signers: Sendable {
        /// The signer that the spec names `device`.
        public var device: any Signer

        /// Creates the set of signers.
        public init(device: any Signer) {
            self.device = device
        }
    }

    /// The credentials of ``GroupsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential
        /// Sent as `Authorization: Basic …`.
        public var staff: Credential

        /// Creates the set of credentials.
        public init(user: Credential, staff: Credential) {
            self.user = user
            self.staff = staff
        }
    }
}

extension GroupsAPI {
    /// The calls of the group `orders`.
    public var orders: Orders { Orders(api: self) }

    /// The calls of the group `orders`.
    public struct Orders: Sendable {
        /// The service that makes the calls.
        public let api: GroupsAPI
    }
}

extension GroupsAPI {
    /// Payments, sealed for the bank.
    public var payments: Payments { Payments(api: self) }

    /// Payments, sealed for the bank.
    public struct Payments: Sendable {
        /// The service that makes the calls.
        public let api: GroupsAPI
    }
}

extension GroupsAPI {
    /// `GET /ping`.
    nonisolated(nonsending) public func ping() async throws(APIError) -> Data {
        try await send(Ping())
    }

    /// The request behind ``ping()``.
    public struct Ping: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ping")
            request.responsePolicy = .raw
        }
    }
}

extension GroupsAPI.Orders {
    /// `GET /orders`.
    /// - Parameter limit: The default is `20`.
    nonisolated(nonsending) public func list(
        limit: Int = 20
    ) async throws(APIError) -> [GroupOrder] {
        try await api.send(List(limit: limit))
    }

    /// The request behind ``list(limit:)``.
    public struct List: Endpoint {
        public static var name: String { "orders.list" }

        public typealias Output = [GroupOrder]

        public let limit: Int

        public init(limit: Int = 20) {
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.query("limit", limit)
        }
    }
}

extension GroupsAPI.Orders {
    /// Fetches one order.
    ///
    /// `GET /orders/{id}`.
    nonisolated(nonsending) public func get(id: Int) async throws(Get.Failure) -> GroupOrder {
        try await api.send(Get(id: id))
    }

    /// The request behind ``get(id:)``.
    public struct Get: Endpoint {
        public static var name: String { "orders.get" }

        public typealias Output = GroupOrder

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.path("id", id)
        }

        /// The ways in which ``get(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<GroupProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension GroupsAPI.Orders {
    /// `DELETE /orders/{id}`.
    /// - Parameter api: Not sent when `nil`.
    nonisolated(nonsending) public func cancel(
        id: Int, api: String? = nil
    ) async throws(Cancel.Failure) {
        try await self.api.send(Cancel(id: id, api: api))
    }

    /// The request behind ``cancel(id:api:)``.
    public struct Cancel: Endpoint {
        public static var name: String { "orders.cancel" }

        public typealias Failure = Get.Failure

        public let id: Int
        public let api: String?

        public init(id: Int, api: String? = nil) {
            self.id = id
            self.api = api
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/orders/{id}")
            request.path("id", id)
            request.query("api", api)
        }
    }
}

extension GroupsAPI.Payments {
    /// `POST /payments`, body sealed with the `partner` cipher, signed with the `device` signer.
    /// - Parameters:
    ///   - dry: Not sent when `nil`.
    ///   - trace: Not sent when `nil`.
    nonisolated(nonsending) public func pay(
        amount: Decimal, dry: Bool? = nil, trace: String? = nil
    ) async throws(Pay.Failure) -> GroupOrder {
        try await api.send(Pay(amount: amount, dry: dry, trace: trace))
    }

    /// The request behind ``pay(amount:dry:trace:)``.
    public struct Pay: Endpoint {
        public static var name: String { "payments.pay" }

        public typealias Output = GroupOrder

        public let dry: Bool?
        public let trace: String?
        public let amount: Decimal

        public init(amount: Decimal, dry: Bool? = nil, trace: String? = nil) {
            self.dry = dry
            self.trace = trace
            self.amount = amount
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/payments")
            request.cipher = .named("partner")
            request.signer = .named("device")
            request.auth = .basic("staff")
            request.timeouts.total = .seconds(10)
            request.retry = .never
            request.query("dry", dry)
            request.header("X-Tenant", "eu")
            request.header("X-Trace", trace)
            request.body("amount", amount)
        }

        /// The ways in which ``pay(amount:dry:trace:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<GroupProblem>)
            /// Status 429.
            case tooManyRequests(Documented<Void>)
            /// Code `7`.
            case groupProblem(Documented<GroupProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 7: .groupProblem(try response.failure(named: "groupProblem"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 429: .tooManyRequests(response.failure(named: "tooManyRequests"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .tooManyRequests(let failure): failure.apiError
                case .groupProblem(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension GroupsAPI.Payments {
    /// `POST /quotes`.
    /// - Parameters:
    ///   - dry: Not sent when `nil`.
    ///   - trace: Not sent when `nil`.
    nonisolated(nonsending) public func quote(
        tenant: String, amount: Decimal, dry: Bool? = nil, trace: String? = nil
    ) async throws(Quote.Failure) -> GroupOrder {
        try await api.send(Quote(tenant: tenant, amount: amount, dry: dry, trace: trace))
    }

    /// The request behind ``quote(tenant:amount:dry:trace:)``.
    public struct Quote: Endpoint {
        public static var name: String { "payments.quote" }

        public typealias Output = GroupOrder

        public let dry: Bool?
        public let trace: String?
        public let tenant: String
        public let amount: Decimal

        public init(tenant: String, amount: Decimal, dry: Bool? = nil, trace: String? = nil) {
            self.dry = dry
            self.trace = trace
            self.tenant = tenant
            self.amount = amount
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/quotes")
            request.cipher = .plaintext
            request.signer = .none
            request.auth = .bearer("user")
            request.timeouts.total = .seconds(1)
            request.retry = RetryRule(attempts: 2)
            request.query("dry", dry)
            request.header("X-Trace", trace)
            request.header("x-tenant", tenant)
            request.body("amount", amount)
        }

        /// The ways in which ``quote(tenant:amount:dry:trace:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case noRate(Documented<GroupProblem>)
            /// Status 429.
            case tooManyRequests(Documented<Void>)
            /// Code `7`.
            case groupProblem(Documented<GroupProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 7: .groupProblem(try response.failure(named: "groupProblem"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .noRate(try response.failure(named: "noRate"))
                case 429: .tooManyRequests(response.failure(named: "tooManyRequests"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .noRate(let failure): failure.apiError
                case .tooManyRequests(let failure): failure.apiError
                case .groupProblem(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension GroupsAPI.Payments {
    /// `HEAD /payments/{id}`, sealed with the `partner` cipher, signed with the `device` signer.
    /// - Parameters:
    ///   - dry: Not sent when `nil`.
    ///   - trace: Not sent when `nil`.
    nonisolated(nonsending) public func isThere(
        id: Int, dry: Bool? = nil, trace: String? = nil
    ) async throws(IsThere.Failure) {
        try await api.send(IsThere(id: id, dry: dry, trace: trace))
    }

    /// The request behind ``isThere(id:dry:trace:)``.
    public struct IsThere: Endpoint {
        public static var name: String { "payments.isThere" }

        public let id: Int
        public let dry: Bool?
        public let trace: String?

        public init(id: Int, dry: Bool? = nil, trace: String? = nil) {
            self.id = id
            self.dry = dry
            self.trace = trace
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.head, "/payments/{id}")
            request.cipher = .named("partner")
            request.signer = .named("device")
            request.auth = .basic("staff")
            request.timeouts.total = .seconds(10)
            request.retry = .never
            request.path("id", id)
            request.query("dry", dry)
            request.header("X-Tenant", "eu")
            request.header("X-Trace", trace)
        }

        /// The ways in which ``isThere(id:dry:trace:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 429.
            case tooManyRequests(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 429: .tooManyRequests(response.failure(named: "tooManyRequests"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .tooManyRequests(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension GroupsAPI.Payments {
    /// `GET /payments/watch`, signed with the `device` signer.
    /// - Parameters:
    ///   - dry: Not sent when `nil`.
    ///   - trace: Not sent when `nil`.
    nonisolated(nonsending) public func watch(
        dry: Bool? = nil, trace: String? = nil
    ) async throws(Watch.Failure) -> EventStream<GroupOrder> {
        try await api.stream(Watch(dry: dry, trace: trace))
    }

    /// The request behind ``watch(dry:trace:)``.
    public struct Watch: StreamEndpoint {
        public static var name: String { "payments.watch" }

        public typealias Output = EventStream<GroupOrder>

        public let dry: Bool?
        public let trace: String?

        public init(dry: Bool? = nil, trace: String? = nil) {
            self.dry = dry
            self.trace = trace
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/payments/watch")
            request.cipher = .plaintext
            request.signer = .named("device")
            request.responsePolicy = .json
            request.auth = .basic("staff")
            request.timeouts.total = .seconds(10)
            request.retry = .never
            request.query("dry", dry)
            request.header("X-Tenant", "eu")
            request.header("X-Trace", trace)
        }

        /// The ways in which ``watch(dry:trace:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<GroupProblem>)
            /// Status 429.
            case tooManyRequests(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 429: .tooManyRequests(response.failure(named: "tooManyRequests"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .tooManyRequests(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `GroupOrder` type of ``GroupsAPI``.
public struct GroupOrder: JSONModel {
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

/// The `GroupProblem` type of ``GroupsAPI``.
public struct GroupProblem: JSONModel {
    public var detail: String

    public init(detail: String) {
        self.detail = detail
    }

    public init(json: inout JSONReader) throws {
        detail = ""
        var object = json.beginObject("detail")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: detail = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("detail", detail)
        json.endObject()
    }
}
