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

    /// Returns a request with the changes that the transport makes before it sends it.
    ///
    /// The transport may add cookies that it stores, and may change the URL to `https` for an HSTS host. A
    /// `CachingTransport` calls this method, because both determine which stored response matches. The
    /// default changes nothing.
    func prepared(_ request: TransportRequest) -> TransportRequest

    /// The download options that apply where a call sets none.
    ///
    /// The default is `DownloadOptions()`.
    var downloadDefaults: DownloadOptions { get }

    /// How often all calls of this transport have been cancelled, as by `cancelAll()` of a `CurlSession`.
    ///
    /// A typed call records the count when it starts. If the count changes, the call sends nothing more. That
    /// includes a first request after a credential was loaded, a retry, and a reconnection. The default is 0.
    var cancellationCount: Int { get }
}

extension Transport {
    /// Waits for the complete response and delivers its body as one piece.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        TransportStream(try await send(request))
    }

    /// Returns the request unchanged.
    public func prepared(_ request: TransportRequest) -> TransportRequest { request }

    /// `DownloadOptions()`.
    public var downloadDefaults: DownloadOptions { DownloadOptions() }

    /// 0.
    public var cancellationCount: Int { 0 }
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

    /// Prepares the request with the wrapped transport.
    public func prepared(_ request: TransportRequest) -> TransportRequest {
        wrapped.prepared(request)
    }

    /// The wrapped transport's download options.
    public var downloadDefaults: DownloadOptions { wrapped.downloadDefaults }

    /// The wrapped transport's cancellation count.
    public var cancellationCount: Int { wrapped.cancellationCount }
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
