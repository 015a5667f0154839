// Generated from Defaults/Defaults.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

/// A client of the service `DefaultsAPI`.
public struct DefaultsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// The `DefaultsItem` type of ``DefaultsAPI``.
public final class DefaultsItem: JSONModel {
    public let name: String
    public let empty: String
    public let version: String
    public let flag: Bool
    public let count: Int
    public let low: Int32
    public let high: Int64
    public let ratio: Double
    public let factor: Float
    public let price: Decimal
    public let debt: Decimal
    public let kind: DefaultsKind
    public let inline: Inline
    public let list: [Int]
    public let kinds: [DefaultsKind]
    public let table: [String: Int]
    public let optional: String?
    public let requiredOne: String

    public init(
        requiredOne: String, name: String = "unnamed", empty: String = "", version: String = "1.10",
        flag: Bool = false, count: Int = 0, low: Int32 = -2147483648,
        high: Int64 = 9223372036854775807, ratio: Double = -0.25, factor: Float = 2,
        price: Decimal = Decimal(sign: .plus, exponent: -2, significand: 1999),
        debt: Decimal = Decimal(sign: .minus, exponent: -2, significand: 5),
        kind: DefaultsKind = .large, inline: Inline = .b, list: [Int] = [1, 2],
        kinds: [DefaultsKind] = [.small, .large], table: [String: Int] = [:],
        optional: String? = nil
    ) {
        self.name = name
        self.empty = empty
        self.version = version
        self.flag = flag
        self.count = count
        self.low = low
        self.high = high
        self.ratio = ratio
        self.factor = factor
        self.price = price
        self.debt = debt
        self.kind = kind
        self.inline = inline
        self.list = list
        self.kinds = kinds
        self.table = table
        self.optional = optional
        self.requiredOne = requiredOne
    }

    public init(json: inout JSONReader) throws {
        var name: String?
        var empty: String?
        var version: String?
        var flag: Bool?
        var count: Int?
        var low: Int32?
        var high: Int64?
        var ratio: Double?
        var factor: Float?
        var price: Decimal?
        var debt: Decimal?
        var kind: DefaultsKind?
        var inline: Inline?
        var list: [Int]?
        var kinds: [DefaultsKind]?
        var table: [String: Int]?
        var optional: String?
        var requiredOne: String?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "name": json.readIfPresent(&name)
            case "empty": json.readIfPresent(&empty)
            case "version": json.readIfPresent(&version)
            case "flag": json.readIfPresent(&flag)
            case "count": json.readIfPresent(&count)
            case "low": json.readIfPresent(&low)
            case "high": json.readIfPresent(&high)
            case "ratio": json.readIfPresent(&ratio)
            case "factor": json.readIfPresent(&factor)
            case "price": json.readIfPresent(&price)
            case "debt": json.readIfPresent(&debt)
            case "kind": json.readIfPresent(&kind)
            case "inline": json.readIfPresent(&inline)
            case "list": json.readIfPresent(&list)
            case "kinds": json.readIfPresent(&kinds)
            case "table": json.readIfPresent(&table)
            case "optional": json.readIfPresent(&optional)
            case "required_one": json.read(&requiredOne)
            default: json.skip()
            }
        }
        guard json.isIntact, let requiredOne else {
            throw json.failure(in: object, needing: "required_one")
        }
        self.name = name ?? "unnamed"
        self.empty = empty ?? ""
        self.version = version ?? "1.10"
        self.flag = flag ?? false
        self.count = count ?? 0
        self.low = low ?? -2147483648
        self.high = high ?? 9223372036854775807
        self.ratio = ratio ?? -0.25
        self.factor = factor ?? 2
        self.price = price ?? Decimal(sign: .plus, exponent: -2, significand: 1999)
        self.debt = debt ?? Decimal(sign: .minus, exponent: -2, significand: 5)
        self.kind = kind ?? .large
        self.inline = inline ?? .b
        self.list = list ?? [1, 2]
        self.kinds = kinds ?? [.small, .large]
        self.table = table ?? [:]
        self.optional = optional
        self.requiredOne = requiredOne
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("name", name)
        try json.write("empty", empty)
        try json.write("version", version)
        try json.write("flag", flag)
        try json.write("count", count)
        try json.write("low", low)
        try json.write("high", high)
        try json.write("ratio", ratio)
        try json.write("factor", factor)
        try json.write("price", price)
        try json.write("debt", debt)
        try json.write("kind", kind)
        try json.write("inline", inline)
        try json.write("list", list)
        try json.write("kinds", kinds)
        try json.write("table", table)
        try json.writeIfPresent("optional", optional)
        try json.write("required_one", requiredOne)
        json.endObject()
    }

    /// The values of `inline`.
    public enum Inline: OpenEnum {
        case a
        case b
        /// A value that the spec does not list.
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "a": self = .a
            case "b": self = .b
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .a: "a"
            case .b: "b"
            case .unknown(let value): value
            }
        }
    }
}

/// The values of `DefaultsKind`.
public enum DefaultsKind: OpenEnum {
    case small
    case large
    /// A value that the spec does not list.
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "small": self = .small
        case "large": self = .large
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .small: "small"
        case .large: "large"
        case .unknown(let value): value
        }
    }
}
