extension EventStream {
    /// A server-sent event with its decoded data.
    public struct Event: Sendable {
        /// The event's type; `message` if the server sends none.
        public var type: String
        /// The decoded data.
        public var value: Value
        /// The last event ID, from this event or an earlier one; empty if none had an ID.
        public var id: String
    }
}

extension EventStream.Event: Equatable where Value: Equatable {}
