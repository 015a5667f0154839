import FoundationEssentials

/// The `Idempotency-Key` of a request (the IETF draft of the HTTPAPI working group).
enum IdempotencyKey {
    /// A random UUID of version 4 as a string of RFC 9651, in quotes.
    ///
    /// Made when the request is built, so that every repeat of it carries the same.
    static func fresh() -> String { "\"\(UUID().uuidString.lowercased())\"" }
}
