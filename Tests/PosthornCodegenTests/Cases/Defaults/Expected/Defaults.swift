// Generated from Defaults/Defaults.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

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
public struct DefaultsItem: JSONModel {
    public var name: String
    public var empty: String
    public var version: String
    public var flag: Bool
    public var count: Int
    public var low: Int32
    public var high: Int64
    public var ratio: Double
    public var factor: Float
    public var price: Decimal
    public var debt: Decimal
    public var kind: DefaultsKind
    public var inline: Inline
    public var list: [Int]
    public var kinds: [DefaultsKind]
    public var table: [String: Int]
    public var optional: String?
    public var requiredOne: String
    public var numbers: [Float]
    public var large: Double
    public var huge: Double
    public var nothing: DefaultsNothing?
    public var limit: Int?
    public var day: Date?
    public var nothings: [DefaultsNothing?]
    public var inPlace: InPlace

    public init(
        requiredOne: String, name: String = "unnamed", empty: String = "", version: String = "1.10",
        flag: Bool = false, count: Int = 0, low: Int32 = -2147483648,
        high: Int64 = 9223372036854775807, ratio: Double = -0.25, factor: Float = 2,
        price: Decimal = DefaultValue.decimal("19.99"),
        debt: Decimal = DefaultValue.decimal("-0.05"), kind: DefaultsKind = .large,
        inline: Inline = .b, list: [Int] = [1, 2], kinds: [DefaultsKind] = [.small, .large],
        table: [String: Int] = [:], optional: String? = nil,
        numbers: [Float] = [16777217.0, 16777216, 0.1, -1e-37], large: Double = 9007199254740993.0,
        huge: Double = 123456789012345678901.0, nothing: DefaultsNothing? = .noneValue,
        limit: Int? = 3, day: Date? = DefaultValue.date("2026-11-21", .day),
        nothings: [DefaultsNothing?] = [.noneValue, .someValue], inPlace: InPlace = .someValue
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

    public init(json: inout JSONReader) throws {
        name = "unnamed"
        empty = ""
        version = "1.10"
        flag = false
        count = 0
        low = -2147483648
        high = 9223372036854775807
        ratio = -0.25
        factor = 2
        price = DefaultValue.decimal("19.99")
        debt = DefaultValue.decimal("-0.05")
        kind = .large
        inline = .b
        list = [1, 2]
        kinds = [.small, .large]
        table = [:]
        requiredOne = ""
        numbers = [16777217.0, 16777216, 0.1, -1e-37]
        large = 9007199254740993.0
        huge = 123456789012345678901.0
        nothing = .noneValue
        limit = 3
        day = DefaultValue.date("2026-11-21", .day)
        nothings = [.noneValue, .someValue]
        inPlace = .someValue
        var object = json.beginObject(
            """
            name? empty? version? flag? count? low? high? ratio? factor? price? debt? kind? inline?
            list? kinds? table? optional? required_one numbers? large? huge? nothing? limit? day?
            nothings? in_place?
            """)
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.stringIfPresent() ?? name
            case 1: empty = json.stringIfPresent() ?? empty
            case 2: version = json.stringIfPresent() ?? version
            case 3: flag = json.boolIfPresent() ?? flag
            case 4: count = json.intIfPresent() ?? count
            case 5: low = json.valueIfPresent() ?? low
            case 6: high = json.valueIfPresent() ?? high
            case 7: ratio = json.doubleIfPresent() ?? ratio
            case 8: factor = json.valueIfPresent() ?? factor
            case 9: price = json.valueIfPresent() ?? price
            case 10: debt = json.valueIfPresent() ?? debt
            case 11: kind = json.valueIfPresent() ?? kind
            case 12: inline = json.valueIfPresent() ?? inline
            case 13: list = json.arrayIfPresent() ?? list
            case 14: kinds = json.arrayIfPresent() ?? kinds
            case 15: table = json.mapIfPresent() ?? table
            case 16: optional = json.stringIfPresent()
            case 17: requiredOne = json.string()
            case 18: numbers = json.arrayIfPresent() ?? numbers
            case 19: large = json.doubleIfPresent() ?? large
            case 20: huge = json.doubleIfPresent() ?? huge
            case 21: nothing = json.valueIfPresent()
            case 22: limit = json.intIfPresent()
            case 23: day = json.valueIfPresent(as: .day)
            case 24: nothings = json.arrayIfPresent() ?? nothings
            case 25: inPlace = json.valueIfPresent() ?? inPlace
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
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

        public static var knownCases: [Self] {
            [.a, .b]
        }

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
        case noneValue
        case someValue
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.noneValue, .someValue]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "none": self = .noneValue
            case "some": self = .someValue
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .noneValue: "none"
            case .someValue: "some"
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

    public static var knownCases: [Self] {
        [.small, .large]
    }

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
    case noneValue
    case someValue
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.noneValue, .someValue]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "none": self = .noneValue
        case "some": self = .someValue
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .noneValue: "none"
        case .someValue: "some"
        case .unknown(let value): value
        }
    }
}
