import FoundationEssentials

/// The `Idempotency-Key` field of a request (IETF HTTPAPI working group draft).
enum IdempotencyKey {
    /// Returns a random version 4 UUID as a quoted RFC 9651 string.
    ///
    /// It is generated when the request is built, so that every retry carries the same key.
    static func fresh() -> String { "\"\(UUID().uuidString.lowercased())\"" }
}
