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
    /// Bytes as they came; only as what an endpoint with the response `raw` returns.
    case data = "Data"

    /// Whether the type comes from Foundation.
    public var isFromFoundation: Bool {
        switch self {
        case .decimal, .date, .uuid, .url, .data: true
        default: false
        }
    }

    /// Names that SPEC_FORMAT has and this version does not.
    static let later: Set<String> = ["JSON", "File", "Bytes"]
}
