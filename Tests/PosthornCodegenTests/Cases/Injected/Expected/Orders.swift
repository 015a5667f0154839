// Generated from Injected/Orders.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

extension InjectedAPI {
    /// Orders and their exports.
    public var orders: Orders { Orders(api: self) }

    /// Orders and their exports.
    public struct Orders: Sendable {
        /// The service that makes the calls.
        public let api: InjectedAPI
    }
}

extension InjectedAPI {
    /// The calls of the group `injectedOrder`.
    public var injectedOrder: InjectedOrderGroup { InjectedOrderGroup(api: self) }

    /// The calls of the group `injectedOrder`.
    public struct InjectedOrderGroup: Sendable {
        /// The service that makes the calls.
        public let api: InjectedAPI
    }
}

extension InjectedAPI.Orders {
    /// `GET /orders`.
    /// - Parameters:
    ///   - cursor: Not sent when `nil`.
    ///   - limit: The default is `50`.
    nonisolated(nonsending) public func list(
        cursor: String? = nil, limit: Int = 50
    ) async throws(APIError) -> InjectedOrders {
        try await api.send(List(cursor: cursor, limit: limit))
    }

    /// The request behind ``list(cursor:limit:)``.
    public struct List: PagedEndpoint {
        public static var name: String { "orders.list" }

        public typealias Output = InjectedOrders

        public var cursor: String?

        public let limit: Int

        public init(cursor: String? = nil, limit: Int = 50) {
            self.cursor = cursor
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.query("cursor", cursor)
            request.query("limit", limit)
        }

        public static func items(of page: InjectedOrders) -> [InjectedOrder] {
            page.items
        }

        public func next(after page: APIResponse<InjectedOrders>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.cursor, of: self)
        }
    }
}

extension InjectedAPI.Orders {
    /// `GET /orders/{id}`.
    nonisolated(nonsending) public func get(id: Int) async throws(Get.Failure) -> InjectedOrder {
        try await api.send(Get(id: id))
    }

    /// The request behind ``get(id:)``.
    public struct Get: Endpoint {
        public static var name: String { "orders.get" }

        public typealias Output = InjectedOrder

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
    }
}

extension InjectedAPI.Orders {
    /// `DELETE /orders/{id}`.
    /// - Parameter at: Not sent when `nil`.
    nonisolated(nonsending) public func cancel(
        id: Int, at: Date? = nil
    ) async throws(Cancel.Failure) {
        try await api.send(Cancel(id: id, at: at))
    }

    /// The request behind ``cancel(id:at:)``.
    public struct Cancel: Endpoint {
        public static var name: String { "orders.cancel" }

        public typealias Failure = Get.Failure

        public let id: Int
        public let at: Date?

        public init(id: Int, at: Date? = nil) {
            self.id = id
            self.at = at
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/orders/{id}")
            request.path("id", id)
            request.body("at", at)
        }
    }
}

extension InjectedAPI.Orders {
    /// `GET /orders/events`.
    /// - Parameter kinds: Not sent when `nil`.
    nonisolated(nonsending) public func watch(
        kinds: [String]? = nil
    ) async throws(APIError) -> EventStream<InjectedOrder> {
        try await api.stream(Watch(kinds: kinds))
    }

    /// The request behind ``watch(kinds:)``.
    public struct Watch: StreamEndpoint {
        public static var name: String { "orders.watch" }

        public typealias Output = EventStream<InjectedOrder>

        public let kinds: [String]?

        public init(kinds: [String]? = nil) {
            self.kinds = kinds
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/events")
            request.query("kinds", kinds)
        }
    }
}

extension InjectedAPI.Orders {
    /// `GET /orders/{id}/receipt`.
    /// - Parameters:
    ///   - width: Not sent when `nil`.
    ///   - destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) public func receipt(
        id: Int, width: Int? = nil, to destination: URL
    ) async throws(APIError) -> DownloadedFile {
        try await api.download(Receipt(id: id, width: width), to: destination)
    }

    /// The request behind ``receipt(id:width:to:)``.
    public struct Receipt: DownloadEndpoint {
        public static var name: String { "orders.receipt" }

        public let id: Int
        public let width: Int?

        public init(id: Int, width: Int? = nil) {
            self.id = id
            self.width = width
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}/receipt")
            request.path("id", id)
            request.query("width", width)
        }
    }
}

extension InjectedAPI.Orders {
    /// `GET /orders/{id}/scan`.
    nonisolated(nonsending) public func scan(id: Int) async throws(APIError) -> ByteStream {
        try await api.stream(Scan(id: id))
    }

    /// The request behind ``scan(id:)``.
    public struct Scan: StreamEndpoint {
        public static var name: String { "orders.scan" }

        public typealias Output = ByteStream

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}/scan")
            request.path("id", id)
        }
    }
}

extension InjectedAPI.Orders {
    /// `GET /orders/count`.
    nonisolated(nonsending) public func count() async throws(APIError) -> Count.Output {
        try await api.send(Count())
    }

    /// The request behind ``count()``.
    public struct Count: Endpoint {
        public static var name: String { "orders.count" }

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/count")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), newest: response.header("X-Newest"))
        }

        /// What ``count()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: Int

            /// The header `X-Newest`.
            public let newest: Date?

            public init(value: Int, newest: Date? = nil) {
                self.value = value
                self.newest = newest
            }
        }
    }
}

extension InjectedAPI.Orders {
    /// `POST /orders/exports`.
    nonisolated(nonsending) public func export() async throws(APIError) -> PolledOperation<Export> {
        try await api.startOperation(Export())
    }

    /// The request behind ``export()``.
    public struct Export: PolledEndpoint {
        public static var name: String { "orders.export" }

        public typealias PolledState = InjectedExport
        public typealias Output = InjectedExport?
        public typealias PolledValue = InjectedExport

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders/exports")
        }

        public static func place(of state: InjectedExport?) -> OperationPlace {
            .header("Location")
        }

        public static func outcome(of state: InjectedExport) -> OperationOutcome<InjectedExport> {
            if state.done == true {
                return .ended(state)
            }
            return .running
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.value(unless: "Location")
        }

        public static func state(from response: CallResponse) throws -> PolledState? {
            try response.value()
        }
    }
}

extension InjectedAPI.InjectedOrderGroup {
    /// `GET /default`.
    nonisolated(nonsending) public func `default`() async throws(APIError) -> InjectedOrder {
        try await api.send(Default())
    }

    /// The request behind ``default()``.
    public struct Default: Endpoint {
        public static var name: String { "injectedOrder.default" }

        public typealias Output = InjectedOrder

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/default")
        }
    }
}

/// The `InjectedExport` type of ``InjectedAPI``.
public struct InjectedExport: JSONModel {
    public var done: Bool

    public init(done: Bool) {
        self.done = done
    }

    public init(json: inout JSONReader) throws {
        done = false
        var object = json.beginObject("done")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: done = json.bool()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("done", done)
        json.endObject()
    }
}
