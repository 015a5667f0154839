public import FoundationEssentials
public import PosthornCore

/// The event of a webhook whose signature is valid.
public struct VerifiedEvent<Value: Sendable>: Sendable {
    /// The event; `.unknown` if it is a union and the spec does not list the type.
    public let value: Value
    /// The body as it was received.
    public let body: Data
    /// The id of the event, by which the sender's repetitions of it are known.
    ///
    /// The `webhook-id` of Standard Webhooks. `nil` for other schemes, whose events have their id in the body.
    public let id: String?
    /// The time at which the sender signed the message.
    ///
    /// `nil` for schemes without a time.
    public let time: Date?

    /// Creates an event, for tests of code that handles it.
    public init(value: Value, body: Data, id: String? = nil, time: Date? = nil) {
        (self.value, self.body, self.id, self.time) = (value, body, id, time)
    }
}

extension VerifiedEvent: RedactedStringConvertible {
    /// The type, and the length of the body.
    public var description: String { "VerifiedEvent<\(Value.self)>(\(body.count) bytes)" }
}
