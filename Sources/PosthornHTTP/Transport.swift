/// Sends requests to a server and receives its responses.
///
/// Use a transport to change how bytes travel, for example with another HTTP library or a stub in tests. Use
/// a `PayloadCipher` to change the bytes themselves, and a `ResponsePolicy` to change how they are
/// decoded.
///
/// A transport follows redirects as ``TransferOptions/redirects`` states, or not at all. It does not retry
/// requests that are not idempotent, and has no knowledge of endpoints. Cookies, compression, progress and
/// metrics are optional. `CurlSession` supports them; other transports may ignore these
/// options.
///
/// The handle of a call suspends it and asks for its progress: see ``TransportRequest/waitWhileSuspended()`` and
/// ``TransportRequest/report(_:)``.
///
/// To wrap another transport, for example to log requests, implement ``TransportWrapper``.
public protocol Transport: Sendable {
    /// Sends a request and returns its complete response, whatever its status.
    ///
    /// Cancelling the calling task cancels the transfer and throws ``TransportError/Code/cancelled``.
    /// - Throws: a ``TransportError`` if no complete response was received.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Sends a request and returns its response after the head, with the body as a stream.
    ///
    /// The default waits for the complete response and delivers its body as one piece.
    /// - Throws: a ``TransportError`` if no head was received; later errors are thrown by the stream.
    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream
}

extension Transport {
    /// Waits for the complete response and delivers its body as one piece.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        TransportStream(try await send(request))
    }
}

/// A transport that wraps another one and forwards to it everything that it does not implement itself.
///
/// ```swift
/// struct Logging: TransportWrapper {
///     let wrapped: any Transport
///
///     func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
///         print(request)
///         return try await wrapped.send(request)
///     }
/// }
/// ```
///
/// Typed calls use ``Transport/send(_:)``; streams and downloads use ``Transport/stream(_:)``.
public protocol TransportWrapper: Transport {
    /// The wrapped transport.
    var wrapped: any Transport { get }
}

extension TransportWrapper {
    /// Sends with the wrapped transport.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse { try await wrapped.send(request) }

    /// Streams with the wrapped transport.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream { try await wrapped.stream(request) }
}

extension TransportStream {
    package init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.headers,
            bodyIntegrity: response.bodyIntegrity, body: ByteStream(response.body),
            redirects: response.redirects)
        isFallback = response.isFallback
        replacedFailure = response.replacedFailure
    }
}
