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
    public func create(
        address: Create.Address, lines: [Create.Lines]
    ) async throws(APIError) -> InlineObjectsOrder {
        try await send(Create(address: address, lines: lines))
    }

    /// The request behind ``create(address:lines:)``.
    public struct Create: Endpoint {
        public typealias Output = InlineObjectsOrder

        public static let name = "create"

        public var address: Address
        public var lines: [Lines]

        public init(address: Address, lines: [Lines]) {
            self.address = address
            self.lines = lines
        }

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/orders")
            try request.body("address", address)
            try request.body("lines", lines)
        }

        /// The values of `address`.
        public struct Address: JSONModel {
            public let street: String
            public let city: String?
            public let kind: Kind

            public init(street: String, kind: Kind, city: String? = nil) {
                self.street = street
                self.city = city
                self.kind = kind
            }

            public init(json: inout JSONReader) throws {
                var street: String?
                var city: String?
                var kind: Kind?
                try json.beginObject()
                while let key = try json.nextKey() {
                    switch key {
                    case "street": try json.read(&street)
                    case "city": try json.readIfPresent(&city)
                    case "kind": try json.read(&kind)
                    default: try json.skip()
                    }
                }
                self.street = try json.require(street, "street")
                self.city = city
                self.kind = try json.require(kind, "kind")
            }

            public func write(json: inout JSONWriter) throws {
                try json.beginObject()
                try json.write("street", street)
                try json.writeIfPresent("city", city)
                try json.write("kind", kind)
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
        public struct Lines: JSONModel {
            public let sku: String
            public let quantity: Int

            public init(sku: String, quantity: Int = 1) {
                self.sku = sku
                self.quantity = quantity
            }

            public init(json: inout JSONReader) throws {
                var sku: String?
                var quantity: Int?
                try json.beginObject()
                while let key = try json.nextKey() {
                    switch key {
                    case "sku": try json.read(&sku)
                    case "quantity": try json.readIfPresent(&quantity)
                    default: try json.skip()
                    }
                }
                self.sku = try json.require(sku, "sku")
                self.quantity = quantity ?? 1
            }

            public func write(json: inout JSONWriter) throws {
                try json.beginObject()
                try json.write("sku", sku)
                try json.write("quantity", quantity)
                json.endObject()
            }
        }
    }
}

/// The `InlineObjectsOrder` type of ``InlineObjectsAPI``.
public struct InlineObjectsOrder: JSONModel {
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

    public init(json: inout JSONReader) throws {
        var address: Address?
        var lines: [Lines]?
        var named: Named?
        var empty: Empty?
        var byKey: [String: Int]?
        var point: InlineObjectsPoint?
        var nested: [[Int]]?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "address": try json.read(&address)
            case "lines": try json.read(&lines)
            case "named": try json.read(&named)
            case "empty": try json.read(&empty)
            case "byKey": try json.readIfPresent(&byKey)
            case "point": try json.readIfPresent(&point)
            case "nested": try json.readIfPresent(&nested)
            default: try json.skip()
            }
        }
        self.address = try json.require(address, "address")
        self.lines = try json.require(lines, "lines")
        self.named = try json.require(named, "named")
        self.empty = try json.require(empty, "empty")
        self.byKey = byKey ?? ["a": 1, "b": 2]
        self.point = point ?? .init(x: 1, tags: ["a", "b"])
        self.nested = nested ?? [[1, 2], []]
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("address", address)
        try json.write("lines", lines)
        try json.write("named", named)
        try json.write("empty", empty)
        try json.write("byKey", byKey)
        try json.write("point", point)
        try json.write("nested", nested)
        json.endObject()
    }

    /// The values of `address`.
    public struct Address: JSONModel {
        public let street: String
        public let geo: Geo?

        public init(street: String, geo: Geo? = nil) {
            self.street = street
            self.geo = geo
        }

        public init(json: inout JSONReader) throws {
            var street: String?
            var geo: Geo?
            try json.beginObject()
            while let key = try json.nextKey() {
                switch key {
                case "street": try json.read(&street)
                case "geo": try json.readIfPresent(&geo)
                default: try json.skip()
                }
            }
            self.street = try json.require(street, "street")
            self.geo = geo
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            try json.write("street", street)
            try json.writeIfPresent("geo", geo)
            json.endObject()
        }

        /// The values of `geo`.
        public struct Geo: JSONModel {
            public let lat: Double
            public let lon: Double

            public init(lat: Double, lon: Double) {
                self.lat = lat
                self.lon = lon
            }

            public init(json: inout JSONReader) throws {
                var lat: Double?
                var lon: Double?
                try json.beginObject()
                while let key = try json.nextKey() {
                    switch key {
                    case "lat": try json.read(&lat)
                    case "lon": try json.read(&lon)
                    default: try json.skip()
                    }
                }
                self.lat = try json.require(lat, "lat")
                self.lon = try json.require(lon, "lon")
            }

            public func write(json: inout JSONWriter) throws {
                try json.beginObject()
                try json.write("lat", lat)
                try json.write("lon", lon)
                json.endObject()
            }
        }
    }

    /// The values of `lines`.
    public struct Lines: JSONModel {
        public let sku: String
        public let price: Price

        public init(sku: String, price: Price) {
            self.sku = sku
            self.price = price
        }

        public init(json: inout JSONReader) throws {
            var sku: String?
            var price: Price?
            try json.beginObject()
            while let key = try json.nextKey() {
                switch key {
                case "sku": try json.read(&sku)
                case "price": try json.read(&price)
                default: try json.skip()
                }
            }
            self.sku = try json.require(sku, "sku")
            self.price = try json.require(price, "price")
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            try json.write("sku", sku)
            try json.write("price", price)
            json.endObject()
        }

        /// The values of `price`.
        public struct Price: JSONModel {
            public let amount: Decimal
            public let currency: Currency

            public init(amount: Decimal, currency: Currency) {
                self.amount = amount
                self.currency = currency
            }

            public init(json: inout JSONReader) throws {
                var amount: Decimal?
                var currency: Currency?
                try json.beginObject()
                while let key = try json.nextKey() {
                    switch key {
                    case "amount": try json.read(&amount)
                    case "currency": try json.read(&currency)
                    default: try json.skip()
                    }
                }
                self.amount = try json.require(amount, "amount")
                self.currency = try json.require(currency, "currency")
            }

            public func write(json: inout JSONWriter) throws {
                try json.beginObject()
                try json.write("amount", amount)
                try json.write("currency", currency)
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
    public struct Named: JSONModel {
        public let a: Int

        public init(a: Int) {
            self.a = a
        }

        public init(json: inout JSONReader) throws {
            var a: Int?
            try json.beginObject()
            while let key = try json.nextKey() {
                switch key {
                case "a": try json.read(&a)
                default: try json.skip()
                }
            }
            self.a = try json.require(a, "a")
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            try json.write("a", a)
            json.endObject()
        }
    }

    /// The values of `empty`.
    public struct Empty: JSONModel {
        public init() {}

        public init(json: inout JSONReader) throws {
            try json.beginObject()
            while try json.nextKey() != nil {
                try json.skip()
            }
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            json.endObject()
        }
    }
}

/// The `InlineObjectsPoint` type of ``InlineObjectsAPI``.
public struct InlineObjectsPoint: JSONModel {
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

    public init(json: inout JSONReader) throws {
        var x: Int?
        var y: Int?
        var tags: [String]?
        var name: String?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "x": try json.read(&x)
            case "y": try json.readIfPresent(&y)
            case "tags": try json.read(&tags)
            case "name": try json.readIfPresent(&name)
            default: try json.skip()
            }
        }
        self.x = try json.require(x, "x")
        self.y = y ?? 2
        self.tags = try json.require(tags, "tags")
        self.name = name
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("x", x)
        try json.write("y", y)
        try json.write("tags", tags)
        try json.writeIfPresent("name", name)
        json.endObject()
    }
}
