extension RequestBuilder {
    /// How often a failed call may be retried, as its spec states.
    public enum RetryRule: Hashable, Sendable {
        /// The call is never retried, whatever the client allows.
        case never
        /// The call is retried at most this many times.
        case upTo(Int)
    }
}
