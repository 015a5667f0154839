/// The properties of an endpoint besides what it sends and returns.
package struct RulesSpec: Sendable {
    /// The reason for the deprecation or a replacement, empty if the spec gives none.
    ///
    /// `nil` if the endpoint is not deprecated.
    package var deprecated: String?
    /// The first version of the API with the endpoint, or `nil` if the spec does not tell.
    package var since: String?
    /// The words by which `only` selects the endpoint.
    var tags: [String] = []
    /// The access level of the call, or `nil` for that of the service.
    package var access: EndpointAccess?
    var accessMark: SourceMark = .start
    /// An example of the response, or `nil` for none.
    package var example: DefaultSpec?
    /// The time limit for the whole call, or `nil` if the spec sets none.
    package var timeout: DurationSpec?
    /// The retry rule, or `nil` if the spec sets none.
    package var retry: Retry?
    /// The cache rule, or `nil` if the spec sets none.
    package var cache: CacheSpec?
    /// The place of `idempotent: true`, or `nil` if the spec does not have it.
    package var idempotentMark: SourceMark?
    /// The place of `coalesce: true`, or `nil` if the spec does not have it.
    package var coalesceMark: SourceMark?
    /// How an outbox delivers the call, or `nil` if none does.
    package var outbox: OutboxSpec?
    /// The credentials of the call, or `nil` for those of the service.
    package var requires: RequiresSpec?
    /// The host of the server that the call is sent to, or `nil` for that of the base URL.
    package var host: TypeName?
    /// The way to write arrays and objects in the query and the form, or `nil` for the default.
    package var style: QueryStyleSpec?
    /// The version of the API in place of the service's, or `nil` for that.
    package var version: TypeName?
    /// The common parameters that the endpoint does not send.
    package var omitted = OmittedCommon.nothing
    /// Whether a generated server has the endpoint.
    package var isServed = true

    /// Returns whether the endpoint does not send a common parameter.
    package func omits(_ parameter: ParameterSpec) -> Bool {
        switch omitted {
        case .nothing: false
        case .everything: true
        case .named(let names): names.contains { $0.text == parameter.field.wireName }
        }
    }

    /// Whether and how a failed call is retried.
    package enum Retry: Hashable, Sendable {
        case never
        /// A rule with its own values.
        case rule(RetrySpec)
    }

    /// The common parameters that an endpoint does not send.
    package enum OmittedCommon: Sendable {
        /// None, so that the endpoint sends all of them.
        case nothing
        case everything
        /// The common parameters with these names in the message.
        case named([TypeName])
    }
}

/// How an outbox delivers a call.
package struct OutboxSpec: Hashable, Sendable {
    /// The place of `outbox`.
    package var mark: SourceMark
    /// The parameter whose calls are delivered in order, or `nil` for none.
    package var key: TypeName?
    /// Whether a dead letter holds back the later calls of its key.
    package var blocksKey = true
}

/// A duration in a spec.
package struct DurationSpec: Hashable, Sendable {
    package var milliseconds: Int
}

/// The values of a retry rule; each one that is `nil` has the library's default.
package struct RetrySpec: Hashable, Sendable {
    /// The maximum number of requests, including the first one.
    package var attempts: Int?
    /// The statuses that are retried.
    package var statuses: [Int]?
    /// The maximum delay before the first retry.
    package var delay: DurationSpec?
    /// The time limit of a single attempt.
    package var timeout: DurationSpec?
    /// The member of a failure's body with the delay that the server requests, or `nil` for none.
    package var after: After?

    /// A member with a duration.
    package struct After: Hashable, Sendable {
        /// The names on the way to it, with dots between them.
        package var path: String
        /// The format, such as `millis`.
        package var format: String
    }
}

/// How long a response may be reused.
package struct CacheSpec: Hashable, Sendable {
    /// How long the response replaces a call, or `nil` for no reuse.
    package var maxAge: DurationSpec?
    /// How long the response replaces a failed call, or `nil` for no reuse.
    package var staleIfError: DurationSpec?
    /// The parameters that tell stored responses apart, or `nil` for the whole request.
    package var by: [TypeName]?
    /// The place of `cache`.
    package var mark: SourceMark
}
