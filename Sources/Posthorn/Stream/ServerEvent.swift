/// A server-sent event with its decoded data.
public struct ServerEvent<Value: Sendable>: Sendable {
    /// The event's type; `message` if the server names none.
    public var type: String
    /// The decoded data.
    public var value: Value
    /// The id of this event, or of the last one before it that had one; empty if none had.
    public var id: String
}

extension ServerEvent: Equatable where Value: Equatable {}
