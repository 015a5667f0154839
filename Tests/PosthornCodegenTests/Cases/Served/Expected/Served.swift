// Generated from Served/Served.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// The stock of a depot.
public struct DepotAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://depot.example/v2"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The signers that the spec names.
    public var signers: Signers

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", message: "message", payload: "data", success: 0)

    /// Creates a client of the service.
    public init(
        _ configuration: ClientConfiguration, common: Common, ciphers: Ciphers, signers: Signers
    ) {
        self.configuration = configuration
        self.common = common
        self.ciphers = ciphers
        self.signers = signers
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
        request.query("tenant", common.tenant)
        request.header("X-Device", common.device)
        request.header("X-Build", common.build)
        request.body("channel", common.channel)
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

    /// What is sent with every endpoint of ``DepotAPI``.
    public struct Common: Sendable {
        /// Sent as the query parameter `tenant`.
        ///
        /// Not sent when `nil`.
        public var tenant: String?
        /// Stable per installation.
        public var device: String
        /// Sent as the header `X-Build`.
        ///
        /// The default is `7`.
        public var build: Int
        /// Sent as the body field `channel`.
        public var channel: Channel

        /// Creates the common parameters.
        public init(device: String, channel: Channel, tenant: String? = nil, build: Int = 7) {
            self.tenant = tenant
            self.device = device
            self.build = build
            self.channel = channel
        }

        /// The values of `channel`.
        public enum Channel: OpenEnum {
            case web
            case app
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.web, .app]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "web": self = .web
                case "app": self = .app
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .web: "web"
                case .app: "app"
                case .unknown(let value): value
                }
            }
        }
    }

    /// The ciphers of ``DepotAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Seals what goes to partners.
        public var partner: any PayloadCipher

        /// Creates the set of ciphers.
        public init(partner: any PayloadCipher) {
            self.partner = partner
        }
    }

    /// The signers of ``DepotAPI``; the keys are bound here and never in the spec.
    public struct Signers: Sendable {
        /// Signs what a device sends.
        public var device: any Signer

        /// Creates the set of signers.
        public init(device: any Signer) {
            self.device = device
        }
    }
}

extension DepotAPI {
    /// Fetches one item.
    ///
    /// `GET /items/{id}`.
    /// - Parameters:
    ///   - expand: Not sent when `nil`.
    ///   - since: Not sent when `nil`.
    ///   - all: The default is `false`.
    nonisolated(nonsending) public func getItem(
        id: Int, expand: [DepotExpand]? = nil, since: Date? = nil, all: Bool = false
    ) async throws(GetItem.Failure) -> DepotItem {
        try await send(GetItem(id: id, expand: expand, since: since, all: all))
    }

    /// The request behind ``getItem(id:expand:since:all:)``.
    public struct GetItem: Endpoint {
        public typealias Output = DepotItem

        public let id: Int
        public let expand: [DepotExpand]?
        public let since: Date?
        public let all: Bool

        public init(id: Int, expand: [DepotExpand]? = nil, since: Date? = nil, all: Bool = false) {
            self.id = id
            self.expand = expand
            self.since = since
            self.all = all
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/{id}")
            request.path("id", id)
            request.query("expand", expand)
            request.query("since", since, as: .day)
            request.query(flag: "all", all)
        }

        /// The ways in which ``getItem(id:expand:since:all:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<DepotProblem>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<DepotProblem>)
            /// Code `1002`.
            case locked(Documented<DepotLock>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 1002: .locked(try response.failure(named: "locked"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .locked(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension DepotAPI {
    /// `GET /items/latest`.
    /// - Parameter owner: Not sent when `nil`.
    nonisolated(nonsending) public func latestItem(
        kinds: [DepotKind], session: UUID, owner: DepotOwner? = nil
    ) async throws(APIError) -> DepotItem {
        try await send(LatestItem(kinds: kinds, session: session, owner: owner))
    }

    /// The request behind ``latestItem(kinds:session:owner:)``.
    public struct LatestItem: Endpoint {
        public typealias Output = DepotItem

        public let kinds: [DepotKind]
        public let owner: DepotOwner?
        public let session: UUID

        public init(kinds: [DepotKind], session: UUID, owner: DepotOwner? = nil) {
            self.kinds = kinds
            self.owner = owner
            self.session = session
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/latest")
            request.query("kinds", encoding: kinds, style: .form(explode: false))
            request.query("owner", owner)
            request.cookie("session", session)
        }
    }
}

extension DepotAPI {
    /// Adds an item.
    ///
    /// `POST /items`, body sealed with the `partner` cipher, signed with the `device` signer.
    /// - Parameters:
    ///   - made: When it was made.
    ///   - count: The default is `1`.
    ///   - price: Not sent when `nil`.
    ///   - note: Not sent when `.absent`.
    nonisolated(nonsending) public func addItem(
        name: String, made: Date, count: Int = 1, price: Decimal? = nil,
        note: FieldPresence<String> = .absent
    ) async throws(AddItem.Failure) -> AddItem.Output {
        try await send(AddItem(name: name, made: made, count: count, price: price, note: note))
    }

    /// The request behind ``addItem(name:made:count:price:note:)``.
    public struct AddItem: Endpoint {
        public let name: String
        public let count: Int
        public let price: Decimal?
        public let made: Date
        public let note: FieldPresence<String>

        public init(
            name: String, made: Date, count: Int = 1, price: Decimal? = nil,
            note: FieldPresence<String> = .absent
        ) {
            self.name = name
            self.count = count
            self.price = price
            self.made = made
            self.note = note
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/items")
            request.cipher = .named("partner")
            request.signer = .named("device")
            request.check("name", name, length: 1...20)
            request.body("name", name)
            request.body("count", count)
            request.body("price", price)
            request.body("made", made)
            request.body("note", note)
            request.body("version", 2)
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 201: try .added(response.value(), location: response.header("Location"))
            case 202: try response.validateEmpty(returning: .accepted)
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``addItem(name:made:count:price:note:)`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(DepotItem)
            /// Status 201.
            case added(DepotItem, location: URL)
            /// Status 202.
            case accepted
        }

        /// The ways in which ``addItem(name:made:count:price:note:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case taken(Documented<DepotProblem>, retryAfter: Duration)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409:
                    try .taken(
                        response.failure(named: "taken"),
                        retryAfter: response.header("Retry-After", as: .seconds))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .taken(let failure, _): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension DepotAPI {
    /// `PUT /items/{id}`.
    nonisolated(nonsending) public func saveItem(
        id: Int, body: Tagged<DepotItem>
    ) async throws(SaveItem.Failure) -> Tagged<DepotItem> {
        try await send(SaveItem(id: id, body: body))
    }

    /// The request behind ``saveItem(id:body:)``.
    public struct SaveItem: Endpoint {
        public typealias Output = Tagged<DepotItem>

        public let id: Int
        public let body: Tagged<DepotItem>

        public init(id: Int, body: Tagged<DepotItem>) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/items/{id}")
            request.path("id", id)
            request.body(tagged: body)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.tagged(response.value())
        }

        /// The ways in which ``saveItem(id:body:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<Void>)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<String>)
            /// The value has changed since it was read.
            ///
            /// Status 412.
            case preconditionFailed(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(response.failure(named: "notFound"))
                case 412: .preconditionFailed(response.failure(named: "preconditionFailed"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .preconditionFailed(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension DepotAPI {
    /// `DELETE /items/{id}`.
    nonisolated(nonsending) public func removeItem(id: Int) async throws(APIError) {
        try await send(RemoveItem(id: id))
    }

    /// The request behind ``removeItem(id:)``.
    public struct RemoveItem: Endpoint {
        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/items/{id}")
            request.responsePolicy = .json
            request.path("id", id)
        }
    }
}

extension DepotAPI {
    /// `POST /search`.
    /// - Parameter page: Not sent when `nil`.
    nonisolated(nonsending) public func search(
        text: String, kinds: [DepotKind], page: Int? = nil
    ) async throws(APIError) -> Search.Output {
        try await send(Search(text: text, kinds: kinds, page: page))
    }

    /// The request behind ``search(text:kinds:page:)``.
    public struct Search: Endpoint {
        public let text: String
        public let kinds: [DepotKind]
        public let page: Int?

        public init(text: String, kinds: [DepotKind], page: Int? = nil) {
            self.text = text
            self.kinds = kinds
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/search")
            request.responsePolicy = .json
            request.form("text", text)
            request.form("kinds", encoding: kinds, style: .brackets)
            request.form("page", page)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(
                value: response.value(), total: response.header("X-Total"),
                kind: response.header("X-Kind"))
        }

        /// What ``search(text:kinds:page:)`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: [DepotItem]

            /// The header `X-Total`.
            public let total: Int
            /// The header `X-Kind`.
            public let kind: DepotKind?

            public init(value: [DepotItem], total: Int, kind: DepotKind? = nil) {
                self.value = value
                self.total = total
                self.kind = kind
            }
        }
    }
}

extension DepotAPI {
    /// `GET /files/{+path}`.
    nonisolated(nonsending) public func readFile(
        path: String
    ) async throws(APIError) -> ByteStream {
        try await stream(ReadFile(path: path))
    }

    /// The request behind ``readFile(path:)``.
    public struct ReadFile: StreamEndpoint {
        public typealias Output = ByteStream

        public let path: String

        public init(path: String) {
            self.path = path
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/files/{+path}")
            request.path("path", path)
        }
    }
}

extension DepotAPI {
    /// `PUT /files/{+path}`.
    nonisolated(nonsending) public func writeFile(
        path: String, body: HTTPBody
    ) async throws(APIError) {
        try await send(WriteFile(path: path, body: body))
    }

    /// The request behind ``writeFile(path:body:)``.
    public struct WriteFile: Endpoint {
        public let path: String
        public let body: HTTPBody

        public init(path: String, body: HTTPBody) {
            self.path = path
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/files/{+path}")
            request.path("path", path)
            request.upload(body, as: "application/octet-stream")
        }
    }
}

extension DepotAPI {
    /// `POST /notes`.
    nonisolated(nonsending) public func note(body: String) async throws(APIError) -> String {
        try await send(Note(body: body))
    }

    /// The request behind ``note(body:)``.
    public struct Note: Endpoint {
        public typealias Output = String

        public let body: String

        public init(body: String) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/notes")
            request.responsePolicy = .text
            request.text(body, as: "text/plain")
        }
    }
}

extension DepotAPI {
    /// `POST /bulk`.
    nonisolated(nonsending) public func bulk(
        body: [DepotItem]
    ) async throws(APIError) -> LineStream<DepotItem> {
        try await stream(Bulk(body: body))
    }

    /// The request behind ``bulk(body:)``.
    public struct Bulk: StreamEndpoint {
        public typealias Output = LineStream<DepotItem>

        public let body: [DepotItem]

        public init(body: [DepotItem]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/bulk")
            request.responsePolicy = .json
            request.lines(body, as: "application/x-ndjson")
        }
    }
}

extension DepotAPI {
    /// `POST /report`.
    nonisolated(nonsending) public func report(
        lines: [DepotItem], by: Report.By
    ) async throws(APIError) -> JSONValue {
        try await send(Report(lines: lines, by: by))
    }

    /// The request behind ``report(lines:by:)``.
    public struct Report: Endpoint {
        public typealias Output = JSONValue

        public let lines: [DepotItem]
        public let by: By

        public init(lines: [DepotItem], by: By) {
            self.lines = lines
            self.by = by
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/report")
            request.responsePolicy = .json
            request.body("lines", lines)
            request.body("by", by)
        }

        /// The values of `by`.
        public struct By: JSONModel {
            public var sort: DepotKind
            public var descending: Bool

            public init(sort: DepotKind, descending: Bool) {
                self.sort = sort
                self.descending = descending
            }

            public init(json: inout JSONReader) throws {
                var sort: DepotKind?
                descending = false
                var object = json.beginObject("sort descending")
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: sort = json.value()
                    case 1: descending = json.bool()
                    default: break
                    }
                }
                guard json.finish(object), let sort else { throw json.takeFailure() }
                self.sort = sort
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("sort", sort)
                json.write("descending", descending)
                json.endObject()
            }
        }
    }
}

extension DepotAPI {
    /// `GET /watch`.
    nonisolated(nonsending) public func watch() async throws(APIError) -> EventStream<DepotItem> {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = EventStream<DepotItem>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/watch")
            request.responsePolicy = .json
        }
    }
}

/// The `DepotItem` type of ``DepotAPI``.
public struct DepotItem: JSONModel {
    public var id: Int
    public var name: String
    public var kind: DepotKind
    public var made: Date
    /// Set by the server, and never sent.
    public var serial: String?
    /// The members that the spec does not name.
    public var others: [String: JSONValue]

    public init(
        id: Int, name: String, kind: DepotKind, made: Date, serial: String? = nil,
        others: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.made = made
        self.serial = serial
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        id = 0
        name = ""
        var kind: DepotKind?
        var made: Date?
        var object = json.beginObject("id name kind made serial?")
        while let member = json.nextMember(&object, others: &others) {
            switch member {
            case 0: id = json.int()
            case 1: name = json.string()
            case 2: kind = json.value()
            case 3: made = json.value()
            case 4: serial = json.stringIfPresent()
            default: break
            }
        }
        guard json.finish(object), let kind, let made else { throw json.takeFailure() }
        self.kind = kind
        self.made = made
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("name", name, length: 1...20)
        }
        json.beginObject()
        json.write("id", id)
        json.write("name", name)
        json.write("kind", kind)
        json.write("made", made)
        if !json.isRequest {
            json.writeIfPresent("serial", serial)
        }
        json.writeOthers(others, besides: "id name kind made serial?")
        json.endObject()
    }
}

/// The values of `DepotKind`.
public enum DepotKind: OpenEnum {
    case tea
    case cup
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.tea, .cup]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "tea": self = .tea
        case "cup": self = .cup
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .tea: "tea"
        case .cup: "cup"
        case .unknown(let value): value
        }
    }
}

/// The values of `DepotExpand`.
public enum DepotExpand: OpenEnum {
    case owner
    case history
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.owner, .history]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "owner": self = .owner
        case "history": self = .history
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .owner: "owner"
        case .history: "history"
        case .unknown(let value): value
        }
    }
}

/// The `DepotOwner` type of ``DepotAPI``.
public struct DepotOwner: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}

/// The `DepotProblem` type of ``DepotAPI``.
public struct DepotProblem: JSONModel {
    public var code: Int
    public var message: String

    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    public init(json: inout JSONReader) throws {
        code = 0
        message = ""
        var object = json.beginObject("code message")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.int()
            case 1: message = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.write("message", message)
        json.endObject()
    }
}

/// The `DepotLock` type of ``DepotAPI``.
public struct DepotLock: JSONModel {
    public var by: String

    public init(by: String) {
        self.by = by
    }

    public init(json: inout JSONReader) throws {
        by = ""
        var object = json.beginObject("by")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: by = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("by", by)
        json.endObject()
    }
}
