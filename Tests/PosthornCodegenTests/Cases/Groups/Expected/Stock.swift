// Generated from Groups/Stock.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

extension GroupsAPI {
    /// The calls of the group `stock`.
    public var stock: StockGroup { StockGroup(api: self) }

    /// The calls of the group `stock`.
    public struct StockGroup: Sendable {
        /// The service that makes the calls.
        public let api: GroupsAPI
    }
}

extension GroupsAPI {
    /// The calls of the group `internal`.
    public var `internal`: Internal { Internal(api: self) }

    /// The calls of the group `internal`.
    public struct Internal: Sendable {
        /// The service that makes the calls.
        public let api: GroupsAPI
    }
}

extension GroupsAPI.StockGroup {
    /// `GET /stock/count`.
    nonisolated(nonsending) public func count() async throws(APIError) -> Int {
        try await api.send(Count())
    }

    /// The request behind ``count()``.
    public struct Count: Endpoint {
        public static var name: String { "stock.count" }

        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/stock/count")
        }
    }
}

extension GroupsAPI.StockGroup {
    /// `GET /stock/{sku}`.
    nonisolated(nonsending) public func stock(
        sku: String
    ) async throws(StockCall.Failure) -> Stock {
        try await api.send(StockCall(sku: sku))
    }

    /// The request behind ``stock(sku:)``.
    public struct StockCall: Endpoint {
        public static var name: String { "stock.stock" }

        public typealias Output = Stock

        public let sku: String

        public init(sku: String) {
            self.sku = sku
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/stock/{sku}")
            request.path("sku", sku)
        }

        /// The ways in which ``stock(sku:)`` fails.
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

extension GroupsAPI.StockGroup {
    /// `GET /stock/default`.
    nonisolated(nonsending) public func `default`() async throws(APIError) -> Stock {
        try await api.send(Default())
    }

    /// The request behind ``default()``.
    public struct Default: Endpoint {
        public static var name: String { "stock.default" }

        public typealias Output = Stock

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/stock/default")
        }
    }
}

extension GroupsAPI.Internal {
    /// `GET /internal`.
    nonisolated(nonsending) public func list() async throws(List.Failure) -> [String] {
        try await api.send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public static var name: String { "internal.list" }

        public typealias Output = [String]
        public typealias Failure = GroupsAPI.StockGroup.StockCall.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/internal")
        }
    }
}

/// The `Stock` type of ``GroupsAPI``.
public struct Stock: JSONModel {
    public var sku: String
    public var count: Int

    public init(sku: String, count: Int) {
        self.sku = sku
        self.count = count
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        count = 0
        var object = json.beginObject("sku count")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: count = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.write("count", count)
        json.endObject()
    }
}
