/// Moves one request's bytes to a server and the answer's bytes back: the seam between policies
/// and sockets.
///
/// Choose a transport to change *how* bytes travel (another HTTP library, a stub in tests). Choose
/// a ``PayloadCipher`` to change the bytes themselves and a ``ResponsePolicy`` to change what they
/// mean. A transport follows redirects as ``TransportRequest/redirects`` says or not at all, repeats
/// nothing that is not idempotent, and knows nothing of endpoints. Cookies, packed bodies, progress and
/// metrics are extras: `CurlSession` of PosthornCurl has them, and a transport without them ignores what a
/// request says of them.
public protocol Transport: Sendable {
    /// Sends a request and returns its complete answer, whatever its status.
    ///
    /// Cancelling the calling task ends the transfer and throws ``TransportError/Code/cancelled``.
    /// - Throws: a ``TransportError`` when no complete answer arrived.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Sends a request and returns its answer as soon as the head has come, the body as a stream.
    ///
    /// The default waits for the whole answer and gives its body as one piece.
    /// - Throws: a ``TransportError`` when no head arrived; what goes wrong later is thrown by the
    ///   stream.
    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream
}

extension Transport {
    /// Waits for the whole answer and gives its body as one piece.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        let response = try await send(request)
        var stream = TransportStream(
            status: response.status, headers: response.headers,
            completeness: response.completeness, body: ByteStream(response.body),
            redirects: response.redirects)
        stream.isSubstitute = response.isSubstitute
        return stream
    }
}
