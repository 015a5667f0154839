/// Which header fields may be shown: those that say what kind of message it is, and not whose.
///
/// A list of what is harmless and not of secrets: the name of a secret field is anybody's choice.
package enum RedactedFields {
    private static let shown: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow",
        "cache-control", "connection", "content-encoding", "content-language", "content-length",
        "content-range", "content-type", "date", "expires", "last-modified", "range",
        "retry-after", "server", "transfer-encoding", "user-agent", "vary",
    ]

    /// What stands for a value that is not shown.
    package static let mark = "•••"

    /// The value of a field, or what stands for it.
    package static func value(of field: HTTPField) -> String {
        shown.contains(field.name.canonicalName) ? field.value : mark
    }

    /// The names of a query's parameters without their values: `a=•••&b=•••`.
    ///
    /// A part without `=` may be a value itself. By bytes, as servers read it: a mark may stand on a
    /// separator and make one character with it.
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
