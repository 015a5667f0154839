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
public struct DefaultsItem: Codable, Hashable, Sendable {
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

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? "unnamed"
        empty = try container.decodeIfPresent(String.self, forKey: .empty) ?? ""
        version = try container.decodeIfPresent(String.self, forKey: .version) ?? "1.10"
        flag = try container.decodeIfPresent(Bool.self, forKey: .flag) ?? false
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 0
        low = try container.decodeIfPresent(Int32.self, forKey: .low) ?? -2147483648
        high = try container.decodeIfPresent(Int64.self, forKey: .high) ?? 9223372036854775807
        ratio = try container.decodeIfPresent(Double.self, forKey: .ratio) ?? -0.25
        factor = try container.decodeIfPresent(Float.self, forKey: .factor) ?? 2
        price =
            try container.decodeIfPresent(Decimal.self, forKey: .price)
            ?? Decimal(sign: .plus, exponent: -2, significand: 1999)
        debt =
            try container.decodeIfPresent(Decimal.self, forKey: .debt)
            ?? Decimal(sign: .minus, exponent: -2, significand: 5)
        kind = try container.decodeIfPresent(DefaultsKind.self, forKey: .kind) ?? .large
        inline = try container.decodeIfPresent(Inline.self, forKey: .inline) ?? .b
        list = try container.decodeIfPresent([Int].self, forKey: .list) ?? [1, 2]
        kinds =
            try container.decodeIfPresent([DefaultsKind].self, forKey: .kinds) ?? [.small, .large]
        table = try container.decodeIfPresent([String: Int].self, forKey: .table) ?? [:]
        optional = try container.decodeIfPresent(String.self, forKey: .optional)
        requiredOne = try container.decode(String.self, forKey: .requiredOne)
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case empty
        case version
        case flag
        case count
        case low
        case high
        case ratio
        case factor
        case price
        case debt
        case kind
        case inline
        case list
        case kinds
        case table
        case optional
        case requiredOne = "required_one"
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
