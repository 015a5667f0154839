/// A built-in type of the spec language.
package enum ScalarType: String, CaseIterable, Sendable {
    case string = "String"
    case bool = "Bool"
    case int = "Int"
    /// A 32-bit integer.
    case int32 = "Int32"
    /// A 64-bit integer.
    case int64 = "Int64"
    /// An unsigned 64-bit integer.
    case uint64 = "UInt64"
    /// A 64-bit binary floating-point number.
    case double = "Double"
    /// A 32-bit binary floating-point number.
    case float = "Float"
    case decimal = "Decimal"
    /// A date and time, in the format of RFC 3339 by default.
    case date = "Date"
    /// A length of time, which has a format in each place.
    case duration = "Duration"
    /// A universally unique identifier (RFC 9562).
    case uuid = "UUID"
    case url = "URL"
    /// Bytes: a base64 string in JSON, and the unchanged body in a raw response.
    case data = "Data"
    case json = "JSON"
    /// A percent-encoded value for a path.
    case encodedPath = "EncodedPath"

    /// Creates the type with a name in a spec, or returns `nil` for another name.
    ///
    /// The reader looks up every type name. The lookup in a dictionary is faster than the synthesized one,
    /// which compares the name with all cases.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.longestName, let type = Self.byName[rawValue] else {
            return nil
        }
        self = type
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    private static let longestName = allCases.map(\.rawValue.utf8.count).max() ?? 0

    package var isFromFoundation: Bool {
        switch self {
        case .decimal, .date, .uuid, .url, .data: true
        default: false
        }
    }

    package var swiftName: String { self == .json ? "JSONValue" : rawValue }

    /// The alternative wire formats, empty if there are none.
    package var forms: [String] {
        switch self {
        case .date:
            [
                "unix", "millis", "day", "http", "iso8601", "rfc2822", "nanos", "local",
                "unix string", "millis string",
            ]
        case .duration: ["iso", "go", "seconds", "millis"]
        case .data: ["base64url", "hex"]
        case .bool: ["int"]
        case .uuid: ["bare"]
        case .int, .int32, .int64, .uint64, .double, .float, .decimal: ["string"]
        default: []
        }
    }

    /// Returns whether the type has a wire format.
    func hasForm(_ form: String) -> Bool {
        forms.contains(form) || self == .bool && Self.words(form) != nil
    }

    /// Returns the words of the form `yes/no`, the first of which means `true`, or `nil` for another form.
    package static func words(_ form: String) -> (yes: Substring, no: Substring)? {
        let words = form.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, words[0] != words[1],
            !["0", "n", "no", "f", "false", "off"].contains(words[0].lowercased()),
            words.allSatisfy({ !$0.isEmpty && !$0.contains { " '\"\\".contains($0) } })
        else { return nil }
        return (words[0], words[1])
    }

    /// The names by which other languages know the format that the type has without a form.
    var ownFormats: [String] {
        switch self {
        case .date: ["rfc3339", "RFC3339"]
        case .data: ["base64"]
        default: []
        }
    }

    /// Whether the type is a number, which a range can limit.
    package var isNumber: Bool {
        switch self {
        case .int, .int32, .int64, .uint64, .double, .float, .decimal: true
        default: false
        }
    }
}
