public import PosthornCore
public import Tracing

extension ClientConfiguration {
    /// Traces the calls of the client with swift-distributed-tracing.
    ///
    /// ```swift
    /// configuration.trace()
    /// ```
    ///
    /// Each call has a span of the kind `internal` with the endpoint's name. Its parent is
    /// `ServiceContext.current`. Each attempt has a span of the kind `client` below it, named after the method
    /// and the path template, such as `GET /orders/{id}`. Names and attributes follow OpenTelemetry's semantic
    /// conventions for HTTP clients, without `network.peer.address` and `network.peer.port`. They contain no header field, no body, and no value of a parameter.
    ///
    /// The tracer adds its header fields, such as `traceparent`, to each attempt before the request is sealed
    /// and signed. The span of an attempt ends when the response has been received, opened and decompressed;
    /// for a stream or a download, when its head has been received. The span of a call ends with the call. For
    /// a stream it ends with the head, and for a download with the body.
    ///
    /// Appends an observer to `observers` and middleware to `defaults.middleware`.
    /// Middleware that was appended before runs around the span of an attempt, and the rest inside of it.
    /// - Parameters:
    ///   - tracer: The tracer; `nil` uses that of `InstrumentationSystem` at the start of each span.
    ///   - showingPaths: Whether `url.full` shows the path with its values and the path of the base URL. With
    ///     `false`, the default, it shows the path template.
    public mutating func trace(with tracer: (any Tracer)? = nil, showingPaths: Bool = false) {
        let tracing = CallTracing(tracer: tracer, showsPaths: showingPaths)
        observers.append(tracing)
        defaults.middleware.append(tracing)
    }
}
