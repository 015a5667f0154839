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
    package static func query(of target: String) -> String {
        guard let start = target.firstIndex(of: "?") else { return "" }
        let names = target[target.index(after: start)...].split(separator: "&").map { pair in
            pair.prefix { $0 != "=" } + (pair.contains("=") ? "=\(mark)" : "")
        }
        return "?" + names.joined(separator: "&")
    }
}
