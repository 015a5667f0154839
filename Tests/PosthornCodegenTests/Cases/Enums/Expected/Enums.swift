// Generated from Enums/Enums.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `EnumsAPI`.
public struct EnumsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// The values of `EnumsKeyword`.
public enum EnumsKeyword: OpenEnum {
    case `default`
    case `case`
    case `in`
    case `class`
    case `public`
    case hash
    case encode
    case someValue
    case noneValue
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.default, .case, .in, .class, .public, .hash, .encode, .someValue, .noneValue]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "default": self = .default
        case "case": self = .case
        case "in": self = .in
        case "class": self = .class
        case "public": self = .public
        case "hash": self = .hash
        case "encode": self = .encode
        case "some": self = .someValue
        case "none": self = .noneValue
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .default: "default"
        case .case: "case"
        case .in: "in"
        case .class: "class"
        case .public: "public"
        case .hash: "hash"
        case .encode: "encode"
        case .someValue: "some"
        case .noneValue: "none"
        case .unknown(let value): value
        }
    }
}

/// The values of `EnumsCasing`.
public enum EnumsCasing: OpenEnum {
    case inProgress
    case notStarted
    case done
    case httpError
    case v2
    case xY
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.inProgress, .notStarted, .done, .httpError, .v2, .xY]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "in_progress": self = .inProgress
        case "not-started": self = .notStarted
        case "DONE": self = .done
        case "HTTPError": self = .httpError
        case "v2": self = .v2
        case "x.y": self = .xY
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .inProgress: "in_progress"
        case .notStarted: "not-started"
        case .done: "DONE"
        case .httpError: "HTTPError"
        case .v2: "v2"
        case .xY: "x.y"
        case .unknown(let value): value
        }
    }
}

/// The values of `EnumsTruth`.
public enum EnumsTruth: OpenEnum {
    case yes
    case no
    case `true`
    case null
    case off
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.yes, .no, .true, .null, .off]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "yes": self = .yes
        case "no": self = .no
        case "true": self = .true
        case "null": self = .null
        case "off": self = .off
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .yes: "yes"
        case .no: "no"
        case .true: "true"
        case .null: "null"
        case .off: "off"
        case .unknown(let value): value
        }
    }
}
