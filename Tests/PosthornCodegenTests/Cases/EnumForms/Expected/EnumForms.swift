// Generated from EnumForms/EnumForms.yaml. Edit the spec, not this file.

public import Posthorn

/// A client of the service `EnumFormsAPI`.
public struct EnumFormsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// How loud.
public enum EnumFormsLevel: Int, ClosedEnum {
    case low = 1
    case high = 2
}

/// The values of `EnumFormsCode`.
public enum EnumFormsCode: OpenIntEnum {
    case ok
    case failed
    /// A value that the spec does not list.
    case unknown(Int)

    public init(rawValue: Int) {
        switch rawValue {
        case 0: self = .ok
        case -1: self = .failed
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: Int {
        switch self {
        case .ok: 0
        case .failed: -1
        case .unknown(let value): value
        }
    }
}

/// The values of `EnumFormsPeriod`.
public enum EnumFormsPeriod: OpenEnum {
    case oneDay
    case fiveDays
    /// A value that the spec does not list.
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "1d": self = .oneDay
        case "5d": self = .fiveDays
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .oneDay: "1d"
        case .fiveDays: "5d"
        case .unknown(let value): value
        }
    }
}

/// The values of `EnumFormsSize`.
public enum EnumFormsSize: String, ClosedEnum {
    case small
    case extraLarge = "extra-large"
}

/// The values of `EnumFormsDigits`.
public enum EnumFormsDigits: OpenEnum {
    case one
    case two
    /// A value that the spec does not list.
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "1": self = .one
        case "2": self = .two
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .one: "1"
        case .two: "2"
        case .unknown(let value): value
        }
    }
}

/// The `EnumFormsUse` type of ``EnumFormsAPI``.
public final class EnumFormsUse: JSONModel {
    public let type: TypeValue
    public let level: EnumFormsLevel
    public let code: EnumFormsCode
    /// How long.
    public let period: Period
    public let sizes: [EnumFormsSize]
    public let data: DataValue?

    public init(
        type: TypeValue, level: EnumFormsLevel = .high, code: EnumFormsCode = .failed,
        period: Period = .fiveDays, sizes: [EnumFormsSize] = [.small], data: DataValue? = nil
    ) {
        self.type = type
        self.level = level
        self.code = code
        self.period = period
        self.sizes = sizes
        self.data = data
    }

    public init(json: inout JSONReader) throws {
        var type: TypeValue?
        var level: EnumFormsLevel?
        var code: EnumFormsCode?
        var period: Period?
        var sizes: [EnumFormsSize]?
        var data: DataValue?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "type": json.read(&type)
            case "level": json.readIfPresent(&level)
            case "code": json.readIfPresent(&code)
            case "period": json.readIfPresent(&period)
            case "sizes": json.readIfPresent(&sizes)
            case "data": json.readIfPresent(&data)
            default: json.skip()
            }
        }
        guard json.isIntact, let type else {
            throw json.failure(in: object, needing: "type")
        }
        self.type = type
        self.level = level ?? .high
        self.code = code ?? .failed
        self.period = period ?? .fiveDays
        self.sizes = sizes ?? [.small]
        self.data = data
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("type", type)
        try json.write("level", level)
        try json.write("code", code)
        try json.write("period", period)
        try json.write("sizes", sizes)
        try json.writeIfPresent("data", data)
        json.endObject()
    }

    /// The values of `type`.
    public enum TypeValue: OpenEnum {
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

    /// The values of `period`.
    public enum Period: OpenEnum {
        case oneDay
        case fiveDays
        /// A value that the spec does not list.
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "1d": self = .oneDay
            case "5d": self = .fiveDays
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .oneDay: "1d"
            case .fiveDays: "5d"
            case .unknown(let value): value
            }
        }
    }

    /// The values of `data`.
    public enum DataValue: Int, ClosedEnum {
        case low = 1
    }
}
