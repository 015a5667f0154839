// Generated from DeclaredResponses/DeclaredResponses.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `DeclaredAPI`.
public struct DeclaredAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The response policies that the spec names.
    public var responses: Responses

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, ciphers: Ciphers, responses: Responses) {
        self.configuration = configuration
        self.ciphers = ciphers
        self.responses = responses
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy(named: "status")
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
        case "status": responses.status
        case "default": responses.default
        case "rows": responses.rows
        default: nil
        }
    }

    /// The ciphers of ``DeclaredAPI``; the keys are bound here and never in the spec.
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

    /// The response policies of ``DeclaredAPI``, which the spec only names.
    public struct Responses: Sendable {
        /// Reads ok, result and error.
        public var status: any ResponsePolicy
        /// The response policy that the spec names `default`.
        public var `default`: any ResponsePolicy
        /// The response policy that the spec names `rows`.
        public var rows: any ResponsePolicy

        /// Creates the set of response policies.
        public init(
            status: any ResponsePolicy, default: any ResponsePolicy, rows: any ResponsePolicy
        ) {
            self.status = status
            self.default = `default`
            self.rows = rows
        }
    }
}

extension DeclaredAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func find() async throws(Find.Failure) -> DeclaredItem {
        try await send(Find())
    }

    /// The request behind ``find()``.
    public struct Find: Endpoint {
        public typealias Output = DeclaredItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }

        /// The ways in which ``find()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<DeclaredProblem>)
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

extension DeclaredAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func named() async throws(APIError) -> DeclaredItem {
        try await send(Named())
    }

    /// The request behind ``named()``.
    public struct Named: Endpoint {
        public typealias Output = DeclaredItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
            request.responsePolicy(named: "default")
        }
    }
}

extension DeclaredAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func bare() async throws(APIError) -> DeclaredItem {
        try await send(Bare())
    }

    /// The request behind ``bare()``.
    public struct Bare: Endpoint {
        public typealias Output = DeclaredItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
            request.responsePolicy = .json
        }
    }
}

extension DeclaredAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func table() async throws(APIError) -> [DeclaredItem] {
        try await send(Table())
    }

    /// The request behind ``table()``.
    public struct Table: Endpoint {
        public typealias Output = [DeclaredItem]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
            request.responsePolicy(named: "rows")
        }
    }
}

extension DeclaredAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func bytes() async throws(APIError) -> Data {
        try await send(BytesCall())
    }

    /// The request behind ``bytes()``.
    public struct BytesCall: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
            request.responsePolicy = .raw
        }
    }
}

extension DeclaredAPI {
    /// `GET /f`.
    nonisolated(nonsending) public func text() async throws(APIError) -> String {
        try await send(Text())
    }

    /// The request behind ``text()``.
    public struct Text: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
        }
    }
}

extension DeclaredAPI {
    /// `GET /g`.
    nonisolated(nonsending) public func watch() async throws(APIError) -> LineStream<DeclaredItem> {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = LineStream<DeclaredItem>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/g")
            request.responsePolicy = .json
        }
    }
}

extension DeclaredAPI {
    /// `GET /h`.
    nonisolated(nonsending) public func watchRows()
        async throws(APIError) -> LineStream<DeclaredItem>
    {
        try await stream(WatchRows())
    }

    /// The request behind ``watchRows()``.
    public struct WatchRows: StreamEndpoint {
        public typealias Output = LineStream<DeclaredItem>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/h")
            request.responsePolicy(named: "rows")
        }
    }
}

extension DeclaredAPI {
    /// `PUT /i`.
    nonisolated(nonsending) public func keep(body: DeclaredItem) async throws(APIError) {
        try await send(Keep(body: body))
    }

    /// The request behind ``keep(body:)``.
    public struct Keep: Endpoint {
        public let body: DeclaredItem

        public init(body: DeclaredItem) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/i")
            request.body(body)
        }
    }
}

extension DeclaredAPI {
    /// `GET /j`, fields sealed with the `card` cipher.
    ///
    /// Sealed in the response: `number`.
    nonisolated(nonsending) public func card() async throws(APIError) -> DeclaredCard {
        try await send(Card())
    }

    /// The request behind ``card()``.
    public struct Card: Endpoint {
        public typealias Output = DeclaredCard

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/j")
            request.cipher = .named("card")
            request.openFields("number")
        }
    }
}

/// The `DeclaredItem` type of ``DeclaredAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct DeclaredItem: JSONModel {
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

/// The `DeclaredProblem` type of ``DeclaredAPI``.
public struct DeclaredProblem: JSONModel {
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

/// The `DeclaredCard` type of ``DeclaredAPI``.
public struct DeclaredCard: JSONModel {
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
