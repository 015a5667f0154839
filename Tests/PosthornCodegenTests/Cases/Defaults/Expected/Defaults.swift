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
public final class DefaultsItem: JSONObject, @unchecked Sendable {
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
    public let numbers: [Float]
    public let large: Double
    public let huge: Double
    public let nothing: DefaultsNothing?
    public let limit: Int?
    public let day: Date?
    public let nothings: [DefaultsNothing?]
    public let inPlace: InPlace

    public init(
        requiredOne: String, name: String = "unnamed", empty: String = "", version: String = "1.10",
        flag: Bool = false, count: Int = 0, low: Int32 = -2147483648,
        high: Int64 = 9223372036854775807, ratio: Double = -0.25, factor: Float = 2,
        price: Decimal = DefaultValue.decimal("19.99"),
        debt: Decimal = DefaultValue.decimal("-0.05"), kind: DefaultsKind = .large,
        inline: Inline = .b, list: [Int] = [1, 2], kinds: [DefaultsKind] = [.small, .large],
        table: [String: Int] = [:], optional: String? = nil,
        numbers: [Float] = [16777217.0, 16777216, 0.1, -1e-37], large: Double = 9007199254740993.0,
        huge: Double = 123456789012345678901.0, nothing: DefaultsNothing? = .some(.none),
        limit: Int? = 3, day: Date? = DefaultValue.date("2026-11-21", .day),
        nothings: [DefaultsNothing?] = [.some(.none), .some(.some)], inPlace: InPlace = .some
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
        self.numbers = numbers
        self.large = large
        self.huge = huge
        self.nothing = nothing
        self.limit = limit
        self.day = day
        self.nothings = nothings
        self.inPlace = inPlace
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        name = json.stringIfPresent("name") ?? "unnamed"
        empty = json.stringIfPresent("empty") ?? ""
        version = json.stringIfPresent("version") ?? "1.10"
        flag = json.boolIfPresent("flag") ?? false
        count = json.intIfPresent("count") ?? 0
        low = json.valueIfPresent("low") ?? -2147483648
        high = json.valueIfPresent("high") ?? 9223372036854775807
        ratio = json.doubleIfPresent("ratio") ?? -0.25
        factor = json.valueIfPresent("factor") ?? 2
        price = json.decimalIfPresent("price") ?? DefaultValue.decimal("19.99")
        debt = json.decimalIfPresent("debt") ?? DefaultValue.decimal("-0.05")
        kind = json.valueIfPresent("kind") ?? .large
        inline = json.valueIfPresent("inline") ?? .b
        list = json.arrayIfPresent("list") ?? [1, 2]
        kinds = json.arrayIfPresent("kinds") ?? [.small, .large]
        table = json.mapIfPresent("table") ?? [:]
        optional = json.stringIfPresent("optional")
        requiredOne = json.string("required_one")
        numbers = json.arrayIfPresent("numbers") ?? [16777217.0, 16777216, 0.1, -1e-37]
        large = json.doubleIfPresent("large") ?? 9007199254740993.0
        huge = json.doubleIfPresent("huge") ?? 123456789012345678901.0
        nothing = json.presence("nothing", ifAbsent: .some(.none))
        limit = json.presence("limit", ifAbsent: 3)
        day = json.presence("day", as: .day, ifAbsent: DefaultValue.date("2026-11-21", .day))
        nothings = json.arrayIfPresent("nothings") ?? [.some(.none), .some(.some)]
        inPlace = json.valueIfPresent("in_place") ?? .some
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.write("empty", empty)
        json.write("version", version)
        json.write("flag", flag)
        json.write("count", count)
        json.write("low", low)
        json.write("high", high)
        json.write("ratio", ratio)
        json.write("factor", factor)
        json.write("price", price)
        json.write("debt", debt)
        json.write("kind", kind)
        json.write("inline", inline)
        json.write("list", list)
        json.write("kinds", kinds)
        json.write("table", table)
        json.writeIfPresent("optional", optional)
        json.write("required_one", requiredOne)
        json.write("numbers", numbers)
        json.write("large", large)
        json.write("huge", huge)
        json.write("nothing", nothing)
        json.write("limit", limit)
        json.write("day", day, as: .day)
        json.write("nothings", nothings)
        json.write("in_place", inPlace)
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

    /// The values of `in_place`.
    public enum InPlace: OpenEnum {
        case none
        case some
        /// A value that the spec does not list.
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "none": self = .none
            case "some": self = .some
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .none: "none"
            case .some: "some"
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

/// The values of `DefaultsNothing`.
public enum DefaultsNothing: OpenEnum {
    case none
    case some
    /// A value that the spec does not list.
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "none": self = .none
        case "some": self = .some
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .none: "none"
        case .some: "some"
        case .unknown(let value): value
        }
    }
}
