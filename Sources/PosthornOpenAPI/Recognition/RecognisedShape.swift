/// A shape of calls that many APIs have and for which the spec language has a key.
package enum RecognisedShape: String, CaseIterable, Sendable {
    case pages
    case operation
    case envelope
    case idempotency
    case rateLimit
    case tokenEndpoints
    case webhooks

    /// The shape in words, with a number.
    package func counted(_ count: Int) -> String {
        let (one, several) =
            switch self {
            case .pages: ("list in pages", "lists in pages")
            case .operation: ("long-running operation", "long-running operations")
            case .envelope: ("envelope", "envelopes")
            case .idempotency: ("idempotency key", "idempotency keys")
            case .rateLimit: ("rate limit", "rate limits")
            case .tokenEndpoints: ("token endpoint", "token endpoints")
            case .webhooks: ("webhook", "webhooks")
            }
        return "\(count) \(count == 1 ? one : several)"
    }
}
