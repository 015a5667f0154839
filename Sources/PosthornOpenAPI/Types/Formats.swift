internal import PosthornForeign
internal import PosthornSpec

/// The built-in types for the formats of OpenAPI's registry and those that documents use besides.
enum Formats {
    static func text(_ node: Node) -> String {
        let encoding = node.string("contentEncoding")?.lowercased()
        if encoding == "base64" { return "Data" }
        if encoding == "base64url" { return "Data(base64url)" }
        if encoding == "base16" { return "Data(hex)" }
        if encoding == nil, let type = node.string("contentMediaType"), !type.hasPrefix("text/"),
            type != "application/json"
        {
            return "Binary"
        }
        switch node.string("format") {
        case "date-time", "datetime", "dateTime": return "Date"
        case "date": return "Date(day)"
        case "date-time-rfc-2822", "rfc2822", "date-time-rfc2822": return "Date(rfc2822)"
        case "date-time-local": return "Date(local)"
        case "http-date": return "Date(http)"
        case "uuid": return "UUID"
        case "uri", "url": return "URL"
        case "byte", "base64": return "Data"
        case "base64url": return "Data(base64url)"
        case "binary": return "Binary"
        case "int32", "int64": return "Int64(string)"
        case "uint64": return "UInt64(string)"
        case "decimal": return "Decimal(string)"
        default: return "String"
        }
    }

    /// The header fields with dates of HTTP (RFC 9110, section 5.6.7), whatever format a document says.
    private static let dates: Set<String> = [
        "date", "expires", "if-modified-since", "if-unmodified-since", "last-modified",
    ]

    /// Returns the type of a header field.
    static func field(_ name: String, _ type: TypeText) -> TypeText {
        guard case .name("Date") = type, dates.contains(name.lowercased()) else { return type }
        return .name("Date(http)")
    }

    static func integer(_ node: Node) -> String {
        switch node.string("format") {
        case "unixtime", "unix-time", "timestamp", "unix": "Date(unix)"
        case "unixtime-millis", "unix-millis", "timestamp-millis": "Date(millis)"
        case "uint64": "UInt64"
        default: "Int"
        }
    }

    static func number(_ node: Node) -> String {
        switch node.string("format") {
        case "decimal": "Decimal"
        case "unixtime", "unix-time", "timestamp": "Date(unix)"
        case "int32", "int64", "integer": "Int"
        default: "Double"
        }
    }

    /// The types that are texts in JSON.
    static func isText(_ name: String) -> Bool {
        switch name {
        case "Bool", "Double", "Int", "Int64", "UInt64", "Decimal", "Date(unix)", "Date(millis)",
            "JSON":
            false
        default: true
        }
    }
}
