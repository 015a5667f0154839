/// Moves one request's bytes to a server and the response's bytes back: the seam between policies
/// and sockets.
///
/// Choose a transport to change *how* bytes travel (another HTTP library, a stub in tests). Choose
/// a ``PayloadCipher`` to change the bytes themselves and a ``ResponsePolicy`` to change what they
/// mean. A transport follows redirects as ``TransferOptions/redirects`` says or not at all, repeats
/// nothing that is not idempotent, and knows nothing of endpoints. Cookies, compression, progress and
/// metrics are extras: `CurlSession` of PosthornCurl has them, and a transport without them ignores what a
/// request says of them.
///
/// A transport around another one, such as one that writes a log, is a ``TransportWrapper``.
public protocol Transport: Sendable {
    /// Sends a request and returns its complete response, whatever its status.
    ///
    /// Cancelling the calling task ends the transfer and throws ``TransportError/Code/cancelled``.
    /// - Throws: a ``TransportError`` when no complete response arrived.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Sends a request and returns its response as soon as the head has come, the body as a stream.
    ///
    /// The default waits for the whole response and gives its body as one piece.
    /// - Throws: a ``TransportError`` when no head arrived; what goes wrong later is thrown by the
    ///   stream.
    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream

    /// What the transport is going to change about a request before it sends it: cookies that it keeps are
    /// added, and the URL becomes `https` if the host wants that.
    ///
    /// A ``CachingTransport`` asks, as both are a part of what a response is for. The default changes nothing.
    func prepared(_ request: TransportRequest) -> TransportRequest

    /// How files are written that are downloaded over this transport, where a call does not say.
    ///
    /// The default is `DownloadOptions()`.
    var downloadDefaults: DownloadOptions { get }

    /// How often all calls of this transport have been cancelled at once, as by `cancelAll()` of a `CurlSession`.
    ///
    /// A typed call remembers the number. If it has changed, the call sends nothing more: neither its first
    /// request after a credential was loaded, nor a repetition, nor a reconnection. The default is 0.
    var cancellationCount: Int { get }
}

extension Transport {
    /// Waits for the whole response and gives its body as one piece.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        TransportStream(try await send(request))
    }

    /// The request as it is.
    public func prepared(_ request: TransportRequest) -> TransportRequest { request }

    /// `DownloadOptions()`.
    public var downloadDefaults: DownloadOptions { DownloadOptions() }

    /// 0.
    public var cancellationCount: Int { 0 }
}

/// A transport around another one: all that it does not implement itself is done by the other.
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
    /// The other transport.
    var wrapped: any Transport { get }
}

extension TransportWrapper {
    /// Sends by the other transport.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse { try await wrapped.send(request) }

    /// Streams by the other transport.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream { try await wrapped.stream(request) }

    /// As the other transport prepares it.
    public func prepared(_ request: TransportRequest) -> TransportRequest {
        wrapped.prepared(request)
    }

    /// Those of the other transport.
    public var downloadDefaults: DownloadOptions { wrapped.downloadDefaults }

    /// That of the other transport.
    public var cancellationCount: Int { wrapped.cancellationCount }
}

extension TransportStream {
    /// A response that is whole already.
    init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.headers,
            bodyIntegrity: response.bodyIntegrity, body: ByteStream(response.body),
            redirects: response.redirects)
        isFallback = response.isFallback
    }
}
