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
/// A transport that wraps another one, such as one that writes a log, implements ``send(_:)`` and ``stream(_:)``
/// and returns the other one as ``base``: what it leaves out is then that of the other.
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

    /// The transport that this one wraps, to which all other requirements with defaults are passed on.
    ///
    /// The default is `nil`.
    var base: (any Transport)? { get }

    /// What the transport is going to change about a request before it sends it: cookies that it keeps are
    /// added, and the URL becomes `https` if the host wants that.
    ///
    /// A ``CachingTransport`` asks, as both are a part of what a response is for. The default changes nothing.
    func prepared(_ request: TransportRequest) -> TransportRequest

    /// How files are written that are downloaded over this transport, where a call does not say.
    ///
    /// The default is `DownloadOptions()`.
    var downloadDefaults: DownloadOptions { get }
}

extension Transport {
    /// Waits for the whole response and gives its body as one piece.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        TransportStream(try await send(request))
    }

    /// `nil`.
    public var base: (any Transport)? { nil }

    /// As ``base`` prepares it, or the request as it is.
    public func prepared(_ request: TransportRequest) -> TransportRequest {
        base?.prepared(request) ?? request
    }

    /// Those of ``base``, or `DownloadOptions()`.
    public var downloadDefaults: DownloadOptions { base?.downloadDefaults ?? DownloadOptions() }
}

extension TransportStream {
    /// A response that is whole already.
    init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.headers,
            completeness: response.completeness, body: ByteStream(response.body),
            redirects: response.redirects)
        isSubstitute = response.isSubstitute
    }
}
