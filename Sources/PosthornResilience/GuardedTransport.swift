public import PosthornCore

/// A transport whose requests pass middleware, for a cache in front of it.
///
/// Middleware of a client gets each call, also one that a cache responds to. Behind the cache, a rate or a circuit counts
/// only what is sent:
///
/// ```swift
/// let guarded = GuardedTransport(session, by: CircuitBreaker(), RateLimiter(calls: 50, per: .seconds(1)))
/// let transport = CachingTransport(guarded, cache: HTTPCache())
/// ```
///
/// The middleware gets requests with their credentials, and sealed. An error of it fails the call with the error's code,
/// such as `rateLimited`, and a stale response may replace `circuitOpen`, as it does the error of a server that can't be
/// reached.
public struct GuardedTransport: TransportWrapper {
    /// The transport that sends the requests.
    public let wrapped: any Transport
    private let middleware: [any CallMiddleware]

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - middleware: What the requests pass, the outermost first, such as a ``CircuitBreaker`` and a ``RateLimiter``.
    public init(_ transport: any Transport, by middleware: any CallMiddleware...) {
        wrapped = transport
        self.middleware = middleware
    }

    /// Sends a request if the middleware lets it pass.
    ///
    /// - Throws: A `TransportError` of the wrapped transport, or with the code of the middleware's error.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await pass(request, by: middleware[...]) { try await wrapped.send($0) }
    }

    /// Streams a response if the middleware lets the request pass, which gets its head.
    ///
    /// - Throws: A `TransportError` of the wrapped transport, or with the code of the middleware's error.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        var stream: TransportStream?
        let response = try await pass(request, by: middleware[...]) { request in
            let found = try await wrapped.stream(request)
            stream = found
            return TransportResponse(
                status: found.status, headers: found.headers, bodyIntegrity: found.bodyIntegrity)
        }
        return stream ?? TransportStream(response)
    }

    private func pass(
        _ request: TransportRequest, by middleware: ArraySlice<any CallMiddleware>,
        _ send: (TransportRequest) async throws -> TransportResponse
    ) async throws(TransportError) -> TransportResponse {
        var isSent = false
        do {
            guard let first = middleware.first else { return try await send(request) }
            return try await first.intercept(request) { request in
                isSent = true
                return try await pass(request, by: middleware.dropFirst(), send)
            }
        } catch let error as TransportError {
            throw error
        } catch let error as APIError.Cause {
            throw TransportError(
                error.code, error.message, advice: error.advice, isSafeToRetry: !isSent,
                underlying: error.underlying)
        } catch is CancellationError {
            throw TransportError(.cancelled, "the call was cancelled", isSafeToRetry: !isSent)
        } catch {
            throw TransportError(
                .middlewareFailed, "middleware threw an error of type \(type(of: error))",
                advice: "look at the error in `underlying`", underlying: error)
        }
    }
}

extension GuardedTransport: RedactedStringConvertible {
    /// The types of the middleware and of the wrapped transport.
    public var description: String {
        "\(middleware.map { "\(type(of: $0))" }.joined(separator: ", ")) in front of \(type(of: wrapped))"
    }
}
