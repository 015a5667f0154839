/// What an endpoint says of how it is called, beside what it sends and returns.
public struct RulesSpec: Sendable {
    /// Why it should not be used any more, or what to use instead; empty without a reason.
    public var deprecated: String?
    /// A sample of the response.
    public var example: DefaultSpec?
    /// The limit on the whole call.
    public var timeout: DurationSpec?
    /// How often it may be repeated.
    public var retry: Retry?
    /// How long a response may be used.
    public var cache: CacheSpec?
    /// Where `idempotent: true` is written, if it is.
    public var idempotentMark: SourceMark?
    /// Whose credential it is called with, if it is not the service's.
    public var auth: Auth?
    /// Where the credential is named.
    public var authMark: SourceMark = .start
    /// How arrays and objects of its query and its form are written.
    public var style: QueryStyleSpec?
    /// Which common parameters are not sent.
    public var omitted = OmittedCommon.nothing

    /// How often a failed call may be repeated.
    public enum Retry: Hashable, Sendable {
        /// Never.
        case never
        /// At most so many times.
        case upTo(Int)
    }

    /// Whose credential a call carries.
    public enum Auth: Hashable, Sendable {
        /// One that the service declares.
        case named(String)
        /// Nobody's.
        case nobody
    }

    /// Which common parameters an endpoint leaves out.
    public enum OmittedCommon: Sendable {
        /// None: all are sent.
        case nothing
        /// All of them.
        case everything
        /// Those with these names on the wire.
        case named([TypeName])
    }
}

/// A time as a spec writes it.
public struct DurationSpec: Hashable, Sendable {
    /// The time in milliseconds.
    public var milliseconds: Int
}

/// How long a response may be used again.
public struct CacheSpec: Hashable, Sendable {
    /// How long it is served instead of a call.
    public var lifetime: DurationSpec?
    /// How long it is served when a call fails.
    public var fallback: DurationSpec?
    /// Where the times are written.
    public var mark: SourceMark
}
