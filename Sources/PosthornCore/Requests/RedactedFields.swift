/// Decides which header field values may be shown in logs.
///
/// An allowlist of harmless fields is used, because any name may carry a secret.
package enum RedactedFields {
    private static let shown: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow",
        "cache-control", "connection", "content-encoding", "content-language", "content-length",
        "content-range", "content-type", "date", "expires", "last-modified", "range",
        "retry-after", "server", "transfer-encoding", "user-agent", "vary",
    ]

    /// The placeholder for a redacted value.
    package static let mark = "•••"

    /// Returns the value of a field, or the placeholder.
    package static func value(of field: HTTPField) -> String {
        shown.contains(field.name.canonicalName) ? field.value : mark
    }

    /// Returns the query of a request target with all values redacted: `?a=•••&b=•••`.
    ///
    /// A part without `=` is redacted as a whole, because it may be a value. The query is split by bytes, as
    /// servers do, because a combining mark may form one `Character` with a separator.
    package static func query(of target: String) -> String {
        let bytes = target.utf8
        guard let start = bytes.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        let names = bytes[bytes.index(after: start)...].split(separator: UInt8(ascii: "&")).map {
            part in
            guard let end = part.firstIndex(of: UInt8(ascii: "=")) else { return mark }
            return "\(Substring(part[..<end]))=\(mark)"
        }
        return "?" + names.joined(separator: "&")
    }
}
