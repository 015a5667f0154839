/// How often a failed call may be repeated, as its spec says.
public enum RetryRule: Hashable, Sendable {
    /// Never, whatever the client allows.
    case never
    /// At most so many times after the first.
    case upTo(Int)
}
