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

        public let address: Address
        public let lines: [Lines]

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
        public final class Address: JSONModel {
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
                let object = json.beginObject()
                while let key = json.nextKey() {
                    switch key {
                    case "street": json.read(&street)
                    case "city": json.readIfPresent(&city)
                    case "kind": json.read(&kind)
                    default: json.skip()
                    }
                }
                guard json.isIntact, let street, let kind else {
                    throw json.failure(in: object, needing: "street", "kind")
                }
                self.street = street
                self.city = city
                self.kind = kind
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
        public final class Lines: JSONModel {
            public let sku: String
            public let quantity: Int

            public init(sku: String, quantity: Int = 1) {
                self.sku = sku
                self.quantity = quantity
            }

            public init(json: inout JSONReader) throws {
                var sku: String?
                var quantity: Int?
                let object = json.beginObject()
                while let key = json.nextKey() {
                    switch key {
                    case "sku": json.read(&sku)
                    case "quantity": json.readIfPresent(&quantity)
                    default: json.skip()
                    }
                }
                guard json.isIntact, let sku else {
                    throw json.failure(in: object, needing: "sku")
                }
                self.sku = sku
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
public final class InlineObjectsOrder: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "address": json.read(&address)
            case "lines": json.read(&lines)
            case "named": json.read(&named)
            case "empty": json.read(&empty)
            case "byKey": json.readIfPresent(&byKey)
            case "point": json.readIfPresent(&point)
            case "nested": json.readIfPresent(&nested)
            default: json.skip()
            }
        }
        guard json.isIntact, let address, let lines, let named, let empty else {
            throw json.failure(in: object, needing: "address", "lines", "named", "empty")
        }
        self.address = address
        self.lines = lines
        self.named = named
        self.empty = empty
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
    public final class Address: JSONModel {
        public let street: String
        public let geo: Geo?

        public init(street: String, geo: Geo? = nil) {
            self.street = street
            self.geo = geo
        }

        public init(json: inout JSONReader) throws {
            var street: String?
            var geo: Geo?
            let object = json.beginObject()
            while let key = json.nextKey() {
                switch key {
                case "street": json.read(&street)
                case "geo": json.readIfPresent(&geo)
                default: json.skip()
                }
            }
            guard json.isIntact, let street else {
                throw json.failure(in: object, needing: "street")
            }
            self.street = street
            self.geo = geo
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            try json.write("street", street)
            try json.writeIfPresent("geo", geo)
            json.endObject()
        }

        /// The values of `geo`.
        public final class Geo: JSONModel {
            public let lat: Double
            public let lon: Double

            public init(lat: Double, lon: Double) {
                self.lat = lat
                self.lon = lon
            }

            public init(json: inout JSONReader) throws {
                var lat: Double?
                var lon: Double?
                let object = json.beginObject()
                while let key = json.nextKey() {
                    switch key {
                    case "lat": json.read(&lat)
                    case "lon": json.read(&lon)
                    default: json.skip()
                    }
                }
                guard json.isIntact, let lat, let lon else {
                    throw json.failure(in: object, needing: "lat", "lon")
                }
                self.lat = lat
                self.lon = lon
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
    public final class Lines: JSONModel {
        public let sku: String
        public let price: Price

        public init(sku: String, price: Price) {
            self.sku = sku
            self.price = price
        }

        public init(json: inout JSONReader) throws {
            var sku: String?
            var price: Price?
            let object = json.beginObject()
            while let key = json.nextKey() {
                switch key {
                case "sku": json.read(&sku)
                case "price": json.read(&price)
                default: json.skip()
                }
            }
            guard json.isIntact, let sku, let price else {
                throw json.failure(in: object, needing: "sku", "price")
            }
            self.sku = sku
            self.price = price
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            try json.write("sku", sku)
            try json.write("price", price)
            json.endObject()
        }

        /// The values of `price`.
        public final class Price: JSONModel {
            public let amount: Decimal
            public let currency: Currency

            public init(amount: Decimal, currency: Currency) {
                self.amount = amount
                self.currency = currency
            }

            public init(json: inout JSONReader) throws {
                var amount: Decimal?
                var currency: Currency?
                let object = json.beginObject()
                while let key = json.nextKey() {
                    switch key {
                    case "amount": json.read(&amount)
                    case "currency": json.read(&currency)
                    default: json.skip()
                    }
                }
                guard json.isIntact, let amount, let currency else {
                    throw json.failure(in: object, needing: "amount", "currency")
                }
                self.amount = amount
                self.currency = currency
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
    public final class Named: JSONModel {
        public let a: Int

        public init(a: Int) {
            self.a = a
        }

        public init(json: inout JSONReader) throws {
            var a: Int?
            let object = json.beginObject()
            while let key = json.nextKey() {
                switch key {
                case "a": json.read(&a)
                default: json.skip()
                }
            }
            guard json.isIntact, let a else {
                throw json.failure(in: object, needing: "a")
            }
            self.a = a
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            try json.write("a", a)
            json.endObject()
        }
    }

    /// The values of `empty`.
    public final class Empty: JSONModel {
        public init() {}

        public init(json: inout JSONReader) throws {
            let object = json.beginObject()
            while json.nextKey() != nil {
                json.skip()
            }
            guard json.isIntact else {
                throw json.failure(in: object)
            }
        }

        public func write(json: inout JSONWriter) throws {
            try json.beginObject()
            json.endObject()
        }
    }
}

/// The `InlineObjectsPoint` type of ``InlineObjectsAPI``.
public final class InlineObjectsPoint: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "x": json.read(&x)
            case "y": json.readIfPresent(&y)
            case "tags": json.read(&tags)
            case "name": json.readIfPresent(&name)
            default: json.skip()
            }
        }
        guard json.isIntact, let x, let tags else {
            throw json.failure(in: object, needing: "x", "tags")
        }
        self.x = x
        self.y = y ?? 2
        self.tags = tags
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
