/// A transport that writes an answer to a file itself, and goes on with what an earlier one left.
///
/// Choose it for a transport that can ask for the rest of a file (RFC 9110, section 14.2) and knows
/// what is there of it; ``Transport`` is enough for any other: the pipeline then writes the bytes of
/// ``Transport/stream(_:)`` itself. ``APIService/send(_:to:)`` uses it for a GET without a body that no
/// cipher seals: a sealed answer is opened piece by piece, and the rest of one can't be opened alone.
public protocol DownloadingTransport: Transport {
    /// Sends a request and writes its answer to a file, which takes the destination's place when all of
    /// it is there.
    ///
    /// What a failed download leaves may stay beside the destination for the next one, but only if the
    /// server can be asked whether its file is still the same one.
    /// - Parameters:
    ///   - request: A GET without a body.
    ///   - destination: The path of the file. It is replaced as a whole or stays as it is.
    ///   - validate: Is given the answer before anything of it is written, once, and not on a thread
    ///     of the transport's own. What it returns is written, in the place of the answer's body. What
    ///     it throws fails the download, which leaves all files as they are. An answer to a range that
    ///     the transport asked for by itself is given as the whole one of which it is the rest: with
    ///     status 200, without `Content-Range`, with the length of all (RFC 9110, section 15.3.7.3);
    ///     its body is what is still to come.
    /// - Returns: The file, with the head that was validated.
    /// - Throws: a ``TransportError``: what `validate` threw, or why there is no complete file.
    func download(
        _ request: TransportRequest, to destination: String,
        validate: @escaping @Sendable (TransportStream) async throws(TransportError) -> ByteStream
    ) async throws(TransportError) -> DownloadedFile
}
