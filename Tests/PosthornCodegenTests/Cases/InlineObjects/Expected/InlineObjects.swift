// Generated from InlineObjects/InlineObjects.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

/// A client of the service `InlineObjectsAPI`.
public struct InlineObjectsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension InlineObjectsAPI {
    /// `POST /orders`.
    nonisolated(nonsending) public func create(
        address: Create.Address, lines: [Create.Lines]
    ) async throws(APIError) -> InlineObjectsOrder {
        try await send(Create(address: address, lines: lines))
    }

    /// The request behind ``create(address:lines:)``.
    public struct Create: Endpoint {
        public typealias Output = InlineObjectsOrder

        public static let route = EndpointRoute(.post, "/orders")

        public let address: Address
        public let lines: [Lines]

        public init(address: Address, lines: [Lines]) {
            self.address = address
            self.lines = lines
        }

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
            request.body("address", address)
            request.body("lines", lines)
        }

        /// The values of `address`.
        public final class Address: JSONObject, @unchecked Sendable {
            public let street: String
            public let city: String?
            public let kind: Kind

            public init(street: String, kind: Kind, city: String? = nil) {
                self.street = street
                self.city = city
                self.kind = kind
            }

            public required init(json: inout JSONReader) throws {
                let object = json.beginObject()
                street = json.string("street")
                city = json.stringIfPresent("city")
                let kind: Kind? = json.value("kind")
                guard json.finish(object), let kind else {
                    throw json.takeFailure()
                }
                self.kind = kind
            }

            public override func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("street", street)
                json.writeIfPresent("city", city)
                json.write("kind", kind)
                json.endObject()
            }

            /// The values of `kind`.
            public enum Kind: OpenEnum {
                case home
                case work
                /// A value that the spec does not list.
                case unknown(String)

                public init(rawValue: String) {
                    switch rawValue {
                    case "home": self = .home
                    case "work": self = .work
                    default: self = .unknown(rawValue)
                    }
                }

                public var rawValue: String {
                    switch self {
                    case .home: "home"
                    case .work: "work"
                    case .unknown(let value): value
                    }
                }
            }
        }

        /// The values of `lines`.
        public final class Lines: JSONObject, @unchecked Sendable {
            public let sku: String
            public let quantity: Int

            public init(sku: String, quantity: Int = 1) {
                self.sku = sku
                self.quantity = quantity
            }

            public required init(json: inout JSONReader) throws {
                let object = json.beginObject()
                sku = json.string("sku")
                quantity = json.intIfPresent("quantity") ?? 1
                try json.endObject(object)
            }

            public override func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("sku", sku)
                json.write("quantity", quantity)
                json.endObject()
            }
        }
    }
}

/// The `InlineObjectsOrder` type of ``InlineObjectsAPI``.
public final class InlineObjectsOrder: JSONObject, @unchecked Sendable {
    public let address: Address
    public let lines: [Lines]
    /// In the long form.
    public let named: Named
    public let empty: Empty
    public let byKey: [String: Int]
    public let point: InlineObjectsPoint
    public let nested: [[Int]]

    public init(
        address: Address, lines: [Lines], named: Named, empty: Empty,
        byKey: [String: Int] = ["a": 1, "b": 2],
        point: InlineObjectsPoint = .init(x: 1, tags: ["a", "b"]), nested: [[Int]] = [[1, 2], []]
    ) {
        self.address = address
        self.lines = lines
        self.named = named
        self.empty = empty
        self.byKey = byKey
        self.point = point
        self.nested = nested
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let address: Address? = json.value("address")
        lines = json.array("lines")
        let named: Named? = json.value("named")
        let empty: Empty? = json.value("empty")
        byKey = json.mapIfPresent("byKey") ?? ["a": 1, "b": 2]
        point = json.valueIfPresent("point") ?? .init(x: 1, tags: ["a", "b"])
        nested = json.arrayIfPresent("nested") ?? [[1, 2], []]
        guard json.finish(object), let address, let named, let empty else {
            throw json.takeFailure()
        }
        self.address = address
        self.named = named
        self.empty = empty
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("address", address)
        json.write("lines", lines)
        json.write("named", named)
        json.write("empty", empty)
        json.write("byKey", byKey)
        json.write("point", point)
        json.write("nested", nested)
        json.endObject()
    }

    /// The values of `address`.
    public final class Address: JSONObject, @unchecked Sendable {
        public let street: String
        public let geo: Geo?

        public init(street: String, geo: Geo? = nil) {
            self.street = street
            self.geo = geo
        }

        public required init(json: inout JSONReader) throws {
            let object = json.beginObject()
            street = json.string("street")
            geo = json.valueIfPresent("geo")
            try json.endObject(object)
        }

        public override func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("street", street)
            json.writeIfPresent("geo", geo)
            json.endObject()
        }

        /// The values of `geo`.
        public final class Geo: JSONObject, @unchecked Sendable {
            public let lat: Double
            public let lon: Double

            public init(lat: Double, lon: Double) {
                self.lat = lat
                self.lon = lon
            }

            public required init(json: inout JSONReader) throws {
                let object = json.beginObject()
                lat = json.double("lat")
                lon = json.double("lon")
                try json.endObject(object)
            }

            public override func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("lat", lat)
                json.write("lon", lon)
                json.endObject()
            }
        }
    }

    /// The values of `lines`.
    public final class Lines: JSONObject, @unchecked Sendable {
        public let sku: String
        public let price: Price

        public init(sku: String, price: Price) {
            self.sku = sku
            self.price = price
        }

        public required init(json: inout JSONReader) throws {
            let object = json.beginObject()
            sku = json.string("sku")
            let price: Price? = json.value("price")
            guard json.finish(object), let price else {
                throw json.takeFailure()
            }
            self.price = price
        }

        public override func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("sku", sku)
            json.write("price", price)
            json.endObject()
        }

        /// The values of `price`.
        public final class Price: JSONObject, @unchecked Sendable {
            public let amount: Decimal
            public let currency: Currency

            public init(amount: Decimal, currency: Currency) {
                self.amount = amount
                self.currency = currency
            }

            public required init(json: inout JSONReader) throws {
                let object = json.beginObject()
                amount = json.decimal("amount")
                let currency: Currency? = json.value("currency")
                guard json.finish(object), let currency else {
                    throw json.takeFailure()
                }
                self.currency = currency
            }

            public override func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("amount", amount)
                json.write("currency", currency)
                json.endObject()
            }

            /// The values of `currency`.
            public enum Currency: OpenEnum {
                case eur
                case usd
                /// A value that the spec does not list.
                case unknown(String)

                public init(rawValue: String) {
                    switch rawValue {
                    case "eur": self = .eur
                    case "usd": self = .usd
                    default: self = .unknown(rawValue)
                    }
                }

                public var rawValue: String {
                    switch self {
                    case .eur: "eur"
                    case .usd: "usd"
                    case .unknown(let value): value
                    }
                }
            }
        }
    }

    /// The values of `named`.
    public final class Named: JSONObject, @unchecked Sendable {
        public let a: Int

        public init(a: Int) {
            self.a = a
        }

        public required init(json: inout JSONReader) throws {
            let object = json.beginObject()
            a = json.int("a")
            try json.endObject(object)
        }

        public override func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("a", a)
            json.endObject()
        }
    }

    /// The values of `empty`.
    public final class Empty: JSONObject, @unchecked Sendable {
        public override init() {}

        public required init(json: inout JSONReader) throws {
            let object = json.beginObject()
            try json.endObject(object)
        }

        public override func write(json: inout JSONWriter) {
            json.beginObject()
            json.endObject()
        }
    }
}

/// The `InlineObjectsPoint` type of ``InlineObjectsAPI``.
public final class InlineObjectsPoint: JSONObject, @unchecked Sendable {
    public let x: Int
    public let y: Int
    public let tags: [String]
    public let name: String?

    public init(x: Int, tags: [String], y: Int = 2, name: String? = nil) {
        self.x = x
        self.y = y
        self.tags = tags
        self.name = name
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        x = json.int("x")
        y = json.intIfPresent("y") ?? 2
        tags = json.array("tags")
        name = json.stringIfPresent("name")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.write("y", y)
        json.write("tags", tags)
        json.writeIfPresent("name", name)
        json.endObject()
    }
}
