// Generated from EnumForms/EnumForms.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `EnumFormsAPI`.
public struct EnumFormsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension EnumFormsAPI {
    /// `PUT /use`.
    nonisolated(nonsending) public func use(
        body: EnumFormsUse
    ) async throws(APIError) -> EnumFormsUse {
        try await send(Use(body: body))
    }

    /// The request behind ``use(body:)``.
    public struct Use: Endpoint {
        public typealias Output = EnumFormsUse

        public let body: EnumFormsUse

        public init(body: EnumFormsUse) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/use")
            request.body(body)
        }
    }
}

/// How loud.
public enum EnumFormsLevel: Int, ClosedEnum {
    /// Hardly to be heard.
    case low = 1
    /// At 90 dB.
    case high = 2
}

/// The values of `EnumFormsCode`.
public enum EnumFormsCode: OpenEnum {
    case ok
    /// Nothing was stored.
    case failed
    /// A value that the spec does not list.
    case unknown(Int)

    public static var knownCases: [Self] {
        [.ok, .failed]
    }

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

    public static var knownCases: [Self] {
        [.oneDay, .fiveDays]
    }

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
    /// Needs a lorry.
    case extraLarge = "extra-large"
}

/// The values of `EnumFormsDigits`.
public enum EnumFormsDigits: OpenEnum {
    case one
    case two
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.one, .two]
    }

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
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct EnumFormsUse: JSONModel {
    public var type: TypeValue
    public var level: EnumFormsLevel
    public var code: EnumFormsCode
    /// How long.
    public var period: Period
    public var sizes: [EnumFormsSize]
    public var quoted: [Quoted]?
    public var nullable: FieldPresence<[Nullable]>
    public var table: [String: Table]?
    public var data: DataValue?
    public var filter: Filter?

    public init(
        type: TypeValue, level: EnumFormsLevel = .high, code: EnumFormsCode = .failed,
        period: Period = .fiveDays, sizes: [EnumFormsSize] = [.small], quoted: [Quoted]? = nil,
        nullable: FieldPresence<[Nullable]> = .absent, table: [String: Table]? = nil,
        data: DataValue? = nil, filter: Filter? = nil
    ) {
        self.type = type
        self.level = level
        self.code = code
        self.period = period
        self.sizes = sizes
        self.quoted = quoted
        self.nullable = nullable
        self.table = table
        self.data = data
        self.filter = filter
    }

    public init(json: inout JSONReader) throws {
        var type: TypeValue?
        level = .high
        code = .failed
        period = .fiveDays
        sizes = [.small]
        nullable = .absent
        var object = json.beginObject(
            "type level? code? period? sizes? quoted? nullable? table? data? filter?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: type = json.value()
            case 1: level = json.valueIfPresent() ?? level
            case 2: code = json.valueIfPresent() ?? code
            case 3: period = json.valueIfPresent() ?? period
            case 4: sizes = json.arrayIfPresent() ?? sizes
            case 5: quoted = json.arrayIfPresent()
            case 6: nullable = json.presence()
            case 7: table = json.mapIfPresent()
            case 8: data = json.valueIfPresent()
            case 9: filter = json.valueIfPresent()
            default: break
            }
        }
        guard json.finish(object), let type else { throw json.takeFailure() }
        self.type = type
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", type)
        json.write("level", level)
        json.write("code", code)
        json.write("period", period)
        json.write("sizes", sizes)
        json.writeIfPresent("quoted", quoted)
        json.writeIfPresent("nullable", nullable)
        json.writeIfPresent("table", table)
        json.writeIfPresent("data", data)
        json.writeIfPresent("filter", filter)
        json.endObject()
    }

    /// The values of `type`.
    public enum TypeValue: OpenEnum {
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

    /// The values of `period`.
    public enum Period: OpenEnum {
        case oneDay
        case fiveDays
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.oneDay, .fiveDays]
        }

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

    /// The values of `quoted`.
    public enum Quoted: OpenEnum {
        case red
        case blue
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.red, .blue]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "red": self = .red
            case "blue": self = .blue
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .red: "red"
            case .blue: "blue"
            case .unknown(let value): value
            }
        }
    }

    /// The values of `nullable`.
    public enum Nullable: OpenEnum {
        case up
        case down
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.up, .down]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "up": self = .up
            case "down": self = .down
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .up: "up"
            case .down: "down"
            case .unknown(let value): value
            }
        }
    }

    /// The values of `table`.
    public enum Table: OpenEnum {
        case left
        case right
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.left, .right]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "left": self = .left
            case "right": self = .right
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .left: "left"
            case .right: "right"
            case .unknown(let value): value
            }
        }
    }

    /// The values of `data`.
    public enum DataValue: Int, ClosedEnum {
        case low = 1
    }

    /// The values of `filter`.
    public enum Filter: OpenEnum {
        case filterName
        case filterID
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.filterName, .filterID]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "filter[name]": self = .filterName
            case "filter[id]": self = .filterID
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .filterName: "filter[name]"
            case .filterID: "filter[id]"
            case .unknown(let value): value
            }
        }
    }
}
