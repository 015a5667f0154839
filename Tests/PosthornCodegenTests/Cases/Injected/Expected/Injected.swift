// Generated from Injected/Injected.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `InjectedAPI`.
public struct InjectedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension InjectedAPI {
    /// The calls of the group `drafts`.
    public var drafts: Drafts { Drafts(api: self) }

    /// The calls of the group `drafts`.
    public struct Drafts: Sendable {
        /// The service that makes the calls.
        public let api: InjectedAPI
    }
}

extension InjectedAPI {
    /// Answers if the service is there.
    ///
    /// `GET /ping`.
    @available(*, deprecated, message: "Use find.")
    nonisolated(nonsending) public func ping() async throws(APIError) {
        try await send(Ping())
    }

    /// The request behind ``ping()``.
    @available(*, deprecated, message: "Use find.")
    public struct Ping: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ping")
        }
    }
}

extension InjectedAPI {
    /// `GET /find`.
    /// - Parameters:
    ///   - sort: The default is `newest`.
    ///   - limit: Not sent when `nil`.
    nonisolated(nonsending) public func find(
        find: String, sort: Find.Sort = .newest, limit: Int? = nil
    ) async throws(Find.Failure) -> [InjectedOrder] {
        try await send(Find(find: find, sort: sort, limit: limit))
    }

    /// The request behind ``find(find:sort:limit:)``.
    public struct Find: Endpoint {
        public typealias Output = [InjectedOrder]

        public let find: String
        public let sort: Sort
        public let limit: Int?

        public init(find: String, sort: Sort = .newest, limit: Int? = nil) {
            self.find = find
            self.sort = sort
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/find")
            request.query("find", find)
            request.query("sort", sort)
            request.query("limit", limit)
            request.header("X-Kind", "fast")
        }

        /// The ways in which ``find(find:sort:limit:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<InjectedProblem>)
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

        /// The values of `sort`.
        public enum Sort: OpenEnum {
            case newest
            case price
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.newest, .price]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "newest": self = .newest
                case "price": self = .price
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .newest: "newest"
                case .price: "price"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension InjectedAPI {
    /// `GET /audit`.
    nonisolated(nonsending) func audit() async throws(APIError) {
        try await send(Audit())
    }

    /// The request behind ``audit()``.
    struct Audit: Endpoint {
        init() {}

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/audit")
        }
    }
}

extension InjectedAPI.Drafts {
    /// `GET /drafts`.
    ///
    /// A preview, which may change. Import the module `@_spi(Preview)`.
    @_spi(Preview)
    nonisolated(nonsending) public func list() async throws(APIError) {
        try await api.send(List())
    }

    /// The request behind ``list()``.
    @_spi(Preview)
    public struct List: Endpoint {
        public static var name: String { "drafts.list" }

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/drafts")
        }
    }
}

/// The `InjectedOrder` type of ``InjectedAPI``.
public struct InjectedOrder: JSONModel {
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

/// The `InjectedOrders` type of ``InjectedAPI``.
public struct InjectedOrders: JSONModel {
    public var items: [InjectedOrder]
    public var next: String?

    public init(items: [InjectedOrder], next: String? = nil) {
        self.items = items
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        items = []
        var object = json.beginObject("items next?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: next = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.writeIfPresent("next", next)
        json.endObject()
    }
}

/// The `InjectedProblem` type of ``InjectedAPI``.
public struct InjectedProblem: JSONModel {
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

/// The calls of ``InjectedAPI``.
///
/// Take `any InjectedAPIProtocol`, and pass the client or a fake.
public protocol InjectedAPIProtocol: Sendable {
    associatedtype Orders: InjectedAPIOrdersProtocol
    associatedtype InjectedOrderGroup: InjectedAPIInjectedOrderGroupProtocol

    /// Orders and their exports.
    var orders: Orders { get }
    /// The calls of the group `injectedOrder`.
    var injectedOrder: InjectedOrderGroup { get }

    /// Answers if the service is there.
    ///
    /// `GET /ping`.
    @available(*, deprecated, message: "Use find.")
    nonisolated(nonsending) func ping() async throws(APIError)

    /// `GET /find`.
    nonisolated(nonsending) func find(
        find: String, sort: InjectedAPI.Find.Sort, limit: Int?
    ) async throws(InjectedAPI.Find.Failure) -> [InjectedOrder]
}

extension InjectedAPIProtocol {
    /// Calls ``find(find:sort:limit:)`` with default arguments.
    nonisolated(nonsending) public func find(
        find: String, sort: InjectedAPI.Find.Sort = .newest, limit: Int? = nil, _: Void = ()
    ) async throws(InjectedAPI.Find.Failure) -> [InjectedOrder] {
        try await self.find(find: find, sort: sort, limit: limit)
    }
}

extension InjectedAPI: InjectedAPIProtocol {}

/// Orders and their exports.
public protocol InjectedAPIOrdersProtocol: Sendable {
    /// `GET /orders`.
    nonisolated(nonsending) func list(
        cursor: String?, limit: Int
    ) async throws(APIError) -> InjectedOrders

    /// `GET /orders/{id}`.
    nonisolated(nonsending) func get(
        id: Int
    ) async throws(InjectedAPI.Orders.Get.Failure) -> InjectedOrder

    /// `DELETE /orders/{id}`.
    nonisolated(nonsending) func cancel(
        id: Int, at: Date?
    ) async throws(InjectedAPI.Orders.Cancel.Failure)

    /// `GET /orders/events`.
    nonisolated(nonsending) func watch(
        kinds: [String]?
    ) async throws(APIError) -> EventStream<InjectedOrder>

    /// `GET /orders/{id}/receipt`.
    nonisolated(nonsending) func receipt(
        id: Int, width: Int?, to destination: URL
    ) async throws(APIError) -> DownloadedFile

    /// `GET /orders/{id}/scan`.
    nonisolated(nonsending) func scan(id: Int) async throws(APIError) -> ByteStream

    /// `GET /orders/count`.
    nonisolated(nonsending) func count() async throws(APIError) -> InjectedAPI.Orders.Count.Output

    /// `POST /orders/exports`.
    nonisolated(nonsending) func export()
        async throws(APIError) -> PolledOperation<InjectedAPI.Orders.Export>
}

extension InjectedAPIOrdersProtocol {
    /// Calls ``list(cursor:limit:)`` with default arguments.
    nonisolated(nonsending) public func list(
        cursor: String? = nil, limit: Int = 50, _: Void = ()
    ) async throws(APIError) -> InjectedOrders {
        try await list(cursor: cursor, limit: limit)
    }

    /// Calls ``cancel(id:at:)`` with default arguments.
    nonisolated(nonsending) public func cancel(
        id: Int, at: Date? = nil, _: Void = ()
    ) async throws(InjectedAPI.Orders.Cancel.Failure) {
        try await cancel(id: id, at: at)
    }

    /// Calls ``watch(kinds:)`` with default arguments.
    nonisolated(nonsending) public func watch(
        kinds: [String]? = nil, _: Void = ()
    ) async throws(APIError) -> EventStream<InjectedOrder> {
        try await watch(kinds: kinds)
    }

    /// Calls ``receipt(id:width:to:)`` with default arguments.
    nonisolated(nonsending) public func receipt(
        id: Int, width: Int? = nil, to destination: URL, _: Void = ()
    ) async throws(APIError) -> DownloadedFile {
        try await receipt(id: id, width: width, to: destination)
    }
}

extension InjectedAPI.Orders: InjectedAPIOrdersProtocol {}

/// The calls of the group `injectedOrder`.
public protocol InjectedAPIInjectedOrderGroupProtocol: Sendable {
    /// `GET /default`.
    nonisolated(nonsending) func `default`() async throws(APIError) -> InjectedOrder
}

extension InjectedAPI.InjectedOrderGroup: InjectedAPIInjectedOrderGroupProtocol {}
