// Generated from InlineObjects/InlineObjects.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

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

        public let address: Address
        public let lines: [Lines]

        public init(address: Address, lines: [Lines]) {
            self.address = address
            self.lines = lines
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.body("address", address)
            request.body("lines", lines)
        }

        /// The values of `address`.
        public struct Address: JSONModel {
            public var street: String
            public var city: String?
            public var kind: Kind

            public init(street: String, kind: Kind, city: String? = nil) {
                self.street = street
                self.city = city
                self.kind = kind
            }

            public init(json: inout JSONReader) throws {
                street = ""
                var kind: Kind?
                var object = json.beginObject("street city? kind")
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: street = json.string()
                    case 1: city = json.stringIfPresent()
                    case 2: kind = json.value()
                    default: break
                    }
                }
                guard json.finish(object), let kind else { throw json.takeFailure() }
                self.kind = kind
            }

            public func write(json: inout JSONWriter) {
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

                public static var knownCases: [Self] {
                    [.home, .work]
                }

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
            public var sku: String
            public var quantity: Int

            public init(sku: String, quantity: Int = 1) {
                self.sku = sku
                self.quantity = quantity
            }

            public init(json: inout JSONReader) throws {
                sku = ""
                quantity = 1
                var object = json.beginObject("sku quantity?")
                readMembers(&json, &object)
                try json.endObject(object)
            }

            @inline(never)
            private mutating func readMembers(
                _ json: inout JSONReader, _ object: inout JSONReader.Object
            ) {
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: sku = json.string()
                    case 1: quantity = json.intIfPresent() ?? quantity
                    default: break
                    }
                }
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("sku", sku)
                json.write("quantity", quantity)
                json.endObject()
            }
        }
    }
}

/// The `InlineObjectsOrder` type of ``InlineObjectsAPI``.
public struct InlineObjectsOrder: JSONModel {
    public var address: Address
    public var lines: [Lines]
    /// In the long form.
    public var named: Named
    public var empty: Empty
    public var byKey: [String: Int]
    public var point: InlineObjectsPoint
    public var nested: [[Int]]

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
        lines = []
        var named: Named?
        var empty: Empty?
        byKey = ["a": 1, "b": 2]
        point = .init(x: 1, tags: ["a", "b"])
        nested = [[1, 2], []]
        var object = json.beginObject("address lines named empty byKey? point? nested?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: address = json.value()
            case 1: lines = json.array()
            case 2: named = json.value()
            case 3: empty = json.value()
            case 4: byKey = json.mapIfPresent() ?? byKey
            case 5: point = json.valueIfPresent() ?? point
            case 6: nested = json.arrayIfPresent() ?? nested
            default: break
            }
        }
        guard json.finish(object), let address, let named, let empty else {
            throw json.takeFailure()
        }
        self.address = address
        self.named = named
        self.empty = empty
    }

    public func write(json: inout JSONWriter) {
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
    public struct Address: JSONModel {
        public var street: String
        public var geo: Geo?

        public init(street: String, geo: Geo? = nil) {
            self.street = street
            self.geo = geo
        }

        public init(json: inout JSONReader) throws {
            street = ""
            var object = json.beginObject("street geo?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: street = json.string()
                case 1: geo = json.valueIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("street", street)
            json.writeIfPresent("geo", geo)
            json.endObject()
        }

        /// The values of `geo`.
        public struct Geo: JSONModel {
            public var lat: Double
            public var lon: Double

            public init(lat: Double, lon: Double) {
                self.lat = lat
                self.lon = lon
            }

            public init(json: inout JSONReader) throws {
                lat = 0
                lon = 0
                var object = json.beginObject("lat lon")
                readMembers(&json, &object)
                try json.endObject(object)
            }

            @inline(never)
            private mutating func readMembers(
                _ json: inout JSONReader, _ object: inout JSONReader.Object
            ) {
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: lat = json.double()
                    case 1: lon = json.double()
                    default: break
                    }
                }
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("lat", lat)
                json.write("lon", lon)
                json.endObject()
            }
        }
    }

    /// The values of `lines`.
    public struct Lines: JSONModel {
        public var sku: String
        public var price: Price

        public init(sku: String, price: Price) {
            self.sku = sku
            self.price = price
        }

        public init(json: inout JSONReader) throws {
            sku = ""
            var price: Price?
            var object = json.beginObject("sku price")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: sku = json.string()
                case 1: price = json.value()
                default: break
                }
            }
            guard json.finish(object), let price else { throw json.takeFailure() }
            self.price = price
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("sku", sku)
            json.write("price", price)
            json.endObject()
        }

        /// The values of `price`.
        public struct Price: JSONModel {
            public var amount: Decimal
            public var currency: Currency

            public init(amount: Decimal, currency: Currency) {
                self.amount = amount
                self.currency = currency
            }

            public init(json: inout JSONReader) throws {
                var amount: Decimal?
                var currency: Currency?
                var object = json.beginObject("amount currency")
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: amount = json.value()
                    case 1: currency = json.value()
                    default: break
                    }
                }
                guard json.finish(object), let amount, let currency else {
                    throw json.takeFailure()
                }
                self.amount = amount
                self.currency = currency
            }

            public func write(json: inout JSONWriter) {
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

                public static var knownCases: [Self] {
                    [.eur, .usd]
                }

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
        public var a: Int

        public init(a: Int) {
            self.a = a
        }

        public init(json: inout JSONReader) throws {
            a = 0
            var object = json.beginObject("a")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: a = json.int()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("a", a)
            json.endObject()
        }
    }

    /// The values of `empty`.
    public struct Empty: JSONModel {
        public init() {}

        public init(json: inout JSONReader) throws {
            try json.endObject(json.beginObject(""))
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.endObject()
        }
    }
}

/// The `InlineObjectsPoint` type of ``InlineObjectsAPI``.
public struct InlineObjectsPoint: JSONModel {
    public var x: Int
    public var y: Int
    public var tags: [String]
    public var name: String?

    public init(x: Int, tags: [String], y: Int = 2, name: String? = nil) {
        self.x = x
        self.y = y
        self.tags = tags
        self.name = name
    }

    public init(json: inout JSONReader) throws {
        x = 0
        y = 2
        tags = []
        var object = json.beginObject("x y? tags name?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: x = json.int()
            case 1: y = json.intIfPresent() ?? y
            case 2: tags = json.array()
            case 3: name = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.write("y", y)
        json.write("tags", tags)
        json.writeIfPresent("name", name)
        json.endObject()
    }
}
