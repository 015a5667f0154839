// Generated from Services/Store/Orders.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

extension StoreAPI {
    /// `POST /orders`.
    /// - Parameter head: Not sent when `nil`.
    nonisolated(nonsending) public func order(
        itemEAN: String, price: ServicesMoney, head: StoreAPI.Head? = nil
    ) async throws(OrderCall.Failure) -> StoreAPI.Order {
        try await send(OrderCall(itemEAN: itemEAN, price: price, head: head))
    }

    /// The request behind ``order(itemEAN:price:head:)``.
    public struct OrderCall: Endpoint {
        public static var name: String { "order" }

        public typealias Output = StoreAPI.Order

        public let itemEAN: String
        public let price: ServicesMoney
        public let head: StoreAPI.Head?

        public init(itemEAN: String, price: ServicesMoney, head: StoreAPI.Head? = nil) {
            self.itemEAN = itemEAN
            self.price = price
            self.head = head
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.body("item_ean", itemEAN)
            request.body("price", price)
            request.body("head", head)
        }

        /// The ways in which ``order(itemEAN:price:head:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<Conflict>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409: .conflict(try response.failure(named: "conflict"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension StoreAPI {
    /// `GET /orders`.
    /// - Parameters:
    ///   - state: Not sent when `nil`.
    ///   - cursor: Not sent when `nil`.
    nonisolated(nonsending) public func listOrders(
        state: StoreAPI.State? = nil, cursor: String? = nil
    ) async throws(APIError) -> Page {
        try await send(ListOrders(state: state, cursor: cursor))
    }

    /// The request behind ``listOrders(state:cursor:)``.
    public struct ListOrders: PagedEndpoint {
        public typealias Output = Page

        public let state: StoreAPI.State?

        public var cursor: String?

        public init(state: StoreAPI.State? = nil, cursor: String? = nil) {
            self.state = state
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.query("state", state)
            request.query("cursor", cursor)
        }

        public static func items(of page: Page) -> [StoreAPI.Order] {
            page.orders
        }

        public func next(after page: APIResponse<Page>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.cursor, of: self)
        }
    }
}

extension StoreAPI {
    /// `GET /size`.
    nonisolated(nonsending) public func getSize() async throws(GetSize.Failure) -> Size {
        try await send(GetSize())
    }

    /// The request behind ``getSize()``.
    public struct GetSize: Endpoint {
        public typealias Output = Size

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/size")
        }

        /// The ways in which ``getSize()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<ServicesProblem>)
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

extension StoreAPI {
    /// The `Order` type of ``StoreAPI``.
    public struct Order: JSONModel {
        public var id: Int
        public var state: StoreAPI.State
        public var size: Size?
        @Boxed
        public var parent: StoreAPI.Order?

        public init(
            id: Int, state: StoreAPI.State = .open, size: Size? = nil, parent: StoreAPI.Order? = nil
        ) {
            self.id = id
            self.state = state
            self.size = size
            self.parent = parent
        }

        public init(json: inout JSONReader) throws {
            id = 0
            state = .open
            parent = nil
            var object = json.beginObject("id state? size? parent?")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: id = json.int()
                case 1: state = json.valueIfPresent() ?? state
                case 2: size = json.valueIfPresent()
                case 3: _parent = json.boxedIfPresent()
                default: break
                }
            }
            try json.endObject(object)
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("id", id)
            json.write("state", state)
            json.writeIfPresent("size", size)
            json.writeIfPresent("parent", parent)
            json.endObject()
        }
    }
}

extension StoreAPI {
    /// The values of `State`.
    public enum State: OpenEnum {
        case open
        case closed
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.open, .closed]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "open": self = .open
            case "closed": self = .closed
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .open: "open"
            case .closed: "closed"
            case .unknown(let value): value
            }
        }
    }
}

/// The `Size` type of ``StoreAPI``.
public struct Size: JSONModel {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public init(json: inout JSONReader) throws {
        var elements = try json.beginTuple(2)
        width = try json.element(&elements)
        height = try json.element(&elements)
        try json.endTuple(&elements)
    }

    public func write(json: inout JSONWriter) {
        json.beginTuple()
        json.writeElement(width)
        json.writeElement(height)
        json.endTuple()
    }
}

/// The `Page` type of ``StoreAPI``.
public struct Page: JSONModel {
    public var orders: [StoreAPI.Order]
    public var next: String?

    public init(orders: [StoreAPI.Order], next: String? = nil) {
        self.orders = orders
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        orders = []
        var object = json.beginObject("orders next?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: orders = json.array()
            case 1: next = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("orders", orders)
        json.writeIfPresent("next", next)
        json.endObject()
    }
}

/// The `Conflict` type of ``StoreAPI``.
public struct Conflict: JSONModel {
    public var order: StoreAPI.Order

    public init(order: StoreAPI.Order) {
        self.order = order
    }

    public init(json: inout JSONReader) throws {
        var order: StoreAPI.Order?
        var object = json.beginObject("order")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: order = json.value()
            default: break
            }
        }
        guard json.finish(object), let order else { throw json.takeFailure() }
        self.order = order
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("order", order)
        json.endObject()
    }
}
