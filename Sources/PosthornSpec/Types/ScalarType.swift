/// A type that the language has built in.
public enum ScalarType: String, CaseIterable, Sendable {
    /// Text.
    case string = "String"
    /// True or false.
    case bool = "Bool"
    /// A whole number.
    case int = "Int"
    /// A whole number of 32 bits.
    case int32 = "Int32"
    /// A whole number of 64 bits.
    case int64 = "Int64"
    /// A binary floating-point number of 64 bits.
    case double = "Double"
    /// A binary floating-point number of 32 bits.
    case float = "Float"
    /// A decimal number.
    case decimal = "Decimal"
    /// A time, by RFC 3339 on the wire.
    case date = "Date"
    /// A universally unique identifier.
    case uuid = "UUID"
    /// A URL.
    case url = "URL"
    /// Bytes: a text of base64 in JSON, and as they came where a raw response is returned.
    case data = "Data"
    /// Any JSON.
    case json = "JSON"
    /// A value of a path that is percent-encoded already.
    case encodedPath = "EncodedPath"

    /// The type of a name in a spec; `nil` if it is none of these.
    ///
    /// Every name of a type is asked for, and the compiler's own search compares it with all of these.
    public init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.longestName, let type = Self.byName[rawValue] else {
            return nil
        }
        self = type
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    private static let longestName = allCases.map(\.rawValue.utf8.count).max() ?? 0

    /// Whether the type comes from Foundation.
    public var isFromFoundation: Bool {
        switch self {
        case .decimal, .date, .uuid, .url, .data: true
        default: false
        }
    }

    /// The type in Swift.
    public var swiftName: String { self == .json ? "JSONValue" : rawValue }

    /// The forms on the wire that can be chosen.
    public var forms: [String] {
        switch self {
        case .date: ["unix", "millis", "day", "http"]
        case .data: ["base64url", "hex"]
        default: []
        }
    }

    /// Whether the language can write a default of it: JSON of a spec has no types, and a place of a path has
    /// no default.
    var hasDefaults: Bool { self != .json && self != .encodedPath }

    /// Whether it is a number, so that a range can limit it.
    public var isNumber: Bool {
        switch self {
        case .int, .int32, .int64, .double, .float, .decimal: true
        default: false
        }
    }
}
