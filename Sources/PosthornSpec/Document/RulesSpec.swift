/// The properties of an endpoint besides what it sends and returns.
public struct RulesSpec: Sendable {
    /// The reason for the deprecation or a replacement, empty if the spec gives none.
    ///
    /// `nil` if the endpoint is not deprecated.
    public var deprecated: String?
    /// An example of the response, or `nil` for none.
    public var example: DefaultSpec?
    /// The time limit for the whole call, or `nil` if the spec sets none.
    public var timeout: DurationSpec?
    /// The retry rule, or `nil` if the spec sets none.
    public var retry: Retry?
    /// The cache rule, or `nil` if the spec sets none.
    public var cache: CacheSpec?
    /// The place of `idempotent: true`, or `nil` if the spec does not have it.
    public var idempotentMark: SourceMark?
    /// The credential of the call, or `nil` for the service's first one.
    public var auth: Auth?
    /// The place of the credential.
    public var authMark: SourceMark = .start
    /// The way to write arrays and objects in the query and the form, or `nil` for the default.
    public var style: QueryStyleSpec?
    /// The common parameters that the endpoint does not send.
    public var omitted = OmittedCommon.nothing

    /// The number of retries after a failure.
    public enum Retry: Hashable, Sendable {
        /// No retry.
        case never
        /// At most this number of retries.
        case upTo(Int)
        /// A rule with its own values.
        case rule(RetrySpec)
    }

    /// The credential that a call sends.
    public enum Auth: Hashable, Sendable {
        /// A credential that the service declares.
        case named(String)
        /// No credential.
        case anonymous
    }

    /// The common parameters that an endpoint does not send.
    public enum OmittedCommon: Sendable {
        /// None, so that the endpoint sends all of them.
        case nothing
        /// All common parameters.
        case everything
        /// The common parameters with these names in the message.
        case named([TypeName])
    }
}

/// A duration in a spec.
public struct DurationSpec: Hashable, Sendable {
    /// The duration in milliseconds.
    public var milliseconds: Int
}

/// The values of a retry rule; each one that is `nil` has the library's default.
public struct RetrySpec: Hashable, Sendable {
    /// The maximum number of requests, including the first one.
    public var attempts: Int?
    /// The statuses that are retried.
    public var statuses: [Int]?
    /// The maximum delay before the first retry.
    public var delay: DurationSpec?
    /// The time limit of a single attempt.
    public var timeout: DurationSpec?
}

/// How long a response may be reused.
public struct CacheSpec: Hashable, Sendable {
    /// How long the response replaces a call, or `nil` for no reuse.
    public var lifetime: DurationSpec?
    /// How long the response replaces a failed call, or `nil` for no reuse.
    public var fallback: DurationSpec?
    /// The place of `cache`.
    public var mark: SourceMark
}
